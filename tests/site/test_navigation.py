"""From page to page and from language to language."""

from urllib.parse import urljoin

SWITCH = ".md-select__link[hreflang={}]"
POINTS = "([link, address]) => document.querySelector(link)?.href === address"


def follow(page, selector):
    """Click a link that may be in a closed menu, and wait until its page is shown."""
    target = page.locator(selector).first.evaluate(
        "link => { const {href} = link; link.click(); return href }"
    )
    page.wait_for_function("href => location.href === href", arg=target)
    page.wait_for_function(
        "document.querySelector('link[rel=canonical]')?.href === location.href.split('#')[0]"
    )


def await_switch(page, site, source, fragment=""):
    """Wait until the language link points at the twin of a page: it is renewed after the page, not with it."""
    link = SWITCH.format(source.twin.language)
    page.wait_for_function(POINTS, arg=[link, site.address + source.twin.path + fragment])
    return link


def test_navigation_keeps_the_document(watch, site, language):
    home, *others = sorted(site.pages(language), key=lambda source: source.name != "index")
    seen = watch(home.path)
    seen.page.evaluate("window.mark = 1")
    for source in others:
        follow(seen.page, f"a.md-nav__link[href$='{source.path.removeprefix(home.path)}']")
        assert seen.page.url == site.address + source.path
        assert seen.page.evaluate("window.mark") == 1, "the document was loaded anew"
        await_switch(seen.page, site, source)
    assert seen.wrong == []


def test_the_switch_stays_on_the_page_and_the_section(watch, site, language):
    lesson = site.pages(language, "{ #quiz }")[0]
    seen = watch(lesson.path + "#quiz")
    await_switch(seen.page, site, lesson, "#quiz")
    seen.page.evaluate("location.hash = 'by-hand'")
    follow(seen.page, await_switch(seen.page, site, lesson, "#by-hand"))
    assert seen.page.evaluate("document.documentElement.lang.slice(0, 2)") == lesson.twin.language
    follow(seen.page, await_switch(seen.page, site, lesson.twin, "#by-hand"))
    assert seen.page.url == f"{site.address}{lesson.path}#by-hand"
    assert seen.wrong == []


def test_the_switch_follows_every_way_to_a_section(watch, site, language):
    lesson = site.pages(language, "{ #quiz }")[0]
    seen = watch(lesson.path)
    await_switch(seen.page, site, lesson)
    seen.page.evaluate("location.hash = 'typed'")
    await_switch(seen.page, site, lesson, "#typed")
    follow(seen.page, "article a.headerlink[href$='#idea']")
    await_switch(seen.page, site, lesson, "#idea")
    seen.page.go_back()
    await_switch(seen.page, site, lesson, "#typed")
    seen.page.go_back()
    await_switch(seen.page, site, lesson)
    seen.page.go_forward()
    await_switch(seen.page, site, lesson, "#typed")
    assert seen.wrong == []


def test_dark_stays_dark_in_the_other_language(watch, site, language):
    (home,) = (source for source in site.pages(language) if source.name == "index")
    seen = watch(home.path, color_scheme="light")
    for scheme in ("slate", "default"):
        seen.page.locator("label.md-header__button[for^=__palette]:visible").click()
        for source in (home, home.twin):
            seen.page.wait_for_function(
                "scheme => document.body?.dataset.mdColorScheme === scheme", arg=scheme
            )  # the other language is another document
            follow(seen.page, await_switch(seen.page, site, source))
    assert seen.wrong == []


def test_the_switch_works_without_javascript(watch, site, source):
    seen = watch(source.path, java_script_enabled=False)
    link = seen.page.locator(SWITCH.format(source.twin.language))
    twin = urljoin(seen.page.url, link.get_attribute("href"))
    assert twin == site.address + source.twin.path
    assert site.file(source.twin.path).is_file()


def test_a_missing_page_speaks_both_languages(watch, site, language):
    seen = watch(site.roots[language] + "nothing/here/")
    assert seen.wrong.pop(0) == f"404: {site.address}{site.roots[language]}nothing/here/"
    for words in ("没有这一页", "There is no such page"):
        assert seen.page.get_by_text(words).is_visible()
    for links in ("article a", "a.md-select__link"):
        ways_out = seen.page.locator(links).evaluate_all("links => links.map(link => link.href)")
        assert ways_out == [site.address + root for root in site.roots.values()]
    assert seen.page.evaluate("document.documentElement.lang.slice(0, 2)") == language
    assert seen.wrong == ["Failed to load resource: the server responded with a status of 404 (Not Found)"]
