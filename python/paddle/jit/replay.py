"""A captured call made again, for gradients of gradients: the function runs, from the state that the call found."""

from .. import _C
from .process_state import ProcessState
from .templates import collect
from .vm.arguments import replaced
from .vm.effects import restore, state
from .vm.guards import failing

_CHANGED = (
    "(PreconditionNotMet) backward: what a captured function reads has changed since.\n"
    "  Hint: create_graph=True runs the function again."
)


class Replay:
    """Runs the function of which a call skipped Python.

    Args:
        entry (Entry): What the call ran.
    """

    __slots__ = ("entry", "leaf", "_before")

    def __init__(self, entry):
        self.entry, self.leaf, self._before = entry, entry.tree, ()

    def comes_to(self, leaf):
        """The call ends there, and is about to write: what lay there is kept."""
        self.leaf = leaf
        if leaf[2] and _C.is_grad_enabled():
            self._before = [
                len(holder)
                if kind == "extend"
                else None
                if kind == "print"
                else state(kind, holder, key)
                for kind, holder, key, _ in leaf[2]
            ]

    def __call__(self, args, kwargs, sources):
        """The tensors that the call gave back, computed with `sources` in the place of its tensors."""
        _, result, effects = self.leaf
        if any(kind == "print" for kind, *_ in effects):
            raise NotImplementedError(
                "(Unimplemented) backward: create_graph=True through a captured function that prints, "
                "and skipped Python.\n  Hint: paddle.jit.enable_to_static(False)."
            )
        places = [
            (*effect[:3], before) for effect, before in zip(effects, self._before, strict=True)
        ]
        modes, now = ProcessState.now(), [_found(*place) for place in places]
        try:
            for kind, holder, key, before in places:
                if kind == "extend":
                    del holder[before:]
                else:
                    restore(kind, holder, key, before)
            self.entry.world.put_back()
            return self._run(result, effects, args, kwargs, sources)
        finally:
            modes.put_back()
            for (kind, holder, key, before), value in reversed([*zip(places, now, strict=True)]):
                if kind == "extend":
                    holder[before:] = value
                else:
                    restore(kind, holder, key, value)

    def _run(self, result, effects, args, kwargs, sources):
        entry = self.entry
        if not entry.arguments.matches(args, kwargs) or failing(entry.guards, entry.expectations):
            raise RuntimeError(_CHANGED)
        others = dict(zip(entry.paths, sources, strict=False))
        args, kwargs = replaced((args, kwargs), lambda x, path: others.get(path))
        made = {}
        collect(result, entry.function(*args, **kwargs), made)
        for (*place, template), before in zip(effects, self._before, strict=True):
            collect(template, _found(*place, before), made)
        other = _C.ops["full"]([], 0.0, "float32")  # what other ways give is not asked for
        return [made.get(k, other) for k in range(entry.num_tensors)]


def _found(kind, holder, key, before):
    """What lies in a place; of a list that a call appends to, what came after the `before` elements it had."""
    if kind != "extend":
        return state(kind, holder, key)
    if len(holder) < before:
        raise RuntimeError(_CHANGED)
    return holder[before:]
