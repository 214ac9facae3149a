"""Code as a reader of any language sees it: its tokens and layout, without comments and docstrings."""

import ast
import io
import re
import tokenize
from collections import Counter
from functools import lru_cache

IGNORED = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}
LAYOUT = {tokenize.NEWLINE: "end of line", tokenize.DEDENT: "end of indentation"}
NUMBER = re.compile(r"\d+(?:[./]\d+)?")
STRING = re.compile(r"[rbuf]{0,2}['\"]", re.I)
CHINESE = "一二三四五六七八九十"
ENGLISH = ["one", "first", "two", "second", "three", "third", "four", "fourth", "five", "fifth"]
DOCUMENTED = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Token = tuple[str, int]  # what it is, and its line from 1


@lru_cache(maxsize=4096)  # a block is read again for every pair it stands in
def code_tokens(source: str) -> tuple[Token, ...]:
    """Tokens of Python source that its translation must have too; of what is no Python, its lines."""
    try:
        skip = _docstrings(ast.parse(source))
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (SyntaxError, ValueError, tokenize.TokenError):
        return tuple((line, number) for number, line in enumerate(source.split("\n"), 1))
    found: list[Token] = []
    for token in tokens:
        if token.type in IGNORED or token.start in skip:
            continue
        text = LAYOUT.get(token.type, token.string)
        if token.type == tokenize.INDENT:
            text = f"indentation by {len(token.string)}"
        found.append((text, token.start[0]))
    return tuple(found)


def same_but_words(one: str, two: str) -> bool:
    """Whether two tokens differ in nothing but the words of a string: its numbers are equal, in any order.

    A number may be spelled out on one side: `第一步`, `Step 1`.
    """
    if not (STRING.match(one) and STRING.match(two)):
        return one == two
    ones, twos = Counter(NUMBER.findall(one)), Counter(NUMBER.findall(two))
    return not ((ones - twos) - _spelled(two)) and not ((twos - ones) - _spelled(one))


def _spelled(text: str) -> Counter[str]:
    """Small numbers that a text writes as words."""
    found = Counter(str(CHINESE.index(m[1]) + 1) for m in re.finditer(f"([{CHINESE}])", text))
    found.update(
        str(ENGLISH.index(word) // 2 + 1) for word in re.findall(r"[a-z]+", text.lower()) if word in ENGLISH
    )
    return found


def words(source: str) -> list[str]:
    """The prose inside code: its comments and docstrings."""
    try:
        skip = _docstrings(ast.parse(source))
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        return [t.string for t in tokens if t.type == tokenize.COMMENT or t.start in skip]
    except (SyntaxError, ValueError, tokenize.TokenError):
        return [source]


def _docstrings(tree: ast.AST) -> set[tuple[int, int]]:
    """Where the docstrings begin: line and column."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and node.body and isinstance(node.body[0], ast.Expr):
            value = node.body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found.add((value.lineno, value.col_offset))
    return found
