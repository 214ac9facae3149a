"""The search finds the right page first, in both languages, whole words and parts of names."""

LESSON, CONVENTIONS = "learn/multi-head-attention", "reference/conventions"
QUERIES = {
    "zh": {
        "多头注意力": {LESSON},
        "掩码": {LESSON, CONVENTIONS},
        "权重": {LESSON, CONVENTIONS},
        "点积": {LESSON},
        "全掩码行": {LESSON, CONVENTIONS},
        "attention": {LESSON},
        "inference_mode": {LESSON},
        "MultiheadAttention": {LESSON, CONVENTIONS},
    },
    "en": {
        "multi-head attention": {LESSON},
        "attention": {LESSON},
        "mask": {LESSON, CONVENTIONS},
        "heads": {LESSON},
        "weights": {LESSON, CONVENTIONS},
        "fully masked row": {LESSON, CONVENTIONS},
        "inference_mode": {LESSON},
        "MultiheadAttention": {LESSON, CONVENTIONS},
    },
}


def test_search_finds_the_right_page_first(watch, site, language):
    seen = watch(site.roots[language])
    box = seen.page.locator("[data-md-component=search-query]")
    box.click(force=True)
    first = {}
    for words in QUERIES[language]:
        box.fill("")
        seen.page.wait_for_function("!document.querySelector('.md-search-result__item')")
        seen.page.keyboard.type(words)
        seen.page.keyboard.press("Shift")  # typed CJK has no key events of its own
        link = seen.page.locator(".md-search-result__item a").first
        link.wait_for()
        first[words] = link.evaluate("a => new URL(a.href).pathname")
    paths = {source.name: source.path for source in site.pages(language)}
    wrong = {
        words: first[words]
        for words, names in QUERIES[language].items()
        if first[words] not in {paths[name] for name in names}
    }
    assert wrong == {}
    assert seen.wrong == []


def test_the_bibliography_stays_out_of_the_search(site, language):
    index = site.file(site.roots[language] + "search/search_index.json").read_text(encoding="utf-8")
    assert '"location":"learn/multi-head-attention/' in index
    assert "reference/bibliography/" not in index
