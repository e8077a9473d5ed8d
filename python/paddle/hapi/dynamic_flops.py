"""paddle.flops: how many operations a forward pass takes, counted layer by layer."""

import math

from ..autograd.mode import no_grad


def flops(net, input_size, custom_ops=None, print_detail=False):
    """Prints and returns the number of multiply-adds of one forward pass, as PaddlePaddle counts them.

    Layers that are not known count nothing. Activations count nothing either,
    batch norms (in inference) two for each element.

    Args:
        net (Layer): the network.
        input_size (list[int]): size of the input.
        custom_ops (dict, optional): from a class of layers to a function of (layer, inputs,
            output), which adds to ``layer.total_ops``.
        print_detail (bool): prints a table of the layers.

    Returns:
        int

    Examples:
        >>> import paddle
        >>> paddle.flops(paddle.nn.Linear(4, 2), [1, 4])
        <class 'paddle.nn.layer.common.Linear'>'s flops has been counted
        Total Flops: 8     Total Params: 10
        8
    """
    from ..nn import Layer
    from ..static import Program

    if isinstance(net, Program):
        raise NotImplementedError(
            "(Unimplemented) flops: of a static Program.\n  Hint: pass the Layer that it was made of."
        )
    if not isinstance(net, Layer):
        raise TypeError(
            f"(InvalidType) flops: argument `net` must be a Layer, not {type(net).__name__}"
        )
    rows = _count(net, input_size, custom_ops or {})
    ops, params = sum(row[4] for row in rows), sum(row[3] for row in rows)
    if print_detail:
        _print_table(("Layer Name", "Input Shape", "Output Shape", "Params", "Flops"), rows)
    print(f"Total Flops: {ops}     Total Params: {params}")
    return ops


def _count(net, input_size, custom_ops):
    import paddle

    known, named, hooks, found = _known(), set(), [], {}

    def watch(layer):
        kind = type(layer)
        count = custom_ops.get(kind) or known.get(kind)
        if kind not in named:
            named.add(kind)
            if kind in custom_ops:
                print(f"Customize Function has been applied to {kind}")
            elif count:
                print(f"{kind}'s flops has been counted")
            else:
                print(f"Cannot find suitable count function for {kind}. Treat it as zero FLOPs.")
        layer.register_buffer("total_ops", paddle.zeros([1], dtype="int64"))

        def note(layer, inputs, output):
            if count is not None and kind in custom_ops:
                count(layer, inputs, output)
            elif count is not None:
                layer.total_ops += count(layer, inputs[0], output)
            first = output[0] if isinstance(output, (list, tuple)) else output
            found[layer] = (list(inputs[0].shape), list(first.shape))

        hooks.append(layer.register_forward_post_hook(note))

    leaves = [
        (name, layer)
        for name, layer in net.named_sublayers(include_self=True)
        if not list(layer.children())
    ]
    training = net.training
    net.eval()
    try:
        for _, layer in leaves:
            watch(layer)
        with no_grad():
            net(paddle.randn(input_size))
        return [
            (
                layer.full_name(),
                *found[layer],
                sum(int(p.numel()) for p in layer.parameters()),
                int(layer.total_ops),
            )
            for _, layer in leaves
            if layer in found
        ]
    finally:
        for hook in hooks:
            hook.remove()
        for _, layer in leaves:
            layer._buffers.pop("total_ops", None)
        if training:
            net.train()


def _conv(layer, x, y):
    kernel = math.prod(layer.weight.shape[2:])
    bias = 0 if layer.bias is None else 1
    return int(math.prod(y.shape) * (x.shape[1] / layer._groups * kernel + bias))


def _adaptive_pool(layer, x, y):
    kernel = [a // b for a, b in zip(x.shape[2:], y.shape[2:], strict=True)]
    return (math.prod(kernel) + 1) * math.prod(y.shape)


def _known():
    from .. import nn

    found = dict.fromkeys((nn.ReLU, nn.ReLU6, nn.Dropout), lambda layer, x, y: 0)
    for dims in ("1D", "2D", "3D"):
        found[getattr(nn, f"Conv{dims}")] = found[getattr(nn, f"Conv{dims}Transpose")] = _conv
        found[getattr(nn, f"AvgPool{dims}")] = lambda layer, x, y: math.prod(y.shape)
        found[getattr(nn, f"AdaptiveAvgPool{dims}")] = _adaptive_pool
    for norm in (nn.BatchNorm2D, nn.BatchNorm):
        found[norm] = lambda layer, x, y: 2 * math.prod(x.shape)
    found[nn.LeakyReLU] = lambda layer, x, y: math.prod(x.shape)
    found[nn.Linear] = lambda layer, x, y: layer.weight.shape[0] * math.prod(y.shape)
    return found


def _print_table(heads, rows):
    cells = [heads, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(row[column]) for row in cells) + 2 for column in range(len(heads))]
    rule = "+" + "+".join("-" * width for width in widths) + "+"
    print(rule)
    for i, row in enumerate(cells):
        print("|" + "|".join(c.center(w) for c, w in zip(row, widths, strict=True)) + "|")
        if i == 0:
            print(rule)
    print(rule)
