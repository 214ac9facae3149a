"""New outputs and numbers go in; everything else stays, byte by byte."""

import pytest

from lessonproof.page import Page
from lessonproof.proof.rewrite import Change, number_change, output_change, rewrite

CASES = {
    "plain": ("", "```text\n{}\n```\n", "2", "2"),
    "several lines": ("", "```text\n{}\n```\n", "2\n\n3", "2\n\n3"),
    "blanks at the end of a line": ("", "```text\n{}\n```\n", "2  \n3", "2\n3"),
    "indented": ('!!! note "n"\n\n', '    ```text title="Output"\n    {}\n    ```\n', "2\n\n3", "2\n\n    3"),
    "quoted": ("", "> ```text\n> {}\n> ```\n", "2\n\n3", "2\n>\n> 3"),
    "tildes": ("", "~~~text\n{}\n~~~\n", "2", "2"),
    "braces": ("", '```{{ .text title="Output" }}\n{}\n```\n', "2", "2"),
}


def written(tmp_path, text, changes_of):
    path = tmp_path / "page.md"
    path.write_bytes(text.encode())
    page = Page.read(path)
    return rewrite(page, changes_of(page), path), path.read_bytes().decode()


def shown(page):
    (block,) = page.blocks
    return block.output


@pytest.mark.parametrize(("before", "fence", "got", "inside"), CASES.values(), ids=CASES)
def test_an_output_stays_in_its_place(tmp_path, before, fence, got, inside):
    mark = fence.lstrip("> ")[:3]
    prefix = fence[: fence.index(mark)]
    code = f"{prefix}{mark}python\n{prefix}print(1)\n{prefix}{mark}\n{prefix}".rstrip(" ")
    text = before + code + "\n" + fence.format("1") + "\nwords {} % behind\n"
    problem, new = written(tmp_path, text, lambda page: [output_change(page, shown(page), got + "\n")])
    assert problem is None
    assert new == before + code + "\n" + fence.format(inside) + "\nwords {} % behind\n"
    assert shown(Page(new, "page.md")).source == got.replace("  \n", "\n") + "\n"


@pytest.mark.parametrize("got", ["```\n", "````text\n```\n", "a ``` b\n", "`\n", "~~~\n"])
def test_a_fence_grows_past_what_it_shows(tmp_path, got):
    text = "```python\nprint(1)\n```\n\n```text\n1\n```\n\n## a { #a }\n"
    problem, new = written(tmp_path, text, lambda page: [output_change(page, shown(page), got)])
    assert problem is None
    assert shown(Page(new, "page.md")).source == got
    assert len(Page(new, "page.md").headings) == 1


def test_numbers_and_outputs_together(tmp_path):
    text = 'é `9%`{ data-proof="x" } `1`{ data-proof="x" }\r\n\r\n```python\r\nx\r\n```\r\n```text\r\n1\r\n```\r\n\r\nend'
    problem, new = written(
        tmp_path,
        text,
        lambda page: [
            number_change(page.numbers[0], "33%"),
            output_change(page, shown(page), "2\n3\n"),
            number_change(page.numbers[1], "−12"),
        ],
    )
    assert problem is None
    assert new == text.replace("9%", "33%").replace("`1`", "`−12`").replace("\r\n1\r\n", "\r\n2\r\n3\r\n")


@pytest.mark.parametrize("bad", ["`", "a` b `c", "1\n\n## x { #x }", ""])
def test_nothing_is_written_that_would_change_more(tmp_path, bad):
    text = '`1`{ data-proof="x" }\n\n```python\nx\n```\n'
    problem, new = written(tmp_path, text, lambda page: [number_change(page.numbers[0], bad)])
    assert "nothing rewritten" in str(problem)
    assert new == text


def test_nothing_is_written_outside_of_outputs_and_numbers(tmp_path):
    text = "words\n\n```python\nx\n```\n"
    problem, new = written(tmp_path, text, lambda page: [Change(0, 5, "other")])
    assert "nothing rewritten" in str(problem)
    assert new == text


def test_nothing_is_written_with_lines_of_several_kinds(tmp_path):
    text = '`1`{ data-proof="x" }\r\nb\n'
    problem, new = written(tmp_path, text, lambda page: [number_change(page.numbers[0], "2")])
    assert "several kinds" in str(problem)
    assert new == text
