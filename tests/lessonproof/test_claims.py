import json
from pathlib import Path

import pytest

from lessonproof.checks.claims import cited, claims
from lessonproof.checks.remarks import remarks
from lessonproof.course import Course
from lessonproof.page import Page
from tests.lessonproof.course_of import FIRST, course_of
from tests.lessonproof.test_typed_numbers import LINK, REFERENCES, V2, X1

DOCS = Path(__file__).parents[2] / "docs"


def found(folder, text="", claims=(V2, X1), references=REFERENCES):
    course = course_of(folder, en=text, claims=list(claims), references=references)
    return [str(problem) for problem in cited(course)]


def test_a_link_cites_a_claim():
    page = Page("a " + LINK.replace("V2", "V2 V3") + " b\n", "a.md")
    (citation,) = page.citations
    assert (citation.key, citation.claims, citation.start) == ("vaswani2017", ("V2", "V3"), 2)
    assert page.problems == []


FALSE = {
    "unknown": (LINK.replace("V2", "V9"), "claims.json has no claim V9"),
    "not verified": (
        LINK.replace("V2", "X1"),
        "claim X1 is not verified (do not state): no page may cite it",
    ),
    "another reference": (
        LINK.replace("vaswani2017", "liu2021"),
        "claim V2 stands in vaswani2017, not in liu2021",
    ),
    "second of two": (LINK.replace("V2", "V2 V9"), "claims.json has no claim V9"),
}


@pytest.mark.parametrize(("text", "said"), FALSE.values(), ids=FALSE)
def test_a_false_citation(tmp_path, text, said):
    assert found(tmp_path, f"a\n\n- {text}\n") == [f"docs/en/a.md:{FIRST + 2}: {said}"]


@pytest.mark.parametrize(
    "text",
    [
        LINK.replace('"V2"', "'V2'"),
        LINK.replace('"V2"', "V2"),
        LINK.replace('"V2"', '""'),
        LINK.replace('"V2"', '"V2,V3"'),
        LINK.replace("){ ", ") { "),
        LINK.replace("{ data", "{data"),
        LINK.replace("{ data", "{ .a data"),
        LINK.replace("{ data", "{: data"),
        LINK.replace(" }", ' title="a" }'),
        LINK.replace("data-claim", "DATA-CLAIM"),
        "**25.8**" + LINK[LINK.index("{") :],
        '<a href="b" data-claim="V2">a</a>',
    ],
)
def test_what_only_looks_like_a_citation(text):
    page = Page(f"a\n\n{text}\n", "a.md")
    assert page.citations == []
    assert [(p.line, p.text.startswith("this cites nothing")) for p in page.problems] == [(3, True)]


@pytest.mark.parametrize(
    "target",
    [
        "../reference/bibliography.md",
        "https://arxiv.org/abs/1706.03762#a",
        "a.md#vaswani2017",
        "#vaswani2017",
        "bibliography.md#vaswani2017.html",
    ],
)
def test_a_claim_is_cited_at_its_reference(target):
    page = Page(f'[a]({target}){{ data-claim="V2" }}\n', "a.md")
    assert page.citations == []
    assert [p.text[:42] for p in page.problems] == ["a claim is cited by a link to its referenc"]


@pytest.mark.parametrize("near", ["data-claims", "data_claim ", "data-cite", "dataclaim "])
def test_near_misses_are_refused(near):
    page = Page(LINK.replace("data-claim", near) + "\n", "a.md")
    assert page.citations == []
    assert len(page.problems) == 1


DATA = {
    "statement in one language": (V2 | {"zh": ""}, "V2 has no zh"),
    "no place": (V2 | {"where": {}}, "V2 has no where"),
    "no caution": ({k: v for k, v in V2.items() if k != "caution_en"}, "V2 has no caution_en"),
    "caution in one language": (V2 | {"caution_zh": "开发集"}, "V2 has a caution in one language alone"),
    "place in one language": (
        V2 | {"where": {"vaswani2017": {"zh": "表 3"}}},
        "V2 does not say in zh and en where in vaswani2017",
    ),
    "place in words": (V2 | {"where": "vaswani2017 Table 3"}, "V2 says where it stands as {"),
    "unknown reference": (
        V2 | {"where": {"a1": V2["where"]["vaswani2017"]}},
        "V2 stands in a1, and references.json has no such key",
    ),
    "numbers differ": (V2 | {"zh": "h=8 → 4.92 / 25.9"}, "V2 says 25.8, 25.9 in zh or en alone"),
    "identity only": (V2 | {"level": "C"}, "V2 is of level C"),
    "note for authors": (V2 | {"note_internal": "seen"}, "V2 holds note_internal"),
}


@pytest.mark.parametrize(("row", "said"), DATA.values(), ids=DATA)
def test_rows_of_the_data(tmp_path, row, said):
    (problem,) = found(tmp_path, claims=[X1, row])
    assert problem.startswith("docs/data/claims.json:18: " + said)


def test_rows_have_ids_of_their_own(tmp_path):
    assert found(tmp_path, claims=[V2, V2]) == ["docs/data/claims.json:3: V2 needs id of its own"]
    broken = [REFERENCES[0], *REFERENCES[:1], REFERENCES[1] | {"zh": "", "note_internal": "a"}]
    assert found(tmp_path, references=broken) == [
        "docs/data/references.json:3: vaswani2017 needs key of its own",
        "docs/data/references.json:17: liu2021 holds note_internal, which is not for readers",
        "docs/data/references.json:17: liu2021 has no zh",
    ]


WORDS = {
    "statement": ({"zh": "h=8,轴"}, "V2 in zh: full-width marks in Chinese: ，；：！？; here …h=8,轴…"),
    "caution": ({"caution_zh": "用遮罩"}, "V2 in zh: '遮罩' is not our word: write 掩码"),
    "place": (
        {"where": {"vaswani2017": {"zh": "表3", "en": "Table 3"}}},
        "V2 in zh: a space between 中文 and Latin",
    ),
    "English": ({"caution_en": "It simply is."}, "V2 in en: 'simply' says nothing"),
}


@pytest.mark.parametrize(("change", "said"), WORDS.values(), ids=WORDS)
def test_words_of_the_data(tmp_path, change, said):
    tables = {name: (DOCS / f"data/{name}.toml").read_text("utf-8") for name in ("terms", "filler")}
    references = [REFERENCES[0] | {"en": "Just one."}]
    course = course_of(tmp_path, claims=[X1, V2 | change], references=references, **tables)
    first, second = remarks(course)
    assert str(first) == "docs/data/references.json:3: vaswani2017 in en: 'just' says nothing: leave it out"
    assert str(second).startswith("docs/data/claims.json:18: " + said)


def test_the_course_has_what_its_pages_need():
    course = Course(DOCS, ("zh", "en"))
    known, problems = claims(course)
    assert problems == []
    assert {"P1", *(f"V{n}" for n in range(1, 12))} <= known.keys()
    assert all(claim.verified for claim in known.values())
    assert known["V2"].keys == ("vaswani2017",)
    assert set(known["P1"].keys) == {"torch_mha", "torch_sdpa", "keras_mha", "hf_glossary"}
    for name in ("claims.json", "references.json"):
        assert "note_internal" not in (DOCS / "data" / name).read_text("utf-8")
    numbers = [
        row for row in json.loads((DOCS / "data/claims.json").read_text("utf-8")) if "25.8" in row["zh"]
    ]
    assert [row["id"] for row in numbers] == ["V2"]
