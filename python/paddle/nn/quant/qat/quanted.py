"""What layers with a quantized weight have in common."""

from ..format import ConvertibleQuantedLayer


class Quanted(ConvertibleQuantedLayer):
    """A layer with the weight and the bias of another one, and quanters.

    Args:
        layer (Layer): the other one.
        q_config (SingleLayerConfig): factories of the quanters; None: nothing is quantized.
    """

    def __init__(self, layer, q_config):
        super().__init__()
        self.weight, self.bias = layer.weight, layer.bias
        self.weight_quanter = self.activation_quanter = None
        if q_config.weight is not None:
            self.weight_quanter = q_config.weight._instance(layer)
        if q_config.activation is not None:
            self.activation_quanter = q_config.activation._instance(layer)

    def _quantized(self, input):
        weight = self.weight
        if self.activation_quanter is not None:
            input = self.activation_quanter(input)
        if self.weight_quanter is not None:
            weight = self.weight_quanter(weight)
        return input, weight

    def weights_to_quanters(self):
        """The weight and its quanter."""
        return [("weight", "weight_quanter")]

    def activation_quanters(self):
        """The quanter of the input."""
        return ["activation_quanter"]
