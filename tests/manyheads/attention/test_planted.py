"""Every known mistake, in the place of the layer's own computation, fails the test that is named for it here."""

import inspect

import pytest

from manyheads import MultiHeadAttention
from manyheads.mistakes import MISTAKES, RIGHT
from tests.manyheads.attention import test_layer, test_parity, test_symmetry

# The plainest test that fails: it says what went wrong, not only that something did.
FAILS = {
    "split_view": test_symmetry.test_tokens_have_no_order,
    "split_interleaved": test_parity.test_self_attention_equals_torchs,
    "merge_no_transpose": test_symmetry.test_tokens_have_no_order,
    "swap_qk": test_parity.test_self_attention_equals_torchs,
    "scale_D": test_parity.test_self_attention_equals_torchs,
    "scale_d": test_parity.test_self_attention_equals_torchs,
    "no_scale": test_parity.test_self_attention_equals_torchs,
    "softmax_query": test_symmetry.test_every_query_shares_out_one_whole,
    "softmax_head": test_symmetry.test_every_query_shares_out_one_whole,
    "average_then_apply": test_parity.test_self_attention_equals_torchs,
    "no_out_proj": test_layer.test_every_projection_is_called,
    "out_proj_transposed": test_parity.test_self_attention_equals_torchs,
}


def plant(monkeypatch, recipe):
    def forward(self, query, key=None, value=None, *, return_weights=False):
        output, weights = recipe(self, query, key)
        return output, weights if return_weights else None

    monkeypatch.setattr(MultiHeadAttention, "forward", forward)


def run(test, request):
    """Call a test as pytest would, with its fixtures."""
    given = {"weights_too": True}
    names = inspect.signature(test).parameters
    test(**{name: given[name] if name in given else request.getfixturevalue(name) for name in names})


def test_every_mistake_has_a_test_by_name():
    assert list(FAILS) == list(MISTAKES)


@pytest.mark.parametrize("name", MISTAKES)
def test_the_named_test_fails(name, monkeypatch, request):
    plant(monkeypatch, MISTAKES[name])
    with pytest.raises(AssertionError):
        run(FAILS[name], request)


@pytest.mark.parametrize("test", dict.fromkeys(FAILS.values()), ids=lambda test: test.__name__)
def test_the_right_recipe_passes(test, monkeypatch, request):
    plant(monkeypatch, RIGHT)
    run(test, request)
