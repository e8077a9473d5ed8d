"""Layers and parameters in lists and dictionaries."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from ... import _C
from ...framework.parameter import EagerParamBase
from .layers import Layer


def _absolute(index, length):
    if not -length <= index < length:
        raise IndexError(f"(OutOfRange) index {index} is out of range [{-length}, {length})")
    return index + length if index < 0 else index


def _pairs(source, what):
    """The (key, value) pairs of a mapping or of an iterable of pairs."""
    if not isinstance(source, Iterable):
        raise TypeError(
            f"(InvalidType) {what} must be a dict or hold pairs, not {type(source).__name__}"
        )
    if isinstance(source, (Mapping, LayerDict, ParameterDict)):
        return list(source.items())
    pairs = [tuple(pair) for pair in source]
    for i, pair in enumerate(pairs):
        if len(pair) != 2:
            raise ValueError(
                f"(InvalidArgument) {what}: element {i} must have 2 parts, not {len(pair)}"
            )
    return pairs


class _Numbered(Layer):
    """Sublayers named "0", "1", ...: what Sequential and LayerList share."""

    def __len__(self):
        return len(self._sub_layers)

    def __iter__(self):
        return iter(self._sub_layers.values())

    def _renumber(self, layers):
        self._sub_layers.clear()
        for i, layer in enumerate(layers):
            self.add_sublayer(str(i), layer)

    def _insert(self, index, layer):
        layers = list(self._sub_layers.values())
        if not isinstance(index, int) or not -len(layers) <= index <= len(layers):
            raise IndexError(
                f"(OutOfRange) index {index} is out of range [{-len(layers)}, {len(layers)}]"
            )
        layers.insert(index, layer)
        self._renumber(layers)

    def append(self, sublayer=None, *, module=None):
        """Adds a layer at the end; returns itself."""
        self.add_sublayer(str(len(self)), module if sublayer is None else sublayer)
        return self


class Sequential(_Numbered):
    """Layers that run one after another.

    Args:
        *layers (Layer | tuple[str, Layer] | OrderedDict): the layers, named by
            their number, or ``(name, layer)`` pairs.

    Examples:
        >>> import paddle
        >>> net = paddle.nn.Sequential(paddle.nn.Linear(4, 3), paddle.nn.ReLU())
        >>> net(paddle.ones([2, 4])).shape
        paddle.Size([2, 3])
        >>> net[1]
        ReLU()
    """

    def __init__(self, *layers):
        super().__init__()
        if len(layers) == 1 and isinstance(layers[0], OrderedDict):
            named = layers[0].items()
        elif layers and isinstance(layers[0], (list, tuple)):
            named = layers
        else:
            named = ((str(i), layer) for i, layer in enumerate(layers))
        for name, layer in named:
            self.add_sublayer(name, layer)

    def forward(self, input):
        """``input`` through every layer in turn."""
        for name, layer in self._sub_layers.items():
            if layer is None:
                raise TypeError(
                    f"(InvalidType) Sequential: layer `{name}` can not run.\n"
                    "  Expected: a Layer\n  Received: None"
                )
            input = layer(input)
        return input

    def __getitem__(self, name):
        if isinstance(name, slice):
            return type(self)(*list(self._sub_layers.values())[name])
        if isinstance(name, str):
            return self._sub_layers[name]
        return list(self._sub_layers.values())[_absolute(name, len(self))]

    def __setitem__(self, name, layer):
        if not isinstance(layer, Layer):
            raise TypeError(
                f"(InvalidType) Sequential: expected a Layer, received {type(layer).__name__}"
            )
        if isinstance(name, int):
            name = list(self._sub_layers)[_absolute(name, len(self))]
        setattr(self, str(name), layer)

    def __delitem__(self, name):
        if isinstance(name, int) and str(name) not in self._sub_layers:
            name = list(self._sub_layers)[_absolute(name, len(self))]
        del self._sub_layers[str(name)]

    def insert(self, index, module):
        """Puts a layer before place ``index``; returns itself."""
        if not isinstance(module, Layer):
            raise TypeError(
                f"(InvalidType) Sequential: expected a Layer, received {type(module).__name__}"
            )
        self._insert(index, module)
        return self

    def extend(self, sequential):
        """Adds layers at the end; returns itself."""
        for layer in sequential:
            self.append(layer)
        return self


class LayerList(_Numbered):
    """A list of layers whose parameters are found; it has no ``forward``.

    Args:
        sublayers (iterable[Layer], optional): the layers.
        modules (optional): another name of ``sublayers``.

    Examples:
        >>> import paddle
        >>> layers = paddle.nn.LayerList([paddle.nn.Linear(2, 2) for _ in range(3)])
        >>> len(layers), len(layers.parameters())
        (3, 6)
    """

    def __init__(self, sublayers=None, *, modules=None):
        super().__init__()
        sublayers = modules if sublayers is None else sublayers
        if sublayers is not None:
            self.extend(sublayers)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._sub_layers.values())[index])
        return self._sub_layers[str(_absolute(index, len(self)))]

    def __setitem__(self, index, sublayer):
        setattr(self, str(_absolute(index, len(self))), sublayer)

    def __delitem__(self, index):
        layers = list(self._sub_layers.values())
        del layers[index if isinstance(index, slice) else _absolute(index, len(layers))]
        self._renumber(layers)

    def __iadd__(self, sublayers):
        return self.extend(sublayers)

    def __add__(self, other):
        return LayerList([*self, *other])

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def insert(self, index, sublayer=None, *, module=None):
        """Puts a layer before place ``index``."""
        self._insert(index, module if sublayer is None else sublayer)

    def extend(self, sublayers=None, *, modules=None):
        """Adds layers at the end; returns itself."""
        for layer in modules if sublayers is None else sublayers:
            self.append(layer)
        return self

    def pop(self, key):
        """Takes the layer at a place out and returns it."""
        layer = self[key]
        del self[key]
        return layer


class LayerDict(Layer):
    """A dictionary of layers whose parameters are found; it has no ``forward``.

    Args:
        sublayers (dict | iterable of pairs, optional): name to layer.
        modules (optional): another name of ``sublayers``.

    Examples:
        >>> import paddle
        >>> layers = paddle.nn.LayerDict({"a": paddle.nn.ReLU(), "b": paddle.nn.Tanh()})
        >>> list(layers), layers["b"]
        (['a', 'b'], Tanh())
    """

    def __init__(self, sublayers=None, *, modules=None):
        super().__init__()
        sublayers = modules if sublayers is None else sublayers
        if sublayers is not None:
            self.update(sublayers)

    def __getitem__(self, key):
        return self._sub_layers[key]

    def __setitem__(self, key, sublayer):
        self.add_sublayer(key, sublayer)

    def __delitem__(self, key):
        del self._sub_layers[key]

    def __len__(self):
        return len(self._sub_layers)

    def __iter__(self):
        return iter(self._sub_layers)

    def __contains__(self, key):
        return key in self._sub_layers

    def clear(self):
        """Takes all layers out."""
        self._sub_layers.clear()

    def pop(self, key):
        """Takes the layer of a name out and returns it."""
        layer = self[key]
        del self[key]
        return layer

    def keys(self):
        """The names."""
        return self._sub_layers.keys()

    def items(self):
        """The ``(name, layer)`` pairs."""
        return self._sub_layers.items()

    def values(self):
        """The layers."""
        return self._sub_layers.values()

    def update(self, sublayers=None, *, modules=None):
        """Adds or replaces the layers of a dict or of ``(name, layer)`` pairs."""
        for key, layer in _pairs(modules if sublayers is None else sublayers, "sublayers"):
            self.add_sublayer(key, layer)


class ParameterList(Layer):
    """A list of parameters.

    Args:
        parameters (iterable[Parameter], optional): the parameters.

    Examples:
        >>> import paddle
        >>> ps = paddle.nn.ParameterList([paddle.nn.Parameter(paddle.ones([2]))])
        >>> len(ps), ps[0].shape
        (1, paddle.Size([2]))
    """

    def __init__(self, parameters=None):
        super().__init__()
        for parameter in parameters if parameters is not None else ():
            self.append(parameter)

    def __getitem__(self, index):
        return self._parameters[str(_absolute(index, len(self)))]

    def __setitem__(self, index, param):
        if not isinstance(param, _C.Tensor):
            raise TypeError(
                f"(InvalidType) expected a Parameter or a Tensor, received {type(param).__name__}"
            )
        self[index].set_value(param)

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(self._parameters.values())

    def append(self, parameter):
        """Adds a parameter at the end; returns itself."""
        self.add_parameter(str(len(self)), parameter)
        return self


class ParameterDict(Layer):
    """A dictionary of parameters.

    Args:
        parameters (dict | iterable of pairs, optional): name to parameter.

    Examples:
        >>> import paddle
        >>> ps = paddle.nn.ParameterDict({"w": paddle.nn.Parameter(paddle.ones([2]))})
        >>> ps["w"].shape
        paddle.Size([2])
    """

    def __init__(self, parameters=None):
        super().__init__()
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return self._parameters[key]

    def __setitem__(self, key, param):
        if not isinstance(param, EagerParamBase):
            raise TypeError(f"(InvalidType) expected a Parameter, received {type(param).__name__}")
        setattr(self, key, param)

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(self._parameters)

    def __contains__(self, key):
        return key in self._parameters

    def keys(self):
        """The names."""
        return self._parameters.keys()

    def items(self):
        """The ``(name, parameter)`` pairs."""
        return self._parameters.items()

    def values(self):
        """The parameters."""
        return self._parameters.values()

    def update(self, parameters):
        """Adds or replaces the parameters of a dict or of pairs."""
        for key, parameter in _pairs(parameters, "parameters"):
            self._parameters.pop(key, None)
            self.add_parameter(key, parameter)
