"""Where Python-Markdown holds indented text: containers, and what stands free of the lines around it."""

import re

OPENER = re.compile(r"(?:!!!|\?\?\?\+?|===[!+]*|[-*+]|\d+\.)(?:[ \t]|$)")  # what holds indented text
HEADING = re.compile(r"#{1,6}[^#]")
RULE = re.compile(r"(?:(?:-[ ]{0,2}){3,}|(?:_[ ]{0,2}){3,}|(?:\*[ ]{0,2}){3,})$")
HTML = re.compile(r".*</?div\b", re.I)  # the one block of HTML that a page may have
TAB = 4  # how far Python-Markdown indents what a container holds
DEFINITION = re.compile(r"\[[^\]]+\]:")  # taken out of the page, with nothing left to go on from


def rendered(text: str, start: int, prefix: str) -> bool:
    """Whether a fence with this prefix is a fence there, not text that is indented or outside its container."""
    above = text[:start].split("\n")[:-1]
    outside, quote, _ = prefix.partition(">")
    if not _held(above, len(outside)):
        return False
    if not quote:
        return True
    depth = prefix.count(">")
    marks = re.compile(rf"(?:[ ]*>[ ]?){{{depth}}}")
    quoted: list[str] = []
    for line in reversed(above):
        m = marks.match(line)
        if not m:
            break
        quoted.insert(0, line[m.end() :])
    m = marks.match(prefix)
    return _held(quoted, len(prefix) - (m.end() if m else 0))


def _held(above: list[str], indent: int) -> bool:
    """Whether the lines above hold text that is indented so far."""
    lines = list(above)
    while indent >= TAB:
        while lines and (_indent(lines[-1]) >= indent or not lines[-1].strip()):
            lines.pop()
        if not lines or not _opens(lines):
            return False
        holder = _indent(lines[-1])
        if not 0 <= indent - TAB * (holder // TAB + 1) < TAB:
            return False
        indent = holder
    return True


def _opens(lines: list[str]) -> bool:
    """Whether the last line holds what is indented below it: a container's first line, where one can begin."""
    indent, line = _indent(lines[-1]), lines[-1].strip()
    above, words = (_indent(lines[-2]), lines[-2].strip()) if len(lines) > 1 else (0, "")
    if line[0] in "!?=" and indent % TAB:
        return False
    clear = not words or words.endswith("-->") or above > indent
    return (
        bool(OPENER.match(line))
        and not RULE.match(line)
        and (clear or bool(OPENER.match(words) or HEADING.match(words)))
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def begins(line: str, before: str) -> bool:
    """Whether a line begins something new, so that its indentation counts."""
    above = before.lstrip("> ")
    return (
        not above
        or _depth(line) != _depth(before)
        or any(kind.match(above) for kind in (OPENER, HEADING, DEFINITION, RULE, HTML))
    )


def _depth(line: str) -> int:
    """How deep in quotes a line stands."""
    return line[: len(line) - len(line.lstrip("> "))].count(">")


def free(before: str) -> bool:
    """Whether a fence may begin behind this text: its last line is blank, closes something or opens a container."""
    line = before.removesuffix("\n").rsplit("\n", 1)[-1].lstrip("> ")
    return not line or line.endswith("-->") or not line.strip("`~ ") or bool(OPENER.match(line))


def ends(behind: str) -> bool:
    """Whether what stands behind a fence is something of its own: nothing, a comment, a fence."""
    return not behind or behind.startswith(("<!--", "```", "~~~"))
