"""A small pair of sites in which everything holds, and each kind of link that does not."""

import json

import pytest

from tools.problem import Problem
from tools.site.links import Document, Sites, check

ADDRESS = "http://127.0.0.1:8000/course/"
PAGE = """<!doctype html><html><head>
<link rel="canonical" href="http://127.0.0.1:8000/course/{path}">
<link rel="alternate" hreflang="en" href="/course/en/{path}">
<link rel="stylesheet" href="/course/assets/style.css">
<meta property="og:url" content="http://127.0.0.1:8000/course/{path}">
<style>p {{ background: url(data:image/png;base64,AA) }}</style>
</head><body>
<h1 id="top">1</h1><h2 id="中文">2</h2><a name="old"></a>
<a href="#top">up</a> <a href="#%E4%B8%AD%E6%96%87">words</a> <a href="#old">old</a> <a href=".">self</a>
<a href="/course/en/lesson/#top">twin</a> <a href="{root}lesson/program.py" download>take</a>
<a href="https://example.org/paper">paper</a> <a href="mailto:a@example.org">write</a>
<img src="/course/assets/a.svg" srcset="/course/assets/a.svg 1x, /course/assets/a.svg 2x" alt="">
<svg><defs><marker id="arrow"/></defs><path marker-end="url(#arrow)"/><use href="#arrow"/></svg>
<script src="/course/assets/site.js"></script>
</body></html>
"""


