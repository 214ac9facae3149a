"""Markup that a page may have: tables of HTML, classes and admonitions. What is in none could hide or feign."""

import re
from itertools import chain

from lessonproof.page.numbers import PROOF, ProvedNumber
from lessonproof.page.passages import Layout
from lessonproof.page.scan import Fault
from lessonproof.page.shown import Shown

CLASSES = frozenset({"actions", "doors", "aha", "small", "md-button", "md-button--primary"})
KINDS = frozenset(
    "note abstract info tip success question warning failure danger bug example quote inline end".split()
)
BLOCK = re.compile(
    r"(?:\s+class=\"(?P<classes>[\w -]+)\")?\s+markdown\s*"
)  # else what it holds is no Markdown
BARE = re.compile(r"\s*/?")
HTML = {"div": BLOCK} | dict.fromkeys(
    ("br", "wbr", "sup", "sub", "b", "i", "em", "strong", "small", "mark"), BARE
)
ADDRESS = re.compile(r"<(?:https?://[^>\s]*|[\w.+-]+@[\w.-]+)>")
TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][^\s<>/]*)(?P<rest>[^<>]*)(?P<end>>?)")
RAW = re.compile(r"<!\[CDATA|<\?|<!(?!--)", re.I)
CLASS_LIST = re.compile(r"\{:?[ \t]*(?P<classes>\.[\w-]+(?:[ \t]+\.[\w-]+)*)[ \t]*\}")
CITED = re.compile(r"\{ data-claim=\"[^\"\n]*\" \}")


def markup(shown: Shown, layout: Layout, numbers: list[ProvedNumber]) -> list[Fault]:
    """Tags, attribute lists and admonitions beside those tables; proved numbers where none is shown."""
    faults = [
        Fault(m.start(), f"{m[0]} is written in Markdown: what HTML shows is not proved")
        for m in RAW.finditer(shown.tagged)
    ]
    faults += _tags(shown.tagged)
    for start, text in shown.attributes:
        if not (PROOF.fullmatch(text) or CITED.fullmatch(text)):
            m = CLASS_LIST.fullmatch(text)
            names = m["classes"].replace(".", " ").split() if m else []
            if not m or set(names) - CLASSES:
                known = ", ".join(sorted(CLASSES))
                faults.append(Fault(start, f"{text} could hide what it stands at; known classes: {known}"))
    for container in layout.containers:
        if container.mark != "===" and not set(container.kind.split()) <= KINDS:
            known = ", ".join(sorted(KINDS))
            faults.append(Fault(container.start, f"no admonition is called {container.kind}; known: {known}"))
    places = chain(
        ((words.start, len(words.text), words.kind) for words in shown.words),
        ((f.start, len(f.tex) + 2, "formula") for f in shown.formulas if f.display),
    )
    for start, length, kind in places:
        for number in numbers:
            if start <= number.start < start + length:
                said = f"{number.shown} stands in the {kind}, where no reader sees that it is proved"
                faults.append(Fault(number.start, f"{said}: say it in the text"))
    return faults


def _tags(text: str) -> list[Fault]:
    """Tags that are not in the table, or say more than it allows."""
    faults = []
    for m in TAG.finditer(ADDRESS.sub(lambda address: " " * len(address[0]), text)):
        name, line = m["name"].lower(), text[text.rfind("\n", 0, m.start()) + 1 : m.start()]
        if not m["end"] and line.strip("> "):
            continue  # a sign of comparison
        if name not in HTML:
            faults.append(
                Fault(m.start(), f"<{m['name']} is written in Markdown: what HTML shows is not proved")
            )
            continue
        said = (BARE if m["close"] else HTML[name]).fullmatch(m["rest"]) if m["end"] else None
        classes = (said.groupdict().get("classes") or "").split() if said else []
        if said is None or set(classes) - CLASSES:
            form = '<div class="…" markdown>' if name == "div" else f"<{name}>"
            known = f"; known classes: {', '.join(sorted(CLASSES))}" if name == "div" else ""
            faults.append(
                Fault(m.start(), f"<{name}{m['rest']}> could hide what it holds; write {form}{known}")
            )
    return faults
