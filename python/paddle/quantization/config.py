"""QuantConfig: which layers are quantized, and by what."""

import copy

from .. import nn
from ..nn.quant.qat import QuantedConv2D, QuantedLinear
from ..nn.quant.stub import QuanterStub, Stub
from .wrapper import ObserveWrapper

DEFAULT_QAT_LAYER_MAPPINGS = {
    Stub: QuanterStub,
    nn.Linear: QuantedLinear,
    nn.Conv2D: QuantedConv2D,
}
DEFAULT_LEAVES = [nn.ReLU, nn.AvgPool2D]


def _refuse(method, argument, expected, received):
    raise TypeError(
        f"(InvalidType) QuantConfig.{method}: argument `{argument}` is wrong.\n"
        f"  Expected: {expected}\n  Received: {received!r}"
    )


def _is_layer_type(x):
    return isinstance(x, type) and issubclass(x, nn.Layer)


class SingleLayerConfig:
    """What quantizes one layer.

    Args:
        activation (QuanterFactory, optional): of its input.
        weight (QuanterFactory, optional): of its weight.
    """

    def __init__(self, activation, weight):
        self._activation, self._weight = activation, weight

    @property
    def activation(self):
        """The factory for inputs."""
        return self._activation

    @property
    def weight(self):
        """The factory for weights."""
        return self._weight

    def __str__(self):
        return f"activation: {self._activation}\nweight: {self._weight}"