@pytest.fixture
def folder(tmp_path):
    files = {
        "index.html": PAGE.format(path="", root=""),
        "lesson/index.html": PAGE.format(path="lesson/", root="../"),
        "en/index.html": PAGE.format(path="en/", root="../").replace("/en/en/", "/en/"),
        "en/lesson/index.html": PAGE.format(path="en/lesson/", root="../../").replace("/en/en/", "/en/"),
        "404.html": '<h1 id="no">no</h1><a href="/course/">home</a> <a href="#no">here</a>',
        "lesson/program.py": "",
        "assets/a.svg": "<svg/>",
        "assets/site.js": "",
        "assets/style.css": '/* url(gone)\n */\n@font-face { src: url("fonts/a.woff2") } @import "more.css";',
        "assets/more.css": "",
        "assets/fonts/a.woff2": "",
        "sitemap.xml": f"<loc>{ADDRESS}lesson/</loc>",
        "search/search_index.json": json.dumps({"docs": [{"location": "lesson/#top"}, {"location": ""}]}),
        "en/search/search_index.json": json.dumps({"docs": [{"location": "lesson/#top"}]}),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def faults(folder):
    return Sites(folder, ADDRESS).faults()


def test_where_everything_holds_nothing_is_found(folder):
    assert faults(folder) == []
    check(folder, ADDRESS.rstrip("/"))


PLANTED = {
    "dead anchor": ('<a href="#nowhere">', "'#nowhere' has no such anchor in lesson/index.html"),
    "dead anchor elsewhere": ('<a href="../en/#gone">', "'../en/#gone' has no such anchor in en/index.html"),
    "anchor of another page": ('<a href="../404.html#top">', "'../404.html#top' has no such anchor in 404.html"),
    "dead file": ('<a href="../scaling/">', "'../scaling/' is not there"),
    "folder without a page": ('<a href="../assets/">', "'../assets/' is not there"),
    "folder without its slash": ('<a href="../lesson">', "'../lesson' is not there"),
    "dead download": ('<a href="example_02.py" download>', "'example_02.py' is not there"),
    "dead twin": ('<a href="/course/en/scaling/" hreflang="en">', "'/course/en/scaling/' is not there"),
    "dead alternate": ('<link rel="alternate" href="/course/fr/">', "'/course/fr/' is not there"),
    "dead canonical": (f'<link rel="canonical" href="{ADDRESS}x/">', f"'{ADDRESS}x/' is not there"),
    "dead og:url": (f'<meta property="og:url" content="{ADDRESS}x/">', f"'{ADDRESS}x/' is not there"),
    "dead own address": (f'<a href="{ADDRESS}x/">', f"'{ADDRESS}x/' is not there"),
    "dead image": ('<img src="b.svg">', "'b.svg' is not there"),
    "dead marker": ('<path marker-end="url(#tip)">', "'#tip' has no such anchor in lesson/index.html"),
    "refresh": ('<meta http-equiv="refresh" content="0; url=../x/">', "'../x/' is not there"),
    "way out of the sites": ('<a href="/other/">', "'/other/' leaves the sites"),
    "other protocol": ('<a href="javascript:alert(1)">', "'javascript:alert(1)' leads nowhere"),
    "file of a disk": ('<a href="file:///etc/hosts">', "'file:///etc/hosts' leads nowhere"),
    "empty": ('<a href="">', "'' is empty"),
    "unfinished": ('<a href="http://[::1/">', "'http://[::1/' is no address: Invalid IPv6 URL"),
    "foreign image": ('<img src="https://x.org/a.png">', "'https://x.org/a.png' comes from elsewhere"),
    "foreign image of two": ('<img srcset="/course/assets/a.svg 1x, //x.org/a.png 2x">', "'//x.org/a.png' comes from elsewhere"),
    "foreign image of its author": ('<meta property="og:image" content="https://x.org/a.png">', "'https://x.org/a.png' comes from elsewhere"),
    "foreign script": ('<script src="https://x.org/a.js"></script>', "'https://x.org/a.js' comes from elsewhere"),
    "foreign style": ('<link rel="stylesheet" href="https://x.org/a.css">', "'https://x.org/a.css' comes from elsewhere"),
    "foreign alternate style": ('<link rel="alternate stylesheet" href="https://x.org/a.css">', "'https://x.org/a.css' comes from elsewhere"),
    "foreign connection": ('<link rel="preconnect" href="https://x.org">', "'https://x.org' comes from elsewhere"),
    "foreign frame": ('<iframe src="https://x.org/"></iframe>', "'https://x.org/' comes from elsewhere"),
    "foreign form": ('<form action="https://x.org/">', "'https://x.org/' comes from elsewhere"),
    "foreign drawing": ('<svg><use href="https://x.org/a.svg#b"/></svg>', "'https://x.org/a.svg#b' comes from elsewhere"),
    "foreign style of a part": ('<p style="background: url(https://x.org/a.png)">', "'https://x.org/a.png' comes from elsewhere"),
    "foreign style inside": ('<style>@import "https://x.org/a.css";</style>', "'https://x.org/a.css' comes from elsewhere"),
}  # fmt: skip


@pytest.mark.parametrize(("planted", "said"), PLANTED.values(), ids=PLANTED)
def test_what_is_planted_is_found_with_page_line_and_target(folder, planted, said):
    page = folder / "lesson/index.html"
    page.write_text(
        page.read_text(encoding="utf-8").replace("</body>", f"{planted}\n</body>"), encoding="utf-8"
    )
    assert faults(folder) == [f"lesson/index.html:15: {said}"]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("404.html", '<a href="en/">', "404.html:1: 'en/' is relative, on a page shown at any address"),
        ("404.html", '<img src="assets/a.svg">', "404.html:1: 'assets/a.svg' is relative, on a page shown at any address"),
        ("assets/style.css", "\n@import 'gone.css';", "assets/style.css:2: 'gone.css' is not there"),
        ("assets/style.css", "p{background:url(https://x.org/a.png)}", "assets/style.css:1: 'https://x.org/a.png' comes from elsewhere"),
        ("sitemap.xml", f"\n<loc>{ADDRESS}x/</loc>", f"sitemap.xml:2: '{ADDRESS}x/' is not there"),
        ("sitemap.xml", '<link href="https://x.org/">', None),
        ("en/search/search_index.json", '{"docs": [{"location": "lesson/#x"}]}', f"en/search/search_index.json:1: '{ADDRESS}en/lesson/#x' has no such anchor in en/lesson/index.html"),
    ],
)  # fmt: skip
def test_other_files_are_looked_through_too(folder, file, text, said):
    (folder / file).write_text(text)
    assert faults(folder) == ([said] if said else [])


def test_a_site_with_a_dead_link_is_refused(folder, capsys):
    page = folder / "lesson/index.html"
    page.write_text("".join(f'<a href="#{n}">{n}</a>\n' for n in range(23)))
    with pytest.raises(
        Problem, match="hold 24 dead or foreign links, see above"
    ):  # one is the search index's
        check(folder, ADDRESS)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "and 4 more"


def test_scripts_are_no_text_of_a_page():
    document = Document('<script>let a = "<a href=x>"; b = "url(y)"</script><p>url(z)</p>')
    assert document.references == []
