"""The author's server shows pages with the styles that a finished site gets only after its build."""

import json
import shutil
import subprocess

import pytest

from tools.places import HERE, Places
from tools.programs import variables
from tools.site import live


@pytest.fixture
def here(tmp_path, monkeypatch):
    root = tmp_path / "a b 中文"
    shutil.copytree(HERE.root / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("docs/en", "docs/theme", "src", "build/downloads/en/learn/lesson"):
        (root / folder).mkdir(parents=True)
    (root / "docs/en/index.md").write_text("# Home\n")
    (root / "build/downloads/en/learn/lesson/example_01.py").write_text("1 + 1\n")
    (root / "mkdocs.en.yml").write_text(
        "site_name: x\ndocs_dir: docs/en\nextra_css: [assets/katex/katex.min.css]\n"
        "theme: {name: mkdocs, custom_dir: docs/theme}\n"
    )
    (root / "node_modules").symlink_to(HERE.node_modules)
    monkeypatch.setattr(live, "HERE", Places(root))
    return live.HERE


def test_styles_and_downloads_are_there_without_a_warning(here, tmp_path):
    config = live.prepare("en")
    command = [HERE.python, "-m", "mkdocs", "build", "--strict", "-f", config, "-d", tmp_path / "out"]
    done = subprocess.run(
        command, cwd=here.root, env=variables(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    katex = here.node_modules / "katex/dist"
    made = tmp_path / "out/assets/katex"
    assert (made / "katex.min.css").read_bytes() == (katex / "katex.min.css").read_bytes()
    assert {font.name for font in made.glob("fonts/*")} == {font.name for font in katex.glob("fonts/*")}
    assert (tmp_path / "out/learn/lesson/example_01.py").read_text() == "1 + 1\n"
    assert 'href="assets/katex/katex.min.css"' in (tmp_path / "out/index.html").read_text()
    assert [file.name for file in (here.root / "docs").rglob("*") if file.is_file()] == ["index.md"]


def test_the_server_reloads_and_stands_at_the_address_it_was_built_for(here, monkeypatch):
    monkeypatch.setattr(live, "temporary", dict)
    command, more = live.command("en", 8123)
    assert command[-2:] == ["-a", "127.0.0.1:8123"]
    assert "--livereload" in command
    assert more["SITE_URL_EN"] == "http://127.0.0.1:8123/en/"


def test_a_page_that_nobody_proved_is_shown_and_the_drawing_awaited(here, tmp_path):
    """The configuration that authors see names the page to the extensions, and watches for its drawings."""
    (here.root / "docs/en/index.md").write_text("# Home\n\n<!-- figure: split = draw(1) -->\n")
    with (here.root / "mkdocs.en.yml").open("a") as file:
        file.write("markdown_extensions: {lessonproof.markdown.figures: {}}\n")
    config = live.prepare("en")
    assert json.loads(config.read_text())["watch"] == ["../src", "../docs/theme", "figures"]
    assert (config.parent / "figures").is_dir()
    command = [HERE.python, "-m", "mkdocs", "build", "--strict", "-d", tmp_path / "out", "-f"]
    for file, code in ((config, 0), (here.root / "mkdocs.en.yml", 1)):
        done = subprocess.run(
            [*command, file], cwd=here.root, env=variables(), capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        if code == 0:
            text = (tmp_path / "out/index.html").read_text()
            assert "prove this page to draw split: <code>" in text
            assert "-m pytest docs/en/index.md</code>" in text
