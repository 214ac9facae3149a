"""The shape comments of the package are what real runs make, line by line."""

import re
import shutil
from functools import partial
from itertools import product
from pathlib import Path

import pytest
import torch

import manyheads
from tests.manyheads.shape_comments import Reader

PACKAGE = Path(manyheads.__file__).parent
N, H, L, S = 2, 3, 4, 5
SIZES = {"N": N, "H": H, "L": L, "S": S, "d_h": 7, "d_v": 8, "D": 21, "kdim": 9, "vdim": 10}  # 6 is S+1
SQUARE = SIZES | {"S": L, "kdim": 21, "vdim": 21}  # self-attention
MASKS = [(L, S), (N, L, S), (N, 1, L, S), (N, H, L, S)]


def masks(*shapes):
    """No mask, keep or bias of every shape, and two that differ."""
    yield {}
    for shape in shapes:
        yield {"keep": torch.ones(shape).bool()}
        yield {"bias": torch.zeros(shape)}
    yield {"keep": torch.ones(shapes[0]).bool(), "bias": torch.zeros(shapes[-1])}


def functional(module):
    """Calls of both paths, with every kind of mask."""
    query, key, value = (torch.zeros(N, H, n, width) for n, width in ((L, 7), (S, 7), (S, 8)))
    attend = module.scaled_dot_product_attention
    for given, weights_too in product(masks(*MASKS), (True, False)):
        options = {"dropout_p": 0.5, "return_weights": weights_too}
        yield partial(attend, query, key, value, **given, **options), SIZES
    yield partial(attend, query, query, value[:, :, :L], causal=True), SIZES | {"S": L}


def attention(module):
    """Calls and traces of a layer, with every kind of mask and with padding, and its own tensors as keys."""
    layer = module.MultiHeadAttention(21, 3, kdim=9, vdim=10)
    inputs = [torch.zeros(N, n, width) for n, width in ((L, 21), (S, 9), (S, 10))]
    for given, key_keep in product(masks(*MASKS), (None, torch.ones(N, S).bool())):
        options = {**given, "key_keep": key_keep}
        yield partial(layer.trace, *inputs, **options), SIZES
        yield partial(layer, *inputs, **options, return_weights=True), SIZES
        yield partial(layer, *inputs, **options), SIZES
    layer = module.MultiHeadAttention(21, 3)
    for key_keep in (None, torch.ones(N, L).bool()):
        yield partial(layer, inputs[0], key_keep=key_keep), SQUARE


def heads(module):
    """Cut and put back."""
    yield partial(module.split_heads, torch.zeros(N, L, 21), H), SIZES
    yield partial(module.merge_heads, torch.zeros(N, H, L, 7)), SIZES


def masks_module(module):
    """Every mask that is built, from every shape that it may have."""
    query, key = torch.zeros(N, H, L, 7), torch.zeros(N, H, S, 7)
    yield partial(module.causal_keep, L, S), SIZES
    yield partial(module.padding_keep, torch.ones(N).long(), S), SIZES
    for given, causal in product(masks((), (S,), (L, 1), *MASKS), (True, False)):
        yield partial(module.combine_masks, query, key, **given, causal=causal), SIZES
    for keep in (None, *(torch.ones(shape).bool() for shape in MASKS)):
        yield partial(module.with_padding, keep, torch.ones(N, S).bool()), SIZES
    for shape, kind in product((MASKS[0], *MASKS[2:]), (torch.bool, torch.float32)):
        yield partial(module.with_null_key, torch.ones(shape, dtype=kind), torch.float32), SIZES
    inputs, real = (
        [torch.zeros(N, n, width) for n, width in ((L, 21), (S, 9), (S, 10))],
        torch.ones(N, S).bool(),
    )
    yield partial(module.blank_padding, *inputs, real), SIZES
    yield partial(module.blank_padding, inputs[0], inputs[0], inputs[0], real[:, :L]), SQUARE


RUNS = {"masks": masks_module, "functional": functional, "attention": attention, "heads": heads}


