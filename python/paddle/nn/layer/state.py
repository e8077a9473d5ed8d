"""What layers save and load."""

import warnings
from collections import OrderedDict, namedtuple

from .registry import HookRemoveHelper


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


class StateMixin:
    """The part of Layer that makes and takes state dicts."""

    def register_state_dict_hook(self, hook):
        """Calls ``hook(state_dict)`` at the end of each ``state_dict``."""
        handle = HookRemoveHelper(self._state_dict_hooks)
        self._state_dict_hooks[handle._hook_id] = hook
        return handle

    def _all_state(self, *options):
        try:
            return self._collect_state(*options)
        except RecursionError:
            raise ValueError(
                f"(InvalidArgument) state_dict: a {type(self).__name__} contains itself, or is nested too deeply."
            ) from None

    def _collect_state(self, destination, deep, prefix, with_transient, use_hook, keep_vars):
        if destination is None:
            destination = OrderedDict()
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if keep_vars else param.detach()
        transient = () if with_transient else self._non_persistable_buffer_names_set
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in transient:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        if deep:
            for name, layer in self._sub_layers.items():
                if layer is not None:
                    layer._collect_state(
                        destination, deep, f"{prefix}{name}.", with_transient, use_hook, keep_vars
                    )
        if use_hook:
            for hook in self._state_dict_hooks.values():
                result = hook(destination)
                destination = destination if result is None else result
        return destination

    def state_dict(
        self,
        destination=None,
        include_sublayers=True,
        structured_name_prefix="",
        use_hook=True,
        keep_vars=True,
        *,
        prefix=None,
    ):
        """All parameters and persistable buffers under their dotted names.

        Args:
            destination (dict, optional): filled and returned.
            include_sublayers (bool): also those of sublayers.
            structured_name_prefix (str): put before each name.
            use_hook (bool): runs the hooks of ``register_state_dict_hook``.
            keep_vars (bool): the tensors themselves; False detaches them.

        Returns:
            OrderedDict: name to Tensor; the tensors are not copies.

        Examples:
            >>> import paddle
            >>> list(paddle.nn.Linear(2, 3).state_dict())
            ['weight', 'bias']
        """
        if prefix is not None or isinstance(include_sublayers, str):  # torch's argument order
            prefix = include_sublayers if prefix is None else prefix
            return self._all_state(destination, True, prefix, False, True, False)
        return self._all_state(
            destination, include_sublayers, structured_name_prefix, False, use_hook, keep_vars
        )

    def to_static_state_dict(
        self,
        destination=None,
        include_sublayers=True,
        structured_name_prefix="",
        use_hook=True,
        keep_vars=True,
    ):
        """``state_dict`` with the buffers that are not persistable."""
        return self._all_state(
            destination, include_sublayers, structured_name_prefix, True, use_hook, keep_vars
        )

    def set_state_dict(self, state_dict, use_structured_name=True):
        """Copies values from ``state_dict`` into the members of the same names.

        Args:
            state_dict (dict): name to Tensor or numpy array.
            use_structured_name (bool): False looks names up by ``param.name``.

        Returns:
            (list, list): names it lacks, or has in another shape (each with a
            warning), and names that nothing here has.

        Examples:
            >>> import paddle
            >>> a, b = paddle.nn.Linear(2, 3), paddle.nn.Linear(2, 3)
            >>> a.set_state_dict(b.state_dict())
            ([], [])
        """
        if not isinstance(state_dict, dict):
            raise TypeError(
                "(InvalidType) set_state_dict: argument `state_dict` has the wrong type.\n"
                f"  Expected: dict\n  Received: {type(state_dict).__name__}"
            )
        missing, matched = [], []
        own = self._all_state(None, True, "", False, False, True)
        for name, member in own.items():
            key = name if use_structured_name else member.name
            value = state_dict.get(key)
            if value is not None and not hasattr(value, "shape"):
                raise TypeError(
                    f"(InvalidType) set_state_dict: the value of `{key}` has the wrong type.\n"
                    f"  Expected: Tensor or numpy.ndarray\n  Received: {type(value).__name__}"
                )
            if value is None:
                problem = f"{key} is not found in the provided dict."
            elif list(value.shape) != list(member.shape):
                problem = (
                    f"{key} receives a shape {list(value.shape)}, "
                    f"but the expected shape is {list(member.shape)}."
                )
            else:
                matched.append((key, member, value))
                continue
            missing.append(key)
            warnings.warn(f"Skip loading for {name}. {problem}", stacklevel=2)
        for _, member, value in matched:
            member.set_value(value)
        found = {key for key, _, _ in matched}
        return missing, [key for key in state_dict if key not in found]

    set_dict = set_state_dict
    load_dict = set_state_dict

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """``set_state_dict`` that raises RuntimeError where names do not match.

        Args:
            state_dict (dict): name to Tensor.
            strict (bool): False only reports what did not match.
        """
        missing, unexpected = self.set_state_dict(state_dict)
        problems = []
        if strict and missing:
            problems.append("Missing key(s) in state_dict: " + ", ".join(map(repr, missing)))
        if strict and unexpected:
            problems.append("Unexpected key(s) in state_dict: " + ", ".join(map(repr, unexpected)))
        if problems:
            raise RuntimeError(
                f"(PreconditionNotMet) Error(s) in loading state_dict for {type(self).__name__}:\n\t"
                + "\n\t".join(problems)
            )
        return _IncompatibleKeys(missing, unexpected)
