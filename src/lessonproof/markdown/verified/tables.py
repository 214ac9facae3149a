"""The parts of the account, each as lines of Markdown."""

import posixpath
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lessonproof.markdown.verified.words import COLUMNS, LIES, REASONS, WORDS, Said
from lessonproof.page import Page


@dataclass(frozen=True)
class Account:
    """What is known of a course.

    Attributes:
        language: In which it is told.
        docs: Where the pages are.
        place: The page that tells it, below the folder of its language.
        proof: What the last proof left.
        lies: What became of the lies.
        gpu: What a GPU proved last; None if none did.
    """

    language: str
    docs: Path
    place: str
    proof: dict[str, Any]
    lies: dict[str, Any]
    gpu: dict[str, Any] | None

    def said(self, words: Said) -> str:
        """Words in the language of the page."""
        return words[self.language]

    def link(self, name: str) -> str:
        """A link to the page that proofs call `zh/learn/scaling`, under its title."""
        file = f"{name.partition('/')[2]}.md"
        title = Page.read(self.docs / self.language / file).front_matter.entries["title"]
        return f"[{title}]({posixpath.relpath(file, posixpath.dirname(self.place))})"

    @property
    def pages(self) -> dict[str, dict[str, int]]:
        """Counts of the pages in this language."""
        return {
            name: row for name, row in self.proof["pages"].items() if name.startswith(f"{self.language}/")
        }

    @property
    def total(self) -> dict[str, int]:
        """Counts of all of them."""
        return self.proof["languages"][self.language]


def pages(account: Account) -> list[str]:
    """What each page holds; pages that hold nothing proved are left out."""
    kinds = [kind for kind in COLUMNS if kind in account.total]
    rows = [[account.said(WORDS["page"]), *(account.said(COLUMNS[kind]) for kind in kinds)]]
    rows.append(["---", *("---:" for _ in kinds)])
    for name, row in account.pages.items():
        if any(row[kind] for kind in kinds):
            rows.append([account.link(name), *(f"{row[kind]:,}" for kind in kinds)])
    rows.append([account.said(WORDS["all"]), *(f"{account.total[kind]:,}" for kind in kinds)])
    return _table(rows)


def versions(account: Account) -> list[str]:
    """What it ran on."""
    ran = account.proof["versions"]
    facts = [("Python" if name == "python" else name, f"`{version}`") for name, version in ran.items()]
    facts.append((account.said(WORDS["device"]), account.proof.get("gpu") or account.proof["device"].upper()))
    facts.append((account.said(WORDS["gpu"]), _gpu(account)))
    return [f"- {name}{account.said(WORDS['colon'])}{fact}" for name, fact in facts]


def _gpu(account: Account) -> str:
    """The last run on a GPU, or that there was none."""
    if account.gpu is None:
        return account.said(WORDS["not run"])
    torch, counts = account.gpu["versions"]["torch"], account.gpu["languages"][account.language]
    facts = {"date": account.gpu["date"], "gpu": account.gpu["gpu"], "torch": torch, **counts}
    return account.said(WORDS["gpu run"]).format(**facts)


def skips(account: Account) -> list[str]:
    """Blocks that do not run, or run on the CPU alone, each with its reason."""
    colon = account.said(WORDS["colon"])
    found = [
        f"- {account.link(name)}{account.said(REASONS[row['kind']])}{colon}{row['reason']}"
        for name in account.pages
        for row in account.proof["reasons"].get(name, [])
    ]
    return [account.said(WORDS["exceptions"]).format(**account.total), "", *found]


def lies(account: Account) -> list[str]:
    """How many lies of each kind were planted, and how many of them were noticed.

    Raises:
        ValueError: The account has a kind that no table names, or lacks one.
    """
    found, named = account.lies["kinds"], [kind for _, kinds in LIES for kind in kinds]
    if apart := sorted(set(found) ^ set(named)):
        raise ValueError(f"mutation.json and the tables differ in {', '.join(apart)}: run make mutate")
    lines: list[str] = []
    for title, kinds in LIES:
        planted, caught = (sum(found[kind][name] for kind in kinds) for name in ("planted", "caught"))
        rows = [[account.said(WORDS["changed"]), account.said(WORDS["noticed"])], ["---", "---:"]]
        rows += [[account.said(words), _of(account, **found[kind])] for kind, words in kinds.items()]
        lines += [f'??? note "{account.said(WORDS["sum"]).format(account.said(title), planted, caught)}"', ""]
        lines += [*(f"    {line}" for line in _table(rows)), ""]
    return lines


def _of(account: Account, planted: int, caught: int) -> str:
    return f"{caught:,} / {planted:,}" if planted else account.said(WORDS["none"])


def _table(rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(row) + " |" for row in rows]


PARTS: dict[str, Callable[[Account], list[str]]] = {
    "pages": pages, "versions": versions, "skips": skips, "lies": lies
}  # fmt: skip
