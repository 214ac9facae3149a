"""The account that the site gives of itself, filled from files as the commands leave them."""

import json
import re

import markdown
import pytest

from lessonproof.markdown.verified.words import COLUMNS, LIES, REASONS, WORDS
from lessonproof.mutate.campaign import KINDS

COUNTS = {
    "rendered": 9,
    "blocks": 1234,
    "outputs": 2,
    "proved": 3,
    "figures": 4,
    "checks": 5,
    "skips": 1,
    "cpu": 1,
}
NOTHING = dict.fromkeys(COUNTS, 0)
PROOF = {
    "versions": {"python": "3.11.7", "torch": "2.13.0"},
    "device": "cpu",
    "languages": {"zh": {"pages": 2} | COUNTS, "en": {"pages": 2} | COUNTS},
    "pages": {"zh/index": NOTHING, "zh/learn/a": COUNTS, "en/index": NOTHING, "en/learn/a": COUNTS},
    "reasons": {
        "zh/learn/a": [{"kind": "skips", "line": 4, "reason": "要两块 GPU"}],
        "en/learn/a": [
            {"kind": "skips", "line": 4, "reason": "needs two GPUs"},
            {"kind": "cpu", "line": 9, "reason": "a kernel of the CPU"},
        ],
    },
}
GPU = {
    "date": "2026-11-30",
    "gpu": "NVIDIA H200",
    "versions": {"torch": "2.13.0+cu130"},
    "languages": PROOF["languages"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "docs/data").mkdir(parents=True)
    for language, title in (("zh", "第一课"), ("en", "Lesson one")):
        (tmp_path / "docs" / language / "learn").mkdir(parents=True)
        (tmp_path / "docs" / language / "learn/a.md").write_text(f"---\ntitle: {title}\n---\n# a {{ #a }}\n")
    (tmp_path / "build/proof.json").write_text(json.dumps(PROOF))
    lie(tmp_path)
    return tmp_path


def lie(folder, **more):
    kinds = {kind: {"planted": 10, "caught": 10} for kind in KINDS} | more
    (folder / "docs/data/mutation.json").write_text(json.dumps({"versions": {}, "kinds": kinds}))


def render(part, language="en"):
    names = ["tables", "pymdownx.details", "lessonproof.markdown.verified", "lessonproof.markdown.figures"]
    options = {"lessonproof.markdown.verified": {"language": language}}
    return markdown.markdown(
        f"a\n\n<!-- verified: {part} -->\n\nb", extensions=names, extension_configs=options
    )


def rows(html):
    found = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", html, re.S)
    ]
    return [[re.sub(r"<(?!/?a)[^>]*>", "", cell) for cell in row] for row in found]


def test_each_page_is_counted(folder):
    counts = ["1,234", "2", "3", "4", "5"]
    assert rows(render("pages")) == [
        ["page", "code", "output", "proofs", "figures", "checks"],
        ['<a href="../learn/a.md">Lesson one</a>', *counts],
        ["all pages", *counts],
    ]
    assert rows(render("pages", "zh"))[1][0] == '<a href="../learn/a.md">第一课</a>'


def test_versions_and_device(folder):
    html = render("versions")
    assert re.findall("<li>(.*)</li>", html) == [
        "Python: <code>3.11.7</code>", "torch: <code>2.13.0</code>", "device: CPU", "last GPU run: not run yet",
    ]  # fmt: skip
    assert "上次在 GPU 上运行：还没有跑过" in render("versions", "zh")
    (folder / "docs/data/gpu.json").write_text(json.dumps(GPU))
    assert "last GPU run: 2026-11-30, NVIDIA H200, torch <code>2.13.0+cu130</code>, 1,234 blocks" in render(
        "versions"
    )
    (folder / "build/proof.json").write_text(json.dumps(PROOF | {"device": "cuda", "gpu": "NVIDIA H200"}))
    assert "<li>device: NVIDIA H200</li>" in render("versions")


def test_exceptions_are_listed_with_their_reasons(folder):
    assert re.findall("<li>(.*)</li>", render("skips")) == [
        '<a href="../learn/a.md">Lesson one</a> (does not run): needs two GPUs',
        '<a href="../learn/a.md">Lesson one</a> (CPU alone): a kernel of the CPU',
    ]
    assert re.findall("<li>(.*)</li>", render("skips", "zh")) == [
        '<a href="../learn/a.md">第一课</a>（不运行）：要两块 GPU'
    ]
    assert "<p>Blocks that do not run: 1. Blocks that run on the CPU alone: 1.</p>" in render("skips")
    assert "<p>不运行的代码 1 段，只在 CPU 上运行的 1 段。</p>" in render("skips", "zh")


def test_every_lie_is_in_a_table(folder):
    html = render("lies")
    assert html.count("<summary>") == len(LIES)
    assert len(rows(html)) == len(LIES) + len(KINDS)
    assert "<summary>Outputs: 120 planted, 120 noticed</summary>" in html
    lie(
        folder,
        **{"output-digit": {"planted": 1010, "caught": 1009}, "twin-picture": {"planted": 0, "caught": 0}},
    )
    html = render("lies")
    assert "<summary>Outputs: 1,120 planted, 1,119 noticed</summary>" in html
    assert rows(html)[1] == ["one digit changed", "1,009 / 1,010"]
    assert ["a picture", "0 planted"] in rows(html)


def test_a_kind_without_words_is_an_error(folder):
    lie(folder, news={"planted": 1, "caught": 1})
    with pytest.raises(ValueError, match="differ in news: run make mutate"):
        render("lies")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("build/proof.json", r"proof\.json is missing: prove the pages first \(make site\)"),
        ("docs/data/mutation.json", r"mutation\.json is missing: plant some lies first \(make mutate\)"),
    ],
)
def test_missing_files_say_what_to_do(folder, file, said):
    (folder / file).unlink()
    with pytest.raises(FileNotFoundError, match=said):
        render("pages")


def test_other_pages_need_none_of_this(folder):
    (folder / "build/proof.json").unlink()
    names = ["lessonproof.markdown.verified"]
    assert markdown.markdown("`<!-- verified: pages -->`", extensions=names) == (
        "<p><code>&lt;!-- verified: pages --&gt;</code></p>"
    )


def test_every_kind_and_word_stands_in_both_languages():
    kinds = [kind for _, group in LIES for kind in group]
    assert sorted(kinds) == sorted(KINDS)
    words = [*WORDS.values(), *COLUMNS.values(), *REASONS.values(), *(title for title, _ in LIES)]
    words += [said for _, group in LIES for said in group.values()]
    assert all(said.keys() == {"zh", "en"} and all(said.values()) for said in words)
