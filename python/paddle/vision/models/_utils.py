"""What the models share."""

from collections import OrderedDict

import paddle
from paddle import nn


def _make_divisible(v, divisor=8, min_value=None):
    """The multiple of `divisor` nearest to `v` that is not less than 0.9 of it."""
    rounded = max(
        divisor if min_value is None else min_value, int(v + divisor / 2) // divisor * divisor
    )
    return rounded + divisor if rounded < 0.9 * v else rounded


def load_pretrained(model, arch, urls):
    """`model` with the weights published for `arch`: `urls` has their addresses and md5 sums."""
    from paddle.utils.download import get_weights_path_from_url

    if arch not in urls:
        raise ValueError(
            f"(InvalidArgument) {arch}: there are no weights for it.\n"
            f"  Expected: pretrained=False, or one of {', '.join(urls) or 'none'}"
        )
    model.set_state_dict(paddle.load(get_weights_path_from_url(*urls[arch])))
    return model


class IntermediateLayerGetter(nn.LayerDict):
    """The results of some of a model's layers, in an ordered dict.

    Args:
        model (Layer): its children are called one after the other, as far as the last that is asked for.
        return_layers (dict): names of children to names in the result.

    Examples:
        >>> import paddle
        >>> from paddle.vision.models._utils import IntermediateLayerGetter
        >>> body = IntermediateLayerGetter(paddle.vision.models.resnet18(), {"layer1": "a", "layer2": "b"})
        >>> [(name, y.shape[1]) for name, y in body(paddle.ones([1, 3, 32, 32])).items()]
        [('a', 64), ('b', 128)]
    """

    def __init__(self, model, return_layers):
        children = OrderedDict(model.named_children())
        if not set(return_layers) <= set(children):
            raise ValueError(
                "(InvalidArgument) IntermediateLayerGetter: the model has no such layers.\n"
                f"  Expected: names among {list(children)}\n  Received: {list(return_layers)}"
            )
        names = list(children)
        last = max((names.index(str(name)) for name in return_layers), default=-1)
        super().__init__(OrderedDict((name, children[name]) for name in names[: last + 1]))
        self.return_layers = return_layers

    def forward(self, x):
        results = OrderedDict()
        for name, layer in self.items():
            inner = layer.sublayers()
            if x.ndim == 4 and isinstance(inner[0] if inner else layer, nn.Linear):
                x = paddle.flatten(x, 1)
            x = layer(x)
            if name in self.return_layers:
                results[self.return_layers[name]] = x
        return results
