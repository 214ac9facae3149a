"""Front matter: a title and a description on every page, in the page's language."""

import re

from lessonproof.course import Course
from lessonproof.page import Page
from lessonproof.problem import Problem

KNOWN = {"title": str, "description": str, "hide": list, "search": dict}
NEEDED = ("title", "description")
LONGEST = 60  # characters of a title: what a search result shows
HAN = re.compile(r"[\u3400-\u9fff]")
CHINESE = "zh"


def front_matter(course: Course) -> list[Problem]:
    """What is wrong with front matter, page by page and between twins."""
    found: list[Problem] = []
    said: dict[tuple[str, str, str], str] = {}  # language by name, entry and what it says
    for language, name, page in course.every_page():
        found += of_page(page, language)
        description = page.front_matter.entries.get("description")
        if not isinstance(description, str):
            continue
        other = said.setdefault((name, "description", description), language)
        if other != language:
            line = page.front_matter.lines.get("description", 1)
            found.append(page.problem(line, f"the description is that of {other}: write it in {language}"))
    return found


def of_page(page: Page, language: str) -> list[Problem]:
    """What is wrong with one page's front matter."""
    if any(problem.text.startswith(("the front matter", "front matter")) for problem in page.problems):
        return []  # it could not be read, and that is said already
    front = page.front_matter
    found = [
        page.problem(1, f"the front matter has no {name}: write {name}: … between two lines of ---")
        for name in NEEDED
        if not front.entries.get(name)
    ]
    for name, value in front.entries.items():
        line = front.lines.get(name, 1)
        if name not in KNOWN:
            found.append(page.problem(line, f"no entry is called {name}; known: {', '.join(KNOWN)}"))
        elif value and not isinstance(value, KNOWN[name]):
            kind = {str: "text", list: "a list", dict: "a mapping"}[KNOWN[name]]
            found.append(page.problem(line, f"{name} is {kind}, not {value!r}"))
        elif name in NEEDED and value and bool(HAN.search(value)) != (language == CHINESE):
            found.append(page.problem(line, f"the {name} is not in the language of {language}: {value!r}"))
        elif name == "title" and len(value or "") > LONGEST:
            said = f"a title has at most {LONGEST} characters, this one has {len(value)}"
            found.append(page.problem(line, said))
    return found
