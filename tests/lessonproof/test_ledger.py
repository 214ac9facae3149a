from lessonproof.proof.ledger import Ledger


def test_a_page_is_open_until_everything_finished():
    ledger = Ledger()
    assert ledger.open(["en/a"]) == ["en/a"]
    ledger.expect("en/a", ("block", 1))
    ledger.expect("en/a", ("block", 9))
    ledger.finish("en/a", ("block", 1), "blocks")
    assert ledger.open(["en/a"]) == ["en/a"]
    ledger.finish("en/a", ("block", 9), "blocks", "outputs")
    assert ledger.open(["en/a"]) == []
    assert ledger.open(["en/a", "en/b"]) == ["en/b"]


def test_what_ran_twice_counts_once():
    ledger = Ledger()
    for _ in range(2):
        ledger.finish("en/a", ("block", 1), "blocks")
    ledger.note("en/a", "skips", 4, "two GPUs")
    ledger.finish("en/b", ("block", 1), "blocks")
    proof = ledger.summary({"en": ["en/a", "en/b"], "zh": []}, ["sybil"], {"device": "cuda", "gpu": "H200"})
    assert proof["languages"]["en"]["blocks"] == 2
    assert proof["languages"]["en"]["pages"] == 2
    assert proof["languages"]["zh"]["blocks"] == 0
    assert proof["pages"]["en/a"]["blocks"] == 1
    assert proof["reasons"] == {"en/a": [{"kind": "skips", "line": 4, "reason": "two GPUs"}]}
    assert (proof["device"], proof["gpu"]) == ("cuda", "H200")


def test_what_is_shown_runs_or_is_skipped():
    ledger = Ledger()
    ledger.expect("en/a", ("block", 1))
    ledger.expect("en/a", ("check", 2))
    assert ledger.census("en/a", 1) is None
    ledger.note("en/a", "cpu", 1, "kernel")
    assert ledger.census("en/a", 1) is None
    ledger.note("en/a", "skips", 9, "two GPUs")
    assert ledger.census("en/a", 1) == "1 Python blocks are shown, 1 run and 1 are skipped"
    assert ledger.census("en/a", 3) == "3 Python blocks are shown, 1 run and 1 are skipped"
    assert ledger.census("en/a", 2) is None
    assert ledger.summary({"en": ["en/a"]}, [], {})["languages"]["en"]["rendered"] == 2
