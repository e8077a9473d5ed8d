"""A layer together with what observes it."""

from ..nn import Layer


class ObserveWrapper(Layer):
    """A layer whose input, or result, goes through an observer.

    Args:
        observer (BaseQuanter): what looks, or quantizes.
        observed (Layer): the layer.
        observe_input (bool): False: its result goes through the observer.
    """

    def __init__(self, observer, observed, observe_input=True):
        super().__init__()
        self._observer, self._observed = observer, observed
        self._observe_input = observe_input

    def forward(self, *inputs, **kwargs):
        """What the layer gives."""
        if self._observe_input:
            return self._observed(self._observer(*inputs, **kwargs), **kwargs)
        return self._observer(self._observed(*inputs, **kwargs), **kwargs)
