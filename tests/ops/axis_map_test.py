"""What the Dims of some operators say: those that follow from a decomposition, and merged axes."""

import paddle
import pytest
from paddle import _C


def ones(*shape):
    return paddle.ones(list(shape))


def factors(name, *args, **kwargs):
    """[(size, kind)] of the axes of each operand, and of each output."""
    found = _C.axis_map(name, *args, **kwargs)
    kinds = [(size, kind) for size, kind, _ in found["factors"]]

    def of(axes):
        return [f if f is None else (*kinds[f], each) for f, each in axes]

    return [of(axes) for axes in found["inputs"]], [of(axes) for axes in found["outputs"]]


def test_factors_of_a_composite_follow_from_its_parts():
    batch, k = (2, "pass", 1), (3, "reduce", 1)
    assert factors("bmm", ones(2, 4, 3), ones(2, 3, 5)) == (
        [[batch, (4, "pass", 1), k], [batch, k, (5, "pass", 1)]],
        [[batch, (4, "pass", 1), (5, "pass", 1)]],
    )


def test_a_mean_over_all_is_combined_from_its_parts():
    found = _C.axis_map("mse_loss", ones(3, 4), ones(3, 4))
    assert found["factors"] == [(3, "reduce", "mean"), (4, "reduce", "mean")]
    assert found["inputs"] == [[(0, 1), (1, 1)]] * 2


def test_a_sum_that_meets_anything_else_is_whole():
    inputs, _ = factors("addmm", ones(2, 5), ones(2, 3), ones(3, 5))
    assert inputs[1:] == [[(2, "pass", 1), (3, "whole", 1)], [(3, "whole", 1), (5, "pass", 1)]]


def test_an_axis_that_meets_itself_is_whole():
    inputs, outputs = factors("einsum", "ij,ij->ij", [ones(2, 3), ones(2, 3)])
    assert inputs == [[(2, "pass", 1), (3, "pass", 1)]] * 2
    assert outputs == inputs[:1]
    x = ones(4, 4)
    inputs, _ = factors("matrix_power", x, 2)
    assert [kind for _, kind, _ in inputs[0]] == ["whole", "whole"]


def test_merged_axes_are_cut_along_the_first():
    assert factors("reshape", ones(6, 4, 5), [24, 5]) == (
        [[(6, "pass", 1), (4, "whole", 1), (5, "pass", 1)]],
        [[(6, "pass", 4), (5, "pass", 1)]],
    )
    assert factors("reshape", ones(6, 4), [4, 6]) == (
        [[(2, "pass", 3), (4, "whole", 1)]],
        [[(2, "pass", 2), None]],
    )


def test_groups_of_a_convolution_pass():
    found = _C.axis_map("conv2d", ones(2, 6, 5, 5), ones(9, 2, 3, 3), groups=3)
    ((name, item, group, each),) = found["size_args"]
    assert (name, item, each) == ("groups", 0, 1)
    assert found["factors"][group][:2] == (3, "pass")
    assert found["inputs"][0][1] == (group, 2)
    assert found["inputs"][1][0] == (group, 3)
    assert found["outputs"][0][1] == (group, 3)


def test_tensors_that_share_a_factor_agree():
    x, vector = ones(3, 4), ones(3)
    with pytest.raises(ValueError, match="layer_norm_grad"):
        _C.ops["layer_norm_grad"](x, None, ones(2), vector, x, 1)
    with pytest.raises(ValueError, match="batch_norm_grad"):
        _C.ops["batch_norm_grad"](x, None, vector, vector, x, 1e-5, False, True)


def test_a_record_without_dims_says_why():
    assert _C.axis_map("nonzero", ones(3)) is None
    record = next(r for r in _C.op_records() if r["name"] == "nonzero")
    assert "depends on values" in record["no_dims"]
