"""What the pages of these tests are made of."""

GOOD = """# Page { #top }

```python
x = 0.25
print(x, "a")
```

```text title="Output"
0.25 a
```

It is `0.2`{ data-proof="x - 0.05" }.
"""


def block(code, output=None, before=""):
    shown = f"\n```text\n{output}```\n" if output is not None else ""
    return f"{before}```python\n{code}```\n{shown}\n"


def raises(error, code, message):
    return block(code, f"{message}\n", f"<!-- raises: {error} -->\n")
