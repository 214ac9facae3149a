"""A course in memory: one pair of pages, one side of which lies or is missing."""

from lessonproof.course import Course
from lessonproof.page import Page


class Doctored(Course):
    """A course as if this were its only page.

    Args:
        course: The course as it is.
        name: The page, below the folder of its language.
        sides: What each language has in its place; None if it has no such page.
    """

    def __init__(self, course: Course, name: str, sides: dict[str, Page | None]) -> None:
        super().__init__(course.docs, course.languages)
        self.name_of_page, self.sides = name, sides

    def files(self, language: str) -> list[str]:
        """The one page, if this language has it."""
        return [self.name_of_page] if self.sides[language] else []

    def page(self, language: str, name: str) -> Page:
        """That page as it is doctored.

        Raises:
            FileNotFoundError: This language does not have it.
        """
        page = self.sides[language] if name == self.name_of_page else None
        if page is None:
            raise FileNotFoundError(f"{self.docs / language / name} is not in this course")
        return page
