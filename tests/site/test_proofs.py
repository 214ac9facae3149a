"""What readers can check for themselves: expressions behind numbers, programs to download, links of the home page."""

import re
from textwrap import dedent

PROGRAM = re.compile(
    r'^(?P<indent> *)```python title="(?P<name>[^"]+\.py)"[^\n]*\n(?P<code>.*?)^(?P=indent)```$', re.M | re.S
)
SHOWN = "e => [getComputedStyle(e, '::after').content, e.dataset.proof]"


def bubble(session):
    """The four edges of the expression beside the focused number: left, top, right, bottom."""
    document = session.send("DOM.getDocument")["root"]["nodeId"]
    number = session.send("DOM.querySelector", {"nodeId": document, "selector": "code:focus"})["nodeId"]
    (after,) = session.send("DOM.describeNode", {"nodeId": number})["node"]["pseudoElements"]
    box = session.send("DOM.getBoxModel", {"backendNodeId": after["backendNodeId"]})["model"]["border"]
    return box[0], box[1], box[4], box[5]


def test_a_proved_number_shows_its_whole_expression(watch, site, language):
    for source in site.pages(language, "data-proof="):
        seen = watch(source.path)
        session = seen.page.context.new_cdp_session(seen.page)
        seen.page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        numbers = seen.page.locator("code[data-proof]")
        assert numbers.count() == source.prose.count("data-proof=")
        everything = numbers.all()
        longest = max(everything, key=lambda number: len(number.get_attribute("data-proof")))
        for width, seen_numbers in ((375, [everything[0], longest]), (1280, everything)):
            seen.page.set_viewport_size({"width": width, "height": 800})
            for number in seen_numbers:
                number.focus()
                shown, expression = number.evaluate(SHOWN)
                assert shown.replace('\\"', '"')[1:-1] == expression
                left, top, right, bottom = bubble(session)
                assert 0 <= left < right <= width, expression
                assert 0 <= top < bottom <= 800, expression
                assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


def test_downloads_are_the_programs_of_the_page(site, source):
    html = site.file(source.path).read_text(encoding="utf-8")
    links = re.findall(r'<a [^>]*?href="([^"]+)"[^>]*? download', html)
    programs = {m["name"]: dedent(m["code"]) for m in PROGRAM.finditer(source.text)}
    whole = [f"{source.name.split('/')[-1]}.py"] if "```python" in source.text else []
    assert links == [*programs, *whole]
    for name, code in programs.items():
        assert site.file(source.path + name).read_text(encoding="utf-8") == code
    for name in whole:
        program = site.file(source.path + name).read_text(encoding="utf-8")
        title, notice = program.split("\n")[:2]
        assert f"\n{title} {{ #" in source.text
        assert "MIT" in notice
        assert program.count("\n# %%") == source.text.count("```python")


def test_some_page_has_a_program_to_download(site, language):
    assert any(PROGRAM.search(source.text) for source in site.pages(language))


def test_the_links_of_the_home_page_lead_to_a_section(site, language):
    html = site.file(site.roots[language]).read_text(encoding="utf-8")
    article = html.partition("<article")[2].partition("</article>")[0]
    targets = re.findall(r'href="(?P<path>[^":#]+/)#(?P<id>[^"]+)"', article)
    assert {"by-hand", "quiz", "idea", "code", "interview"} <= {id for _, id in targets}
    for path, id in targets:
        page = site.file(site.roots[language] + path).read_text(encoding="utf-8")
        assert f'id="{id}"' in page, f"{path}#{id}"
