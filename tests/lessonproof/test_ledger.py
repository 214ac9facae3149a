import json

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


def test_what_ran_twice_counts_once(tmp_path):
    ledger = Ledger()
    for _ in range(2):
        ledger.finish("en/a", ("block", 1), "blocks")
    ledger.note("en/a", "skips", 4, "two GPUs")
    ledger.finish("en/b", ("block", 1), "blocks")
    ledger.write(tmp_path / "build/proof.json", {"en": ["en/a", "en/b"], "zh": []}, ["sybil"])
    proof = json.loads((tmp_path / "build/proof.json").read_text())
    assert proof["languages"]["en"]["blocks"] == 2
    assert proof["languages"]["en"]["pages"] == 2
    assert proof["languages"]["zh"]["blocks"] == 0
    assert proof["pages"]["en/a"]["blocks"] == 1
    assert proof["reasons"] == {"en/a": [{"kind": "skips", "line": 4, "reason": "two GPUs"}]}
