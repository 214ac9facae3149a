"""Words of drawings: the texts inside the expression of a figure, with the numbers that somebody typed in them."""

import ast
import io
import tokenize

from lessonproof.page.directives import Directive
from lessonproof.page.passages import Passage, of_words
from lessonproof.page.typed import Typed, typed


def drawn_words(page: str, figure: Directive) -> list[Passage]:
    """The texts of a figure's expression; none if it is no expression."""
    _, expression = figure.figure
    offset = page.find(expression, figure.start)
    lines = [0]
    for line in expression.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    found: list[Passage] = []
    try:
        ast.parse(f"({expression}\n)", mode="eval")
        for token in tokenize.generate_tokens(io.StringIO(expression).readline):
            quoted = (
                token.type == tokenize.STRING
                and "f" not in token.string.partition(token.string[-1])[0].lower()
            )
            if quoted and isinstance(text := ast.literal_eval(token.string), str) and text.strip():
                at = offset + lines[token.start[0] - 1] + token.start[1]
                found.append(of_words("drawn", text, at + token.string.index(token.string[-1]) + 1))
    except (SyntaxError, ValueError, tokenize.TokenError):
        return []
    return found


def drawn_numbers(figure: Directive) -> list[Typed]:
    """Numbers typed in a figure's words that its drawing must show."""
    _, expression = figure.figure
    words = drawn_words(expression, Directive(figure.word, figure.rest, 0, 0, 0))
    return [number for passage in words for number in typed(passage.text) if number.claims]
