"""Code as a reader of any language sees it: its tokens and layout, without comments and docstrings."""

import ast
import io
import re
import tokenize
from collections import Counter
from functools import lru_cache

IGNORED = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}
LAYOUT = {tokenize.NEWLINE: "end of line", tokenize.DEDENT: "end of indentation"}
NUMBER = re.compile(r"(?:(?<![A-Za-z0-9_.)\]}])[-−])?\d+(?:[./]\d+)?")
ORDERED = (
    tuple(  # words between two numbers that may not change places; languages order all others as they like
        re.compile(f"({NUMBER.pattern}) ?(?:{words}) ?({NUMBER.pattern})")
        for words in (
            "除以|divided by|over|÷",
            "减去?|minus|−|-",
            "到|至|～|to|–",
            "大于|多于|greater than|more than|>",
            "小于|少于|less than|fewer than|<",
        )
    )
)
STRING = re.compile(r"[rbuf]{0,2}['\"]", re.I)
HAN = re.compile("[\u3400-\u9fff]")
CHINESE = "一二三四五六七八九十"
COUNTED = "个步头行列层次种维块组段项条张份倍位轮对"  # what a number stands before: 一般 and 统一 are none
COUNT = re.compile(
    f"第([{CHINESE}])|([{CHINESE}两])(?=[{COUNTED}])|(?<!{HAN.pattern})([{CHINESE}])(?!{HAN.pattern})"
)
ENGLISH = ["one", "first", "two", "second", "three", "third", "four", "fourth", "five", "fifth"]
DOCUMENTED = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
UNCOMMENTED = {  # a line up to its comment; in a shell, # begins one behind a blank only
    "none": re.compile(r".*"),
    "python": re.compile(r"(?:'[^'\n]*'|\"[^\"\n]*\"|[^#])*"),
    "shell": re.compile(r"(?:'[^'\n]*'|\"[^\"\n]*\"|[^#]|(?<=\S)#)*"),
}
Token = tuple[str, int]  # what it is, and its line from 1


@lru_cache(maxsize=4096)  # a block is read again for every pair it stands in
def code_tokens(source: str) -> tuple[Token, ...]:
    """Tokens of Python source that its translation must have too; of what is no Python, its lines without comments."""
    try:
        skip = _docstrings(ast.parse(source))
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (SyntaxError, ValueError, tokenize.TokenError):
        return uncommented(source, "python")
    found: list[Token] = []
    for token in tokens:
        if token.type in IGNORED or token.start in skip:
            continue
        text = LAYOUT.get(token.type, token.string)
        if token.type == tokenize.INDENT:
            text = f"indentation by {len(token.string)}"
        found.append((text, token.start[0]))
    return tuple(found)


def uncommented(source: str, manner: str) -> tuple[Token, ...]:
    """Lines without comments and blanks at their ends; those that hold nothing else are left out."""
    found = ((UNCOMMENTED[manner].match(line), n) for n, line in enumerate(source.split("\n"), 1))
    return tuple((m[0].rstrip(), n) for m, n in found if m and m[0].strip())


def same_but_words(one: str, two: str) -> bool:
    """Whether two tokens differ in nothing but the words of a string: its numbers are equal.

    A string without Chinese on either side is no translation: it is a key, a name, a file, and equal.
    """
    if not (STRING.match(one) and STRING.match(two)) or not (HAN.search(one) or HAN.search(two)):
        return one == two
    return same_numbers(one, two)


def same_numbers(one: str, two: str) -> bool:
    """Whether two texts have equal numbers: one may be spelled out, `第一步`, `Step 1`; what is divided stays so."""
    ones, twos = Counter(numbers_in(one)), Counter(numbers_in(two))
    equal = not ((ones - twos) - _spelled(two)) and not ((twos - ones) - _spelled(one))
    turned = ({pair[::-1] for pair in kind.findall(one)} & set(kind.findall(two)) for kind in ORDERED)
    return equal and not any(a != b for pairs in turned for a, b in pairs)


def numbers_in(text: str) -> list[str]:
    """The numbers that a text has in digits, with their signs."""
    return [number.replace("−", "-") for number in NUMBER.findall(text)]


def _spelled(text: str) -> Counter[str]:
    """Small numbers that a text writes as words."""
    signs = (m[m.lastindex or 0] for m in COUNT.finditer(text))
    found = Counter("2" if sign == "两" else str(CHINESE.index(sign) + 1) for sign in signs)
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
