"""How drawings write numbers: as the fraction or the multiple of ln 2 that a reader computes on paper."""

from fractions import Fraction
from math import inf, isinf, isnan, log

EXACT = 1e-6  # float32 sums of a few terms stay closer than this
LARGEST = 12  # greatest denominator that is still easy to read
LONGEST = 99  # greatest numerator
FINEST, HUGE = 0.0005, 1e6  # below and from there on, three decimals show nothing or too much
MINUS = "\u2212"


def fraction(value: float) -> str:
    """Write a number as a short fraction if it is one, else as a multiple of ln 2, else with three decimals.

    Numbers too small or too large for that have a power of ten. Zero has no sign; minus is U+2212.

    Example:
        >>> [fraction(v) for v in (0.375, -1.0, -0.0, 2 * log(2), 0.6965, 0.00012, 1e30)]
        ['3/8', '−1', '0', '2ln2', '0.697', '1.2e−4', '1e30']
    """
    if isnan(value):
        return "NaN"
    sign, size = (MINUS if value < 0 else ""), abs(value)
    return "0" if size < EXACT else sign + _positive(size)


def _positive(size: float) -> str:
    if isinf(size):
        return "∞"
    if size >= HUGE:
        return _power(size)
    short = Fraction(size).limit_denominator(LARGEST)
    easy = short.denominator == 1 or short.numerator <= LONGEST
    if easy and abs(float(short) - size) < EXACT:
        return str(short)
    times = round(size / log(2))
    if 0 < times <= LARGEST and abs(times * log(2) - size) < EXACT:
        return f"{times if times > 1 else ''}ln2"
    return f"{size:.3f}" if size >= FINEST else _power(size)


def _power(size: float) -> str:
    """Two digits and a power of ten: 1.2e−4."""
    digits, power = f"{size:.1e}".split("e")
    return f"{digits.removesuffix('.0')}e{int(power)}".replace("-", MINUS)


def share(value: float, largest: float) -> float:
    """How strongly a cell is filled: its part of the largest value, 0 for what is not finite."""
    return abs(value) / largest if abs(value) < inf else 0.0
