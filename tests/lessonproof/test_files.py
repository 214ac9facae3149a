import stat

import pytest

from lessonproof import files
from lessonproof.page import Page


@pytest.mark.parametrize(
    "raw", [b"a\nb\n", b"a\r\nb\r\n", b"\xef\xbb\xbfa\r\nb\r\n", b"\xef\xbb\xbfa\n", b"a", b""]
)
def test_a_file_is_written_back_as_it_was(tmp_path, raw):
    path = tmp_path / "a.md"
    path.write_bytes(raw)
    text = files.read(path)
    assert "\r" not in text.text
    assert not text.text.startswith("\ufeff")
    files.write_whole(path, text.as_written(text.text))
    assert path.read_bytes() == raw


@pytest.mark.parametrize("raw", [b"a\r\nb\n", b"a\rb\r", b"a\nb\r\nc\r\n"])
def test_line_ends_of_several_kinds_are_refused(tmp_path, raw):
    path = tmp_path / "a.md"
    path.write_bytes(raw)
    (problem,) = Page.read(path).problems
    assert "line ends of several kinds" in problem.text


def test_a_mark_and_windows_lines_do_not_shift_anything(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf# a { #a }\r\n\r\n```python\r\nx = 1\r\n```\r\n")
    page = Page.read(path)
    assert (page.headings[0].line, page.blocks[0].code.code_line, page.blocks[0].code.source) == (
        1,
        4,
        "x = 1\n",
    )
    assert page.problems == []


def test_what_is_no_text_is_named(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"ab\xff")
    with pytest.raises(ValueError, match=r"a\.md is not UTF-8: byte 2"):
        files.read(path)


def test_writing_keeps_mode_and_link(tmp_path):
    path, link = tmp_path / "a.md", tmp_path / "link.md"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write_whole(link, "new")
    assert path.read_text() == "new"
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.md", "link.md"]


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        files.write_whole(path, "\ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
