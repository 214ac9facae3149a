"""The search finds the right page first, in both languages, whole words and parts of names."""

LESSON, CONVENTIONS = "learn/multi-head-attention", "reference/conventions"
MASKS, GLOSSARY = "reference/mask-conventions", "reference/glossary"
QUERIES = {
    "zh": {
        "多头注意力": {LESSON},
        "掩码": {LESSON, CONVENTIONS, MASKS},
        "权重": {LESSON, CONVENTIONS},
        "点积": {LESSON},
        "全掩码行": {LESSON, CONVENTIONS, MASKS},
        "attention": {LESSON},
        "inference_mode": {LESSON},
        "MultiheadAttention": {LESSON, CONVENTIONS},
        "Keras": {MASKS},
        "repeat_interleave": {MASKS},
        "剪枝": {GLOSSARY},
    },
    "en": {
        "multi-head attention": {LESSON},
        "attention": {LESSON},
        "mask": {LESSON, CONVENTIONS, MASKS},
        "heads": {LESSON},
        "weights": {LESSON, CONVENTIONS},
        "fully masked row": {LESSON, CONVENTIONS, MASKS},
        "inference_mode": {LESSON},
        "MultiheadAttention": {LESSON, CONVENTIONS},
        "Keras": {MASKS},
        "repeat_interleave": {MASKS},
        "pruning": {GLOSSARY},
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
        box.fill(words)
        seen.page.keyboard.press("Shift")  # one key, one search: none for half a word
        link = seen.page.locator(".md-search-result__item a").first
        link.wait_for()
        first[words] = link.evaluate("a => new URL(a.href).pathname")
    paths = {source.name: source.path for source in site.pages(language)}
    pages = {path: name for name, path in paths.items()}
    wrong = [
        f"{pages.get(first[words], first[words])} now comes first for {words!r}: add it to QUERIES or change its title"
        for words, names in QUERIES[language].items()
        if first[words] not in {paths[name] for name in names}
    ]
    assert not wrong, "\n".join(wrong)
    assert seen.wrong == []


SIGNED = "mask: title:mask -mask +mask mask^2 mask~1 mask* mask\\ ^mask: attention:".split()
FOUND = "document.querySelectorAll('.md-search-result__item').length"


def test_signs_are_no_commands(watch, site, language):
    """What lunr would read as a field, a boost, a wildcard or an exclusion is passed over."""
    seen = watch(site.roots[language])
    box = seen.page.locator("[data-md-component=search-query]")
    box.click(force=True)
    for words in SIGNED:
        box.fill("")
        seen.page.wait_for_function(f"{FOUND} === 0")
        box.fill(words)
        seen.page.keyboard.press("Shift")
        seen.page.wait_for_function(f"{FOUND} > 0")
        marked = " ".join(seen.page.locator(".md-search-result mark").all_text_contents()).lower()
        assert ("attention" if "attention" in words else "mask") in marked, words
    assert seen.wrong == []


def test_the_bibliography_stays_out_of_the_search(site, language):
    index = site.file(site.roots[language] + "search/search_index.json").read_text(encoding="utf-8")
    assert '"location":"learn/multi-head-attention/' in index
    assert "reference/bibliography/" not in index
