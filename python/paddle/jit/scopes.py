"""Which layer an operation belongs to: "Net/encoder/layers.0", for drawings; "/" stands for a call."""

import types

from .vm.guards import fetch

_OUTSIDE = ("", None)


class Scopes:
    """Of one capture: frames have the scope of their caller, until they are of another layer.

    Examples:
        The second call of the sublayer ``act`` of a ``Net``: "Net/act#2".
    """

    def __init__(self):
        self._names, self._calls = {}, {}

    def of(self, frame):
        """(its text, the layer)"""
        if frame is None:
            return _OUTSIDE
        if frame.scope is None:
            frame.scope = self._of(frame, self.of(frame.back))
        return frame.scope

    def _of(self, frame, outer):
        from ..nn import Layer

        own = frame.locals[0] if frame.code.co_argcount and frame.locals else None
        if type(own) is types.CellType:
            own = fetch(("cell", own, None))
        if own is outer[1] or not issubclass(
            type(own), Layer
        ):  # isinstance would ask `own` for its class
            return outer
        text, layer = outer
        name = type(own).__name__ if layer is None else self._name(layer, own)
        text = f"{text}/{name}" if text else name
        count = self._calls[text] = self._calls.get(text, 0) + 1
        return (text if count == 1 else f"{text}#{count}"), own

    def _name(self, layer, sub):
        """The place of a layer in another, or its class."""
        names = self._names.get(id(layer))
        if names is None:
            names = self._names[id(layer)] = (layer, dict(_inside(layer, "")))
        return names[1].get(id(sub)) or type(sub).__name__


def _inside(layer, prefix):
    """(id, name) of all layers inside; runs no code of theirs."""
    for key, sub in object.__getattribute__(layer, "__dict__").get("_sub_layers", {}).items():
        if sub is not None:
            yield id(sub), prefix + key
            yield from _inside(sub, f"{prefix}{key}.")
