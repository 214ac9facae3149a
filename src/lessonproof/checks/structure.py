"""Every page reads as it will be shown, and nothing beside the pages is published unproved."""

from pathlib import PurePath

from lessonproof.course import Course
from lessonproof.problem import Problem

UNPROVED = {".markdown", ".mdown", ".mkdn", ".mkd", ".html", ".htm", ".md"}  # published as pages


def structure(course: Course) -> list[Problem]:
    """What is wrong with single pages before anything runs."""
    found: list[Problem] = []
    for language in course.languages:
        for link in course.links(language):
            text = "a symbolic link: it is published, and what lies behind it is not proved; write a file"
            found.append(Problem(f"{course.docs.name}/{language}/{link}".removesuffix("/."), 0, text))
        for file in course.files(language):
            if PurePath(file).name.casefold() == "readme.md":
                text = "is published as the index of its folder: name it index.md"
                found.append(Problem(f"{course.docs.name}/{language}/{file}", 0, text))
            suffix = PurePath(file).suffix
            if suffix == ".md":
                found += course.page(language, file).problems
            elif suffix.lower() in UNPROVED:
                text = f"a page that is published and never proved: name it {PurePath(file).with_suffix('.md').name}"
                found.append(Problem(f"{course.docs.name}/{language}/{file}", 0, text))
    return found
