"""What the account says, in each language."""

Said = dict[str, str]


def _said(zh: str, en: str) -> Said:
    return {"zh": zh, "en": en}


WORDS = {
    "page": _said("页", "page"),
    "all": _said("合计", "all pages"),
    "device": _said("设备", "device"),
    "gpu": _said("上次在 GPU 上运行", "last GPU run"),
    "not run": _said("还没有跑过", "not run yet"),
    "gpu run": _said(
        "{date}，{gpu}，torch `{torch}`，{blocks:,} 段代码",
        "{date}, {gpu}, torch `{torch}`, {blocks:,} blocks",
    ),
    "colon": _said("：", ": "),
    "exceptions": _said(
        "不运行的代码 {skips:,} 段，只在 CPU 上运行的 {cpu:,} 段。",
        "Blocks that do not run: {skips:,}. Blocks that run on the CPU alone: {cpu:,}.",
    ),
    "changed": _said("改了什么", "what is changed"),
    "noticed": _said("发现 / 写错", "noticed / planted"),
    "sum": _said("{}：写错 {:,} 处，发现 {:,} 处", "{}: {:,} planted, {:,} noticed"),
    "none": _said("0（还没有）", "0 planted"),
}
COLUMNS = {
    "blocks": _said("代码", "code"),
    "outputs": _said("输出", "output"),
    "proved": _said("证明的数", "proofs"),
    "cited": _said("引用", "cited"),
    "figures": _said("图", "figures"),
    "checks": _said("断言", "checks"),
}  # skips and blocks for the CPU alone stand in a list of their own, each with its reason
REASONS = {"skips": _said("（不运行）", " (does not run)"), "cpu": _said("（只在 CPU 上）", " (CPU alone)")}
CHANGED = {
    "digit": _said("改一位数字", "one digit changed"),
    "boolean": _said("True 和 False 互换", "True and False exchanged"),
    "shape": _said("形状倒过来，或相邻两项互换", "a shape reversed, or two sizes exchanged"),
    "sign": _said("改正负号", "the sign changed"),
    "minus-zero": _said("0 写成 -0", "0 written as -0"),
    "exponent": _said("指数大 1", "the exponent one larger"),
}
LIES: tuple[tuple[Said, dict[str, Said]], ...] = (
    (
        _said("输出", "Outputs"),
        {f"output-{kind}": words for kind, words in CHANGED.items()}
        | {
            "output-decimals": _said("多一位或少一位小数", "a decimal more or less"),
            "output-line": _said("少一行", "a line left out"),
            "output-deleted": _said("删掉整个输出", "the whole output deleted"),
            "output-added": _said("多出一个输出", "an output added"),
            "comment-in-code": _said(
                "代码里藏着 `<!--`，输出也改了", "`<!--` inside the code, and another output"
            ),
            "other-error": _said("报错换成别的类", "an error of another class"),
        },
    ),
    (
        _said("证明的数", "Proved numbers"),
        {f"number-{kind}": words for kind, words in CHANGED.items()}
        | {
            "number-decimals": _said("小数点移一位", "the point moved by one place"),
            "number-form": _said("写法使它不会被计算", "a form that nobody evaluates"),
            "number-tautology": _said("拿自己证明自己", "proved by itself"),
        },
    ),
    (
        _said("正文和写法", "Text and form"),
        {
            "typed-number": _said("没有证明也没有出处的数", "a number without proof or source"),
            "cited-digit": _said("引用的数改一位", "one digit of a cited number"),
            "cited-claim": _said("引用不存在的论断", "a claim that nobody made"),
            "empty-check": _said("什么也不断言的断言", "a check that asserts nothing"),
            "misspelled-directive": _said("指令拼错", "a directive misspelled"),
            "orphan-output": _said("前面没有代码的输出", "an output without a block"),
        },
    ),
    (
        _said("两种语言", "The two languages"),
        {
            "twin-code": _said("代码里的一个名字或数", "a name or number in the code"),
            "twin-indentation": _said("代码的缩进", "the indentation of the code"),
            "twin-heading-id": _said("标题的锚点", "the id of a heading"),
            "twin-heading-level": _said("标题的级别", "the level of a heading"),
            "twin-moved-block": _said("代码移到别的标题下", "a block under another heading"),
            "twin-output": _said("输出", "an output"),
            "twin-number": _said("证明的数", "a proved number"),
            "twin-expression": _said("数的表达式", "the expression of a number"),
            "twin-directive": _said("少一条指令", "a directive left out"),
            "twin-words": _said("图里文字中的数", "a number in the words of a figure"),
            "twin-fence": _said("少一段命令", "a block of commands left out"),
            "twin-link": _said("链接", "a link"),
            "twin-picture": _said("图片", "a picture"),
            "twin-formula": _said("公式", "a formula"),
            "twin-container": _said("提示框的种类", "the kind of a box"),
            "twin-table": _said("表格的列", "the columns of a table"),
            "twin-prose": _said("一边多一句话", "a sentence more on one side"),
            "twin-page": _said("少一页", "a page left out"),
        },
    ),
)
