"""paddle.summary: a table of the layers of a network."""

import math
import numbers
import warnings

from .. import _C
from ..autograd.mode import no_grad
from ..framework import static_mode

_MIB = 1024.0**2
_FLOAT_BYTES = 4.0


def summary(net, input_size=None, dtypes=None, input=None):
    """Prints a table of the layers that one forward pass runs, their shapes and parameters.

    Args:
        net (Layer): the network.
        input_size (tuple|InputSpec|list, optional): size of the input, or a list of those of several; one
            size may be None or -1, which stands for 1.
        dtypes (str|list[str], optional): of the inputs, default float32.
        input (Tensor|list|dict, optional): what to run, in place of made up inputs.

    Returns:
        dict: ``total_params`` and ``trainable_params``.

    Raises:
        ValueError: there is neither a size nor an input, or a size is not positive.

    Examples:
        >>> import paddle
        >>> counts = paddle.summary(paddle.nn.Sequential(paddle.nn.Linear(4, 2)), (1, 4))  # doctest: +ELLIPSIS
        ---------------------------------------------------------------------------
        ...
        Total params: 10
        ...
        >>> counts["total_params"]
        10
    """
    from ..nn import Layer

    if input_size is None and input is None:
        raise ValueError("input_size and input cannot be None at the same time")
    if not isinstance(net, Layer):
        raise TypeError(
            f"(InvalidType) summary: argument `net` must be a Layer, not {type(net).__name__}"
        )
    sizes = _checked(_plain(_sizes_of(input) if input_size is None else input_size))
    training = net.training and not static_mode.enabled
    if static_mode.enabled:
        warnings.warn(
            "Your model was created in static graph mode, this may not get correct summary information!",
            stacklevel=2,
        )
    if training:
        net.eval()
    try:
        rows = _run(net, sizes, dtypes, input)
    finally:
        if training:
            net.train()
    text, counts = _table(rows, sizes)
    print(text)
    return counts


def _sizes_of(value):
    if isinstance(value, _C.Tensor):
        return tuple(value.shape)
    if isinstance(value, (list, tuple)):
        return [tuple(one.shape) for one in value]
    if isinstance(value, dict):
        return [tuple(one.shape) for one in value.values()]
    raise ValueError(
        "Input is not tensor, list, tuple and dict, unable to determine input_size, please input input_size."
    )


def _plain(size):
    """Specs as tuples, numbers as tuples of one."""
    if isinstance(size, int):
        return (size,)
    if hasattr(size, "shape"):  # an InputSpec
        return tuple(size.shape)
    return [_plain(one) for one in size] if isinstance(size, list) else size


def _is_shape(size):
    return isinstance(size, (list, tuple)) and not any(isinstance(n, (list, tuple)) for n in size)


def _checked(size):
    if not isinstance(size, (list, tuple)):
        raise TypeError(
            "(InvalidType) summary: argument `input_size` has the wrong type.\n"
            f"  Expected: a tuple of sizes, an InputSpec, or a list of these\n  Received: {type(size).__name__}"
        )
    if not _is_shape(size):
        return [_checked(one) for one in size]
    if sum(n is None or n == -1 for n in size) > 1:
        raise ValueError("Option input_size only the dim of batch_size can be None or -1.")
    for n in size:
        if isinstance(n, numbers.Number) and n != -1 and n <= 0:
            raise ValueError(f"Expected element in input size greater than zero, but got {n}")
    return tuple(1 if n is None or n == -1 else n for n in size)


def _made_up(size, dtype):
    if _is_shape(size):
        return _C.ops["cast"](_C.ops["rand"](list(size)), dtype)
    return [_made_up(one, dtype) for one in size]


@no_grad()
def _run(net, sizes, dtypes, given):
    """{name: row} of the layers, in the order in which they run."""
    from ..nn import LayerList, Sequential
    from ..nn.layer.rnn_layers import _Stack

    rows, hooks = {}, []
    has_parts = bool(net.sublayers())

    def watch(layer):
        is_shown = not isinstance(layer, (Sequential, LayerList)) and (
            layer is not net or not has_parts
        )
        if is_shown or isinstance(layer, _Stack):
            hooks.append(layer.register_forward_post_hook(note))

    def note(layer, inputs, output):
        try:
            number = int(layer._full_name.split("_")[-1])
        except ValueError:
            number = len(rows)
        parameters = layer._parameters if not static_mode.enabled else layer.state_dict()
        rows[f"{type(layer).__name__}-{number + 1}"] = {
            "input": _shapes(inputs),
            "output": _shapes(output),
            "params": sum(math.prod(p.shape) for p in parameters.values() if p is not None),
            "trainable": sum(
                math.prod(p.shape)
                for p in parameters.values()
                if p is not None and not p.stop_gradient
            ),
        }

    net.apply(watch)
    try:
        if given is not None:
            net(given)
        else:
            sizes = [sizes] if isinstance(sizes, tuple) else sizes
            dtypes = (
                dtypes if isinstance(dtypes, (list, tuple)) else [dtypes or "float32"] * len(sizes)
            )
            net(*(_made_up(size, dtype) for size, dtype in zip(sizes, dtypes, strict=False)))
    finally:
        for hook in hooks:
            hook.remove()
    return rows


def _shapes(value):
    if isinstance(value, (list, tuple)):
        return [_shapes(one) for one in value]
    return list(value.shape) if hasattr(value, "shape") else []


def _elements(shapes):
    """Elements of an output; lists of outputs count all."""
    if shapes and isinstance(shapes[0], list):
        return sum(map(_elements, shapes))
    return math.prod(shapes) if shapes else 1


def _table(rows, sizes):
    heads = ("Layer (type)", "Input Shape", "Output Shape", "Param #")
    cells = [
        (name, str(row["input"]), str(row["output"]), f"{row['params']:,}")
        for name, row in rows.items()
    ]
    widths = [
        max([least, *(len(row[column]) for row in cells)])
        for column, least in enumerate((15, 20, 20, 15))
    ]
    width = max(75, sum(widths) + 5)
    total = sum(row["params"] for row in rows.values())
    trainable = sum(row["trainable"] for row in rows.values())
    input_mib = _elements_of_inputs(sizes) * _FLOAT_BYTES / _MIB
    outputs = sum(_elements(row["output"]) for row in rows.values())
    output_mib = 2.0 * outputs * _FLOAT_BYTES / _MIB  # with gradients
    params_mib = total * _FLOAT_BYTES / _MIB
    lines = [
        "-" * width,
        _line(heads, widths),
        "=" * width,
        *(_line(row, widths) for row in cells),
        "=" * width,
        f"Total params: {total:,}",
        f"Trainable params: {trainable:,}",
        f"Non-trainable params: {total - trainable:,}",
        "-" * width,
        f"Input size (MB): {input_mib:0.2f}",
        f"Forward/backward pass size (MB): {output_mib:0.2f}",
        f"Params size (MB): {params_mib:0.2f}",
        f"Estimated Total Size (MB): {params_mib + output_mib + input_mib:0.2f}",
        "-" * width,
        "",
    ]
    return "\n".join(lines), {"total_params": total, "trainable_params": trainable}


def _line(cells, widths):
    return " ".join(f"{cell:^{width}}" for cell, width in zip(cells, widths, strict=True))


def _elements_of_inputs(size):
    return math.prod(size) if _is_shape(size) else sum(map(_elements_of_inputs, size))
