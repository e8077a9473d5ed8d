"""Factories: a class of quanters with its arguments, from which each layer gets one of its own."""

import abc
import sys


class ClassWithArguments(metaclass=abc.ABCMeta):
    """A class and the arguments to make objects of it.

    Args:
        args, kwargs: the arguments.
    """

    def __init__(self, *args, **kwargs):
        self._args, self._kwargs = args, kwargs

    @property
    def args(self):
        """Arguments by position."""
        return self._args

    @property
    def kwargs(self):
        """Arguments by name."""
        return self._kwargs

    @abc.abstractmethod
    def _get_class(self):
        """The class."""

    def __str__(self):
        shown = [*map(str, self.args), *(f"{key}={value}" for key, value in self.kwargs.items())]
        return f"{type(self).__name__}({','.join(shown)})"

    __repr__ = __str__


class QuanterFactory(ClassWithArguments):
    """Makes quanters, or observers, of one kind.

    Args:
        args, kwargs: of each, after the layer that it is for.
    """

    def _instance(self, layer):
        return self._get_class()(layer, *self.args, **self.kwargs)


ObserverFactory = QuanterFactory


def quanter(class_name):
    """Makes a factory for the decorated class, in the module where that stands.

    Args:
        class_name (str): of the factory.

    Returns:
        callable: the decorator; it gives the class itself.

    Examples:
        >>> import paddle
        >>> from paddle.quantization import BaseQuanter, QuantConfig, quanter
        >>> @quanter("Halves")
        ... class HalvesLayer(BaseQuanter):
        ...     def __init__(self, layer, unit=0.5):
        ...         super().__init__()
        ...         self.unit = unit
        ...     def forward(self, input):
        ...         return paddle.round(input / self.unit) * self.unit
        ...     def scales(self):
        ...         return paddle.to_tensor([self.unit])
        ...     def zero_points(self):
        ...         return None
        ...     def quant_axis(self):
        ...         return -1
        ...     def bit_length(self):
        ...         return 8
        >>> import sys
        >>> factory = getattr(sys.modules[HalvesLayer.__module__], "Halves")
        >>> print(QuantConfig(activation=factory(unit=0.25), weight=None).global_config.activation)
        Halves(unit=0.25)
    """

    def declare(target):
        module = sys.modules[target.__module__]
        members = {
            "_get_class": lambda self: target,
            "__module__": target.__module__,
            "__doc__": f"Makes quanters of the class {target.__name__}, with the arguments that follow the layer.",
        }
        setattr(module, class_name, type(class_name, (QuanterFactory,), members))
        shown = getattr(module, "__all__", None)
        if isinstance(shown, list) and class_name not in shown:
            shown.append(class_name)
        return target

    return declare
