"""Every page of both sites, on a phone and on a desk: quiet, complete, light, and it fits."""

import gzip
import re
from functools import lru_cache
from html import unescape
from urllib.parse import urlsplit

import yaml

PHONE, DESK = {"width": 375, "height": 800}, {"width": 1280, "height": 900}
ZOOMED = {"width": 620, "height": 450}  # a desk at 200 %, less a scroll bar
BUDGET = 130 * 1024  # bytes of a first view, compressed, without images and the search worker with its index
NOT_RENDERED = "document.querySelectorAll('.katex-error, .arithmatex:not(:has(.katex))').length"
UNSTYLED = """[...document.querySelectorAll('.katex-mathml')].filter(e => getComputedStyle(e).position !== 'absolute').length
  + [...document.fonts].filter(f => f.family.startsWith('KaTeX') && f.status === 'error').length"""
SIDEWAYS = """selector => {
  for (const fold of document.querySelectorAll('details')) fold.open = true
  return [...document.querySelectorAll(selector)].filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => e.textContent.slice(0, 60))
}"""
# A mark that closes a phrase, moved to the next line by the formula or the code before it.
STRAY_MARKS = """[...document.querySelectorAll('article span.arithmatex, article :not(pre) > code')].filter(e => {
  const next = e.nextSibling
  if (next?.nodeType !== 3 || !/^[，。、；：？！）”.,;:?!)]/.test(next.data)) return false
  const range = document.createRange()
  range.setStart(next, 0); range.setEnd(next, 1)
  const mark = range.getBoundingClientRect()
  return mark.width && mark.left < e.getClientRects()[0].left && mark.top > e.getBoundingClientRect().bottom - 4
}).map(e => e.textContent.slice(0, 60))"""
BROKEN_SHAPES = """[...document.querySelectorAll('article :not(pre) > code')]
  .filter(e => e.textContent.length <= 28 && e.getClientRects().length > 1).map(e => e.textContent)"""

BROKEN_LINKS = """[...document.querySelectorAll('.doors ~ :is(ol, ul) a')]
  .filter(e => e.getClientRects().length > 1).map(e => e.textContent)"""
BROKEN_FOLDS = """[...document.querySelectorAll('article summary')]
  .filter(e => e.textContent.length <= 25 && e.offsetHeight > 45).map(e => e.textContent)"""
MARGIN = "document.querySelector('article h1').getBoundingClientRect().left"


@lru_cache
def compressed(file):
    return len(gzip.compress(file.read_bytes(), 6))


def first_view(seen, site):
    """Bytes of document, styles, scripts and fonts."""
    kinds = ("document", "stylesheet", "script", "font")
    paths = {urlsplit(r.url).path for r in seen.asked if r.resource_type in kinds}
    return sum(compressed(site.file(path)) for path in paths if "/workers/" not in path)


def test_a_page_is_quiet_light_and_fits(watch, site, report, source):
    seen = watch(source.path, viewport=PHONE)
    page = seen.page
    page.evaluate("document.fonts.ready")
    assert seen.wrong == []
    assert page.evaluate("document.documentElement.lang.slice(0, 2)") == source.language
    assert page.evaluate(NOT_RENDERED) == 0
    assert page.evaluate(UNSTYLED) == 0
    weight = first_view(seen, site)
    assert weight <= BUDGET, f"the first view weighs {weight / 1024:.1f} KB"
    assert page.evaluate(SIDEWAYS, ".highlight.language-text code") == [], "outputs scroll sideways at 375 px"
    sideways = page.evaluate(SIDEWAYS, ".highlight:not(.language-text) code")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(STRAY_MARKS) == []
    assert page.evaluate(BROKEN_SHAPES) == []
    assert page.evaluate(BROKEN_LINKS) == []
    page.set_viewport_size(ZOOMED)
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED["width"]
    assert page.evaluate(MARGIN) >= 16, "the text touches the edge of the window"
    page.set_viewport_size(DESK)
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
    assert page.evaluate(SIDEWAYS, ".highlight code, .arithmatex") == [], "boxes scroll sideways at 1280 px"
    assert page.evaluate(BROKEN_FOLDS) == []
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = false")
    screens = page.evaluate("document.querySelector('article').offsetHeight") / DESK["height"]
    report[str(source)] = {"screens": screens, "sideways": len(sideways), "bytes": weight}
    assert seen.wrong == []


def test_a_page_says_what_it_is(site, source):
    head = site.file(source.path).read_text(encoding="utf-8").partition("</head>")[0]
    address = site.address + source.path
    assert f'<link rel="canonical" href="{address}">' in head
    assert f'<meta property="og:url" content="{address}">' in head
    description = yaml.safe_load(source.text.split("---\n")[1])["description"]
    for name in ('name="description"', 'property="og:description"'):
        assert unescape(re.search(f'<meta {name} content="([^"]*)">', head)[1]) == description
