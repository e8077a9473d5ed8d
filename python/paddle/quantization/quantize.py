"""What training with quantization and quantization after training have in common."""

import abc
import copy

from ..nn.quant.format import ConvertibleQuantedLayer, LinearQuanterDequanter
from .base_quanter import BaseQuanter


class Quantization(metaclass=abc.ABCMeta):
    """Makes quantized models.

    Args:
        config (QuantConfig): which layers, and by what; a copy of it is kept.
    """

    def __init__(self, config):
        self._config = copy.deepcopy(config)

    @abc.abstractmethod
    def quantize(self, model, inplace=False):
        """A model with quanters, or observers, in it."""

    def convert(self, model, inplace=False, remain_weight=False):
        """Makes a quantized model ready for deployment: integers in place of weights, operators in place of quanters.

        ``paddle.jit.save`` writes the result.

        Args:
            model (Layer): what ``quantize()`` made, trained or shown some inputs.
            inplace (bool): changes the model itself, not a copy.
            remain_weight (bool): weights stay floats, and are quantized at each call.

        Returns:
            Layer: the model.
        """
        model = model if inplace else copy.deepcopy(model)
        replaced = {}
        for name, child in model.named_children():
            if isinstance(child, ConvertibleQuantedLayer):
                if not child.converted and self._has_scales(child):
                    child._convert(remain_weight=remain_weight)
            elif isinstance(child, BaseQuanter):
                replaced[name] = LinearQuanterDequanter.from_quanter(child)
            else:
                self.convert(child, inplace=True, remain_weight=remain_weight)
        for name, made in replaced.items():
            model._sub_layers[name] = made
        return model

    @staticmethod
    def _has_scales(layer):
        if not hasattr(layer, "weight_quanter"):
            return True
        return layer.weight_quanter is not None and layer.weight_quanter.scales() is not None

    def _convert_to_quant_layers(self, model, config):
        replaced = {}
        for name, child in model.named_children():
            if config._is_quantifiable(child) and type(child) in config.qat_layer_mappings:
                replaced[name] = config._get_qat_layer(child)
            else:
                self._convert_to_quant_layers(child, config)
        for name, made in replaced.items():
            model._sub_layers[name] = made

    def _insert_activation_observers(self, model, config):
        replaced = {}
        quantized = {*config._qat_layer_mapping.values(), *config._customized_qat_layer_mapping.values()}  # fmt: skip
        for name, child in model.named_children():
            if config._need_observe(child):
                replaced[name] = config._get_observe_wrapper(child)
            elif type(child) not in quantized:
                self._insert_activation_observers(child, config)
        for name, made in replaced.items():
            model._sub_layers[name] = made

    def _prepare(self, model):
        self._config._specify(model)
        self._convert_to_quant_layers(model, self._config)
        self._insert_activation_observers(model, self._config)
        return model

    def _details(self):
        return self._config.details()

    def __str__(self):
        return self._details()

    __repr__ = __str__