class QuantConfig:
    """Which layers of a model are quantized, and by what.

    What is said of a layer by its name goes before what is said of its type, that before what is
    said of the layer that it lies in, and that before what holds for all.

    Args:
        activation (QuanterFactory|None): of the inputs of all layers.
        weight (QuanterFactory|None): of the weights of all layers.

    Examples:
        >>> from paddle.quantization import QuantConfig
        >>> from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
        >>> quanter = FakeQuanterWithAbsMaxObserver(moving_rate=0.9)
        >>> print(QuantConfig(activation=quanter, weight=None))
        Global config:
        activation: FakeQuanterWithAbsMaxObserver(name=None,moving_rate=0.9,bit_length=8,dtype=float32)
        weight: None
        <BLANKLINE>
    """

    def __init__(self, activation, weight):
        none = activation is None and weight is None
        self._global_config = None if none else SingleLayerConfig(activation, weight)
        self._layer2config, self._prefix2config, self._type2config = {}, {}, {}
        self._model = None
        self._qat_layer_mapping = copy.deepcopy(DEFAULT_QAT_LAYER_MAPPINGS)
        self._customized_qat_layer_mapping, self._customized_leaves = {}, []

    def add_layer_config(self, layer, activation=None, weight=None):
        """Quantizes a layer, or several.

        Args:
            layer (Layer|list[Layer]): of the model.
            activation (QuanterFactory, optional): of its input.
            weight (QuanterFactory, optional): of its weight.

        Examples:
            >>> import paddle
            >>> from paddle.quantization import QAT, QuantConfig
            >>> from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
            >>> net = paddle.nn.Sequential(paddle.nn.Linear(4, 4), paddle.nn.Linear(4, 4))
            >>> config = QuantConfig(activation=None, weight=None)
            >>> config.add_layer_config([net[1]], weight=FakeQuanterWithAbsMaxObserver())
            >>> [type(layer).__name__ for layer in QAT(config).quantize(net)]
            ['Linear', 'QuantedLinear']
        """
        if isinstance(layer, (list, tuple)):
            for one in layer:
                self.add_layer_config(one, activation=activation, weight=weight)
        elif isinstance(layer, nn.Layer):
            # By its name: the model is copied before it is quantized.
            self.add_name_config(layer.full_name(), activation=activation, weight=weight)
        else:
            _refuse("add_layer_config", "layer", "a Layer or a list of them", layer)

    def add_name_config(self, layer_name, activation=None, weight=None):
        """Quantizes a layer, or several, by the names that ``Layer.full_name()`` gives.

        Args:
            layer_name (str|list[str]): of the layer.
            activation (QuanterFactory, optional): of its input.
            weight (QuanterFactory, optional): of its weight.
        """
        if isinstance(layer_name, str):
            self._prefix2config[layer_name] = SingleLayerConfig(activation, weight)
        elif isinstance(layer_name, (list, tuple)):
            for one in layer_name:
                self.add_name_config(one, activation=activation, weight=weight)
        else:
            _refuse("add_name_config", "layer_name", "a str or a list of them", layer_name)

    def add_type_config(self, layer_type, activation=None, weight=None):
        """Quantizes all layers of a type, or of several.

        Args:
            layer_type (type|list[type]): classes of layers; their subclasses do not count.
            activation (QuanterFactory, optional): of their inputs.
            weight (QuanterFactory, optional): of their weights.
        """
        if _is_layer_type(layer_type):
            self._type2config[layer_type] = SingleLayerConfig(activation, weight)
        elif isinstance(layer_type, (list, tuple)):
            for one in layer_type:
                self.add_type_config(one, activation=activation, weight=weight)
        else:
            _refuse("add_type_config", "layer_type", "a class of layers or a list of them", layer_type)  # fmt: skip

    def add_qat_layer_mapping(self, source, target):
        """Says which class stands for another one in a quantized model.

        Args:
            source (type): a class of layers.
            target (type): what takes their place: ``target(layer, config)`` is called.
        """
        for name, value in (("source", source), ("target", target)):
            if not _is_layer_type(value):
                _refuse("add_qat_layer_mapping", name, "a class of layers", value)
        self._qat_layer_mapping[source] = target
        self._customized_qat_layer_mapping[source] = target

    def add_customized_leaf(self, layer_type):
        """Says that layers of a type are quantized as one: what lies in them is not looked at.

        Args:
            layer_type (type): a class of layers.
        """
        self._customized_leaves.append(layer_type)

    @property
    def customized_leaves(self):
        """What ``add_customized_leaf`` was told."""
        return self._customized_leaves

    @property
    def qat_layer_mappings(self):
        """From classes of layers to those that take their place."""
        return self._qat_layer_mapping

    @property
    def default_qat_layer_mapping(self):
        """The same, as it was at first."""
        return DEFAULT_QAT_LAYER_MAPPINGS

    @property
    def global_config(self):
        """What holds for all layers, or None."""
        return self._global_config

    # ---- what QAT and PTQ ask ----

    def _specify(self, model):
        """Finds the config of each layer in a model."""
        self._model = model
        self._specify_helper(model)

    def _specify_helper(self, model):
        for child in model.children():
            config = self._layer2config.get(model, self._global_config)
            config = self._type2config.get(type(child), config)
            config = self._prefix2config.get(child.full_name(), config)
            if config is not None:
                self._layer2config[child] = config
            self._specify_helper(child)

    def _get_config_by_layer(self, layer):
        return self._layer2config.get(layer)

    def _is_quantifiable(self, layer):
        return layer in self._layer2config

    def _get_qat_layer(self, layer):
        target = self._customized_qat_layer_mapping.get(type(layer))
        target = target or self._qat_layer_mapping.get(type(layer))
        return target(layer, self._get_config_by_layer(layer))

    def _has_observer_config(self, layer):
        config = self._get_config_by_layer(layer)
        return config is not None and config.activation is not None

    def _need_observe(self, layer):
        return self._is_leaf(layer) and self._has_observer_config(layer)

    def _is_leaf(self, layer):
        known = type(layer) in DEFAULT_LEAVES or self._is_customized_leaf(layer)
        return known or self._is_real_leaf(layer)

    def _is_real_leaf(self, layer):
        return not layer._sub_layers

    def _is_customized_leaf(self, layer):
        return type(layer) in self._customized_leaves

    def _get_observer(self, layer):
        if not self._has_observer_config(layer):
            return None
        return self._get_config_by_layer(layer).activation._instance(layer)

    def _get_observe_wrapper(self, layer):
        return ObserveWrapper(self._get_observer(layer), layer)

    # ---- texts ----

    def details(self):
        """What is said of each layer of the model that was quantized last."""
        return str(self) if self._model is None else self._details_of(self._model)

    def _details_of(self, layer):
        lines = []
        for name, child in layer.named_children():
            if child in self._layer2config:
                text = self._details_of(child).replace("\n", "\n  ")
                lines.append(f"({name}): {text}, {self._layer2config[child]}")
        inside = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{type(layer).__name__}({inside})"

    def __str__(self):
        text = f"Global config:\n{self._global_config}\n"
        if self._type2config:
            text += f"Layer type config:\n{self._type2config}\n"
        if self._prefix2config:
            text += f"Layer prefix config: \n{self._prefix2config}\n"
        return text
