"""The links of the built sites, as they are served: `tools.site.links` has looked at all of them before."""

from tools.site.links import Sites


def test_every_link_of_both_sites_holds(site):
    """And there is something to hold: the planted faults are in tests/tools/test_links.py."""
    sites = Sites(site.folder, site.address + "/")
    assert sites.faults() == []
    for source in (source for language in site.roots for source in site.pages(language)):
        page = sites.folder / source.path.lstrip("/") / "index.html"
        assert page in sites.pages
        targets = {target for target, _, _ in sites.document(page).references}
        assert {f"{site.address}{source.path}", source.twin.path} <= targets, (
            "its own address, and its twin's"
        )


def test_a_dead_link_in_a_built_page_is_found(site, tmp_path):
    page = site.file("/learn/multi-head-attention/").read_text(encoding="utf-8")
    assert 'href="multi-head-attention.py"' in page
    page = page.replace("</article>", '<img src="https://x.org/a.png"></article>')
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    found = Sites(tmp_path, site.address + "/").faults()
    assert any("'multi-head-attention.py' is not there" in fault for fault in found)
    assert any("'https://x.org/a.png' comes from elsewhere" in fault for fault in found)
