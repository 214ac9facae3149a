import pytest

from lessonproof.page.typed import Statement, stated, typed, typed_code


def claiming(text):
    return [number.text for number in typed(text) if number.claims]


CLAIMING = {
    "decimal": ("It is 0.731 now.", ["0.731"]),
    "decimal at the end": ("It is 0.731.", ["0.731"]),
    "decimal without a zero": ("It is .5 now.", [".5"]),
    "decimal between 中文": ("约0.731倍", ["0.731"]),
    "negative": ("It is -0.5.", ["-0.5"]),
    "negative with U+2212": ("It is −0.5.", ["−0.5"]),
    "full width": ("是 ０．７３１ 倍", ["０．７３１"]),
    "percentage": ("93% and 93.4 % and 5‰", ["93%", "93.4 %", "5‰"]),
    "percentage in words": ("93 percent, 4 per cent, 百分之九十三", ["93 percent", "4 per cent", "百分之九十三"]),
    "scientific": ("1e-6, 2E5, 3 × 10⁻⁷, 4×10^5", ["1e-6", "2E5", "3 × 10⁻⁷", "4×10^5"]),
    "large": ("1000 and 1,050,624 and 1_000_000", ["1000", "1,050,624", "1_000_000"]),
    "large with thin spaces": ("1\u202f050\u202f624 and 1\u2009000", ["1\u202f050\u202f624", "1\u2009000"]),
    "large by a word": ("65M, 100K, 3 million, 3 万, 2.5 亿", ["65M", "100K", "3 million", "3 万", "2.5 亿"]),
    "tuple": ("(2, 3, 8) and [0, 1] and (-1,) and (3,)", ["(2, 3, 8)", "[0, 1]", "(-1,)", "(3,)"]),
    "tuple in full width": ("形状（2，3，8）", ["（2，3，8）"]),
    "tuple with decimals": ("(0.5, 1e-3)", ["(0.5, 1e-3)"]),
    "after a sign of equality": ("L=3000, p=0.5", ["3000", "0.5"]),
    "ratio of sizes": ("1.5× and 2.5x", ["1.5", "2.5"]),
    "with a unit": ("1.5GB, 3000ms", ["1.5", "3000"]),
    "a count that could be a year": ("2048 tokens, 2000 个头, in 2048 dimensions", ["2048", "2000", "2048"]),
    "two parts are no version": ("The ratio 2.13 holds.", ["2.13"]),
    "a table is no section": ("热图 0.5，代表 3.5，3.2 节省", ["0.5", "3.5", "3.2"]),
    "a section is no percentage": ("Table 3.5% of section 2.5 %", ["3.5%", "2.5 %"]),
    "no section begins with zero": ("section 0.731", ["0.731"]),
    "lower-case table": ("the table 25.8 wide", ["25.8"]),
    "one after a section": ("Table 3 and 25.8 BLEU", ["25.8"]),
    "a decimal behind a letter": ("x0.731 and c_0.731", ["0.731", "0.731"]),
    "thousands that are none": ("0,731", ["0,731"]),
    "a range": ("1000-2000", ["1000", "2000"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "found"), CLAIMING.values(), ids=CLAIMING)
def test_what_claims(text, found):
    assert claiming(text) == found
    assert [text[n.at : n.at + len(n.text)] for n in typed(text) if n.claims] == found


APART = {
    "small integers": "8 heads, 999 rows, 0999 rows, −1, 头 0，第 3 行，1/2，3～5 个，12:30",
    "versions": "Python 3.11, torch 2.13, PyTorch 2.13.0, CUDA 12.4, 版本 2.13，v1.2, CC BY 4.0, 2.13.0",
    "sections": "section 3.2, sections 3.2 and 3.3, §3.2.1, Table 3.1, Figure 2.5, Equation 3.2, chapter 10.3",
    "sections in Chinese": "3.2 节，第 3.2 节，10.3.1 小节，第 10.5 章，表 3.1，见图 2.5，的式 1.2，附录 3.4",
    "years": "2017 年，in 2017, since 1999. (Vaswani et al., 2017), May 2026, © 2026",
    "dates": "2026-03-23",
    "identifiers": "arXiv:1706.03762, doi:10.5555/3600270, #1234, H100, 1080Ti, GPT-3.5, Qwen2.5, Llama-3.1-8B, ISO 8601",
    "symbols": "(N, L, D), (H, 4), [a, b], x_1000",
}


@pytest.mark.parametrize("text", APART.values(), ids=APART)
def test_what_only_names(text):
    assert claiming(text) == []


@pytest.mark.parametrize(
    "code",
    ["0.731", "-0.5", "−0.5", "93%", "1e-6", "1,050,624", "1000", "(2, 3, 8)", "[0, 1]", "(1,)", "[[0.5, 1], [2, 3]]", "[nan, 1.0]", " 0.5 "],
)  # fmt: skip
def test_code_that_is_only_numbers(code):
    number = typed_code(code)
    assert number is not None
    assert number.claims


@pytest.mark.parametrize(
    "code",
    ["8", "-1", "(N, L, D)", "(2, D)", "x[0.5]", "0.5 * x", "dim=-1", "d_h**0.5", "True", "[True, False]", "()", "'0.5'", "f(0.5)", "2.13.0", "a.b", "-inf", "0:3", "{0.5}"],
)  # fmt: skip
def test_other_code_is_not(code):
    assert typed_code(code) is None


def test_values_of_a_statement():
    assert stated(["h=1 → PPL 5.29 / BLEU 24.9; 65M, 6500 万, −13.56, 93%, 48/48, 1,024, 6-10, 2 × 10^3, (3, 4.0)"]) == {
        "1", "5.29", "24.9", "65000000", "-13.56", "93%", "48", "1024", "6", "10", "2000", "3", "4.0"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "statement", "holds"),
    [
        ("25.8", "BLEU 25.8", True),
        ("25.9", "BLEU 25.8", False),
        ("25.80", "BLEU 25.8", False),
        ("5.8", "BLEU 25.8", False),
        ("65,000,000", "65M", True),
        ("6500 万", "65M", True),
        ("13.56", "−13.56 BLEU", True),
        ("-13.56", "−13.56 BLEU", True),
        ("-13.56", "13.56 BLEU", False),
        ("20%", "20%", True),
        ("20%", "20", False),
        ("20.5", "20.5%", False),
        ("20 percent", "20%", True),
        ("(12, 768)", "12/768", True),
        ("(12, 769)", "12/768", False),
        ("百分之二十", "20%", False),
    ],
)
def test_whether_a_statement_says_it(said, statement, holds):
    (number,) = typed(said)
    assert Statement(statement).says(number) is holds