def problems(path):
    reader = Reader(path, batch=(N, H))
    for run, sizes in RUNS[path.stem](reader.module()):
        reader.follow(run, sizes)
    return reader.problems()


@pytest.mark.parametrize("name", RUNS)
def test_every_line_that_makes_a_tensor_says_its_shape(name):
    assert problems(PACKAGE / f"{name}.py") == []


PLANTED = {
    "a wrong axis": ("functional", "mask = with_null_key(mask, wide)  # (..., L, S+1)", "# (..., L, S)", "mask is (4, 6), the comment says (..., L, S)"),
    "two axes exchanged": ("heads", "return x.transpose(1, 2).flatten(2)  # (N, L, D)", "# (L, N, D)", "the result is (2, 4, 21), the comment says (L, N, D)"),
    "no comment": ("attention", "concat = merge_heads(steps.context)  # (N, L, D)", "", "concat (2, 4, 21) has no shape comment"),
    "a comment without a shape": ("attention", "concat = merge_heads(steps.context)  # (N, L, D)", "# the heads, joined", "concat (2, 4, 21) has no shape comment"),
    "a shape that never comes": ("attention", "value = key if value is None else value  # (N, S, vdim)", "# (N, S, vdim) or None", "value is never None"),
    "a choice of axis that never comes": ("attention", "q = self._split(self.q_proj(query))  # (N, H, L, d_h)", "# (N, 1 or H, L, d_h)", "q is never (N, 1, L, d_h)"),
    "None forgotten": ("attention", "return self.out_proj(merge_heads(context)), weights  # (N, L, D), (N, H, L, S) or None", "# (N, L, D), (N, H, L, S)", "the result is None, the comment says (N, H, L, S)"),
    "a name that nothing has": ("attention", "k = self._split(self.k_proj(key))  # (N, H, S, d_h)", "# (N, H, T, d_h)", "k is (2, 3, 5, 7), the comment says (N, H, T, d_h)"),
    "too few shapes": ("attention", "return self.out_proj(merge_heads(context)), weights  # (N, L, D), (N, H, L, S) or None", "# (N, L, D)", "the result is (2, 4, 21), the comment says 1 shapes for 2 values"),
    "a field of a record": ("functional", "weights=weights[..., :keys],  # (..., L, S)", "# (..., S, L)", "weights is (2, 3, 4, 5), the comment says (..., S, L)"),
}  # fmt: skip


def planted(folder, name, line, comment):
    """Copy a module, put another comment on one line, and say which line that is."""
    source = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
    assert line in source
    (folder / f"{name}.py").write_text(source.replace(line, f"{line.split('  #')[0]}  {comment}".rstrip()))
    return folder / f"{name}.py", source[: source.index(line)].count("\n") + 1


@pytest.mark.parametrize(("name", "line", "comment", "wanted"), PLANTED.values(), ids=PLANTED)
def test_a_planted_comment_is_found_with_its_line(name, line, comment, wanted, tmp_path):
    path, number = planted(tmp_path, name, line, comment)
    assert f"{name}.py:{number}: {wanted}" in problems(path)


def lines(texts):
    return {int(text.split(":")[1]) for text in texts}


@pytest.mark.parametrize("name", RUNS)
def test_every_comment_matters(name, tmp_path):
    places = [
        place
        for statement in Reader(PACKAGE / f"{name}.py", ()).statements.values()
        for place in statement.places
    ]
    path = Path(shutil.copy(PACKAGE / f"{name}.py", tmp_path))
    source = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(  # .*)\)", r"\1, 99)", source))  # the last shape has one more axis
    assert lines(problems(path)) == {place.line for place in places if place.alternatives}
    path.write_text(re.sub(r"  # .*\(.*", "", source))
    assert lines(problems(path)) == {place.line for place in places if place.alternatives and place.made}


def test_a_copy_without_a_planted_comment_is_clean(tmp_path):
    for name in RUNS:
        assert problems(Path(shutil.copy(PACKAGE / f"{name}.py", tmp_path))) == []
