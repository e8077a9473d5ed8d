"""Layer: parameters, buffers and sublayers under names, and the call."""

import copy
import functools
import re
import warnings
from collections import OrderedDict

from ... import _C
from ...framework import named, static_mode, unique_name
from ...framework.lazy_guard import is_lazy
from ...framework.param_attr import ParamAttr
from ...framework.parameter import EagerParamBase, sizes_of
from ...framework.state import in_dynamic_mode
from .convert import ConvertMixin
from .registry import HookRemoveHelper, _Registry
from .state import StateMixin
from .text import TextMixin
from .walk import WalkMixin

Tensor = _C.Tensor
_MISSING = object()
_REGISTRIES = ("_parameters", "_buffers", "_sub_layers")


def in_declarative_mode():
    """Whether a static program is built."""
    return not in_dynamic_mode()


def _snake_case(name):
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


class Layer(WalkMixin, StateMixin, ConvertMixin, TextMixin):
    """The base of everything that has parameters: write ``__init__`` and ``forward``.

    Parameters and layers given to attributes are found by ``parameters()``,
    ``sublayers()``, ``state_dict()`` and the rest, under the attribute's name.

    Args:
        name_scope (str, optional): the first part of its parameters' names;
            by default the class name in snake case.
        dtype (str): of parameters that do not say otherwise.

    Examples:
        >>> import paddle
        >>> class Net(paddle.nn.Layer):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.fc = paddle.nn.Linear(4, 2)
        ...
        ...     def forward(self, x):
        ...         return self.fc(x)
        >>> net = Net()
        >>> net(paddle.ones([3, 4])).shape
        paddle.Size([3, 2])
        >>> [name for name, _ in net.named_parameters()]
        ['fc.weight', 'fc.bias']
    """

    def __init__(self, name_scope=None, dtype="float32"):
        set_plain = self.__dict__.__setitem__
        set_plain("training", True)
        set_plain(
            "_full_name", unique_name.generate(name_scope or _snake_case(type(self).__name__))
        )
        set_plain("_dtype", dtype)
        set_plain("_built", type(self)._build_once is Layer._build_once)
        for name in _REGISTRIES:
            set_plain(name, _Registry(self))
        set_plain("_non_persistable_buffer_names_set", set())
        set_plain("_forward_pre_hooks", OrderedDict())
        set_plain("_forward_post_hooks", OrderedDict())
        set_plain("_hooks_with_kwargs", OrderedDict())
        set_plain("_hooks_always_called", OrderedDict())
        set_plain("_state_dict_hooks", OrderedDict())

    # ---- the call ----

    def __call__(self, first=_MISSING, /, *rest, **kwargs):
        """``forward`` with its hooks before and after."""
        # One tensor and no hooks is by far the most common call; packing and
        # unpacking its arguments would cost more than the rest of this.
        if self._forward_pre_hooks or self._forward_post_hooks or not self._built:
            inputs = rest if first is _MISSING else (first, *rest)
            return self._call_with_hooks(inputs, kwargs)
        if rest or kwargs or first is _MISSING:
            inputs = rest if first is _MISSING else (first, *rest)
            return self._call_with_names(inputs, kwargs) if kwargs else self.forward(*inputs)
        return self.forward(first)

    def _call_with_names(self, inputs, kwargs):
        try:
            return self.forward(*inputs, **kwargs)
        except TypeError:
            forward = type(self).forward
            ours = forward.__module__.startswith("paddle.")
            renamed = named.by_first_names(forward, kwargs) if ours else None
            if renamed is None:
                raise
        return self.forward(*inputs, **renamed)

    def forward(self, *inputs, **kwargs):
        """The computation; every subclass writes its own."""
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}: forward is not written")

    def backward(self, *inputs):
        """Not for layers: gradients follow from ``forward``."""
        raise ValueError(
            f"(InvalidArgument) {type(self).__name__}: a layer has no backward; write a PyLayer"
        )

    def _build_once(self, *inputs, **kwargs):
        """Runs before the first call, with its arguments."""

    def _call_with_hooks(self, inputs, kwargs):
        done = set()
        try:
            for hook_id, hook in tuple(self._forward_pre_hooks.items()):
                if hook_id in self._hooks_with_kwargs:
                    result = hook(self, inputs, kwargs)
                    if result is None:
                        continue
                    if not isinstance(result, tuple) or len(result) != 2:
                        raise RuntimeError(
                            f"(PreconditionNotMet) {type(self).__name__}: a forward pre-hook gave a wrong result.\n"
                            "  Expected: None or (new_args, new_kwargs)\n"
                            f"  Received: {result!r}"
                        )
                    inputs, kwargs = result
                else:
                    result = hook(self, inputs)
                    if result is not None:
                        inputs = result if isinstance(result, tuple) else (result,)
            if not self._built:
                self._build_once(*inputs, **kwargs)
                self._built = True
            outputs = self.forward(*inputs, **kwargs)
            for hook_id, hook in tuple(self._forward_post_hooks.items()):
                done.add(hook_id)
                outputs = self._run_post_hook(hook_id, hook, inputs, kwargs, outputs)
            return outputs
        except Exception:
            for hook_id, hook in tuple(self._forward_post_hooks.items()):
                if hook_id in self._hooks_always_called and hook_id not in done:
                    try:
                        self._run_post_hook(hook_id, hook, inputs, kwargs, None)
                    except Exception as error:
                        warnings.warn(
                            "a forward hook with always_call=True failed while another error "
                            f"was on its way: {error}",
                            stacklevel=3,
                        )
            raise

    def _run_post_hook(self, hook_id, hook, inputs, kwargs, outputs):
        if hook_id in self._hooks_with_kwargs:
            result = hook(self, inputs, kwargs, outputs)
        else:
            result = hook(self, inputs, outputs)
        return outputs if result is None else result

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Calls ``hook(layer, inputs)`` before each ``forward``.

        Args:
            hook (callable): a result that is not None replaces the inputs.
            prepend (bool): runs it before the hooks already there.
            with_kwargs (bool): calls ``hook(layer, inputs, kwargs)``, which
                returns None or ``(inputs, kwargs)``.

        Returns:
            HookRemoveHelper: its ``remove()`` takes the hook away.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.ReLU()
            >>> handle = layer.register_forward_pre_hook(lambda layer, args: (args[0] - 1,))
            >>> layer(paddle.to_tensor([0.5, 3.0])).tolist()
            [0.0, 2.0]
            >>> handle.remove()
        """
        handle = HookRemoveHelper(self._forward_pre_hooks, [self._hooks_with_kwargs])
        return self._add_hook(self._forward_pre_hooks, handle, hook, prepend, with_kwargs)

    def register_forward_post_hook(
        self, hook, *, prepend=False, with_kwargs=False, always_call=False
    ):
        """Calls ``hook(layer, inputs, outputs)`` after each ``forward``.

        Args:
            hook (callable): a result that is not None replaces the outputs.
            prepend (bool): runs it before the hooks already there.
            with_kwargs (bool): calls ``hook(layer, inputs, kwargs, outputs)``.
            always_call (bool): also where ``forward`` raises.

        Returns:
            HookRemoveHelper: its ``remove()`` takes the hook away.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.ReLU()
            >>> handle = layer.register_forward_post_hook(lambda layer, args, out: out * 2)
            >>> layer(paddle.to_tensor([-1.0, 3.0])).tolist()
            [0.0, 6.0]
            >>> handle.remove()
        """
        extras = [self._hooks_with_kwargs, self._hooks_always_called]
        handle = HookRemoveHelper(self._forward_post_hooks, extras)
        if always_call:
            self._hooks_always_called[handle._hook_id] = True
        return self._add_hook(self._forward_post_hooks, handle, hook, prepend, with_kwargs)

    register_forward_hook = register_forward_post_hook

    def _add_hook(self, table, handle, hook, prepend, with_kwargs):
        table[handle._hook_id] = hook
        if with_kwargs:
            self._hooks_with_kwargs[handle._hook_id] = True
        if prepend:
            table.move_to_end(handle._hook_id, last=False)
        return handle

    # ---- making parameters ----

    def create_parameter(
        self, shape, attr=None, dtype=None, is_bias=False, default_initializer=None, device=None
    ):
        """A new parameter, not yet a member: give it to an attribute.

        Args:
            shape (list[int]): its sizes.
            attr (ParamAttr|str|Initializer|bool, optional): its name, first
                values and so on; False for no parameter.
            dtype (str|paddle.dtype, optional): by default the layer's.
            is_bias (bool): named ``b`` and zero, where nothing else is said.
            default_initializer (Initializer, optional): where ``attr`` has none;
                else XavierUniform, and zeros for a bias.
            device (str, optional): where to put it.

        Returns:
            Parameter, or None where ``attr`` is False.

        Raises:
            ValueError: a negative size, or a name in use.
            TypeError: no initializer is given for a dtype that is not a float.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> layer.create_parameter([2, 3]).shape
            paddle.Size([2, 3])
        """
        attr = copy.copy(ParamAttr._to_attr(attr))
        if attr is False:
            return None
        shape = sizes_of(shape)
        dtype = dtype or self._dtype or _C.get_default_dtype()
        from .. import initializer

        init = attr.initializer or initializer._default(is_bias) or default_initializer
        if init is None:
            name = str(dtype).replace("paddle.", "")
            if name not in ("float16", "bfloat16", "float32", "float64", "float", "int8"):
                raise TypeError(
                    "(InvalidType) create_parameter: there is no default initializer for this dtype.\n"
                    "  Expected: float16, bfloat16, float32, float64 or int8\n"
                    f"  Received: {name}\n  Hint: pass default_initializer."
                )
            init = initializer.Constant(0.0) if is_bias else initializer.XavierUniform()
        name = attr.name or unique_name.generate(f"{self._full_name}.{'b' if is_bias else 'w'}")
        if not unique_name.claim_parameter_name(name) and static_mode.current() is None:
            raise ValueError(
                f"(InvalidArgument) create_parameter: the parameter name `{name}` is in use.\n"
                "  Hint: give each ParamAttr a name of its own, or none."
            )
        attributes = {
            "requires_grad": attr.trainable,
            "name": name,
            "optimize_attr": {"learning_rate": attr.learning_rate},
            "regularizer": attr.regularizer,
            "do_model_average": attr.do_model_average,
            "need_clip": attr.need_clip,
        }
        first_values = functools.partial(initializer._first_values, init, shape, dtype)
        if is_lazy() and static_mode.current() is None:
            return EagerParamBase.without_values(shape, dtype, first_values, attributes)
        param = static_mode.persistent(
            first_values, lambda values: EagerParamBase(values, **attributes), is_parameter=True
        )
        if device is not None:
            param._set_data(param.detach().to(device))
        return param

    def create_tensor(self, name=None, persistable=None, dtype=None):
        """A tensor without axes named after the layer, for use as a buffer that gets its values later.

        Examples:
            >>> import paddle
            >>> paddle.nn.Layer().create_tensor().shape
            paddle.Size([])
        """
        tensor = _C.ops["full"]([], 0.0, dtype or self._dtype)
        if name is not None:
            tensor.name = f"{self._full_name}.{name}"
        else:
            tensor.name = unique_name.generate(f"{self._full_name}._generated_var")
        tensor.persistable = bool(persistable)
        return tensor

    create_variable = create_tensor

    # ---- members ----

    def _check_name(self, kind, name, registry):
        if registry not in self.__dict__:
            raise RuntimeError(
                f"(PreconditionNotMet) {type(self).__name__}: call super().__init__() first."
            )
        if not isinstance(name, str):
            raise TypeError(
                f"(InvalidType) the name of a {kind} must be a str, not {type(name).__name__}"
            )
        if "." in name:
            raise _C.NotFoundError(
                f"(NotFound) the name of a {kind} can not contain a dot: `{name}`"
            )
        if not name:
            raise _C.NotFoundError(f"(NotFound) the name of a {kind} can not be empty")
        if name not in self.__dict__[registry] and hasattr(self, name):
            raise _C.NotFoundError(f"(NotFound) the layer already has an attribute `{name}`")

    def add_parameter(self, name, parameter):
        """Makes ``parameter`` (or None) a member under ``name``; returns it.

        Raises:
            KeyError: the name is in use, empty or has a dot.
            TypeError: it is not a parameter.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> w = layer.add_parameter("w", layer.create_parameter([2]))
            >>> layer.w.shape
            paddle.Size([2])
        """
        self._check_name("parameter", name, "_parameters")
        if parameter is not None and not isinstance(parameter, EagerParamBase):
            raise TypeError(
                "(InvalidType) add_parameter: argument `parameter` has the wrong type.\n"
                f"  Expected: Parameter or None\n  Received: {type(parameter).__name__}"
            )
        self._parameters[name] = parameter
        return parameter

    def register_parameter(self, name, param):
        """``add_parameter`` without a result."""
        self.add_parameter(name, param)

    def register_buffer(self, name, tensor, persistable=True, *, persistent=None):
        """Makes ``tensor`` (or None) a member that is not trained.

        Args:
            name (str): the attribute.
            tensor (Tensor|None): its value.
            persistable (bool): whether ``state_dict`` holds it.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> layer.register_buffer("steps", paddle.zeros([1]))
            >>> list(layer.state_dict())
            ['steps']
        """
        if persistent is not None:
            persistable = persistent
        self._check_name("buffer", name, "_buffers")
        if tensor is not None and (
            not isinstance(tensor, Tensor) or isinstance(tensor, EagerParamBase)
        ):
            raise TypeError(
                "(InvalidType) register_buffer: argument `tensor` has the wrong type.\n"
                f"  Expected: Tensor or None\n  Received: {type(tensor).__name__}"
            )
        self._buffers[name] = tensor
        if persistable:
            self._non_persistable_buffer_names_set.discard(name)
        else:
            self._non_persistable_buffer_names_set.add(name)

    def add_sublayer(self, name, sublayer):
        """Makes ``sublayer`` (or None) a member under ``name``; returns it.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Layer()
            >>> layer.add_sublayer("act", paddle.nn.ReLU())
            ReLU()
        """
        if sublayer is not None and not isinstance(sublayer, Layer):
            raise TypeError(
                "(InvalidType) add_sublayer: argument `sublayer` has the wrong type.\n"
                f"  Expected: Layer or None\n  Received: {type(sublayer).__name__}"
            )
        self._sub_layers[name] = sublayer
        return sublayer

    def add_module(self, name, module):
        """``add_sublayer`` without a result."""
        self.add_sublayer(name, module)

    register_module = add_module

    def get_sublayer(self, target):
        """The sublayer at a dotted path; the layer itself at ``""``.

        Raises:
            AttributeError: there is none.
        """
        layer = self
        for name in target.split(".") if target else ():
            if not hasattr(layer, name):
                raise AttributeError(f"{layer._get_name()} has no attribute `{name}`")
            layer = getattr(layer, name)
            if not isinstance(layer, Layer):
                raise AttributeError(f"`{name}` is not a Layer")
        return layer

    def set_sublayer(self, target, layer=None, strict=False, *, module=None):
        """Puts ``layer`` at a dotted path; ``strict``: one must be there already."""
        layer = module if layer is None else layer
        if not target:
            raise ValueError("(InvalidArgument) set_sublayer: argument `target` is empty")
        if not isinstance(layer, Layer):
            raise ValueError(
                f"(InvalidArgument) set_sublayer: expected a Layer, received {type(layer).__name__}"
            )
        path, _, name = target.rpartition(".")
        parent = self.get_sublayer(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Layer):
            raise AttributeError(f"`{name}` is not a Layer")
        setattr(parent, name, layer)

    get_submodule = get_sublayer
    set_submodule = set_sublayer

    def get_parameter(self, target):
        """The parameter at a dotted path; AttributeError where there is none."""
        path, _, name = target.rpartition(".")
        layer = self.get_sublayer(path)
        if not hasattr(layer, name):
            raise AttributeError(f"{layer._get_name()} has no attribute `{name}`")
        param = getattr(layer, name)
        if not isinstance(param, Tensor):
            raise AttributeError(f"`{name}` is not a parameter")
        return param

    def get_buffer(self, target):
        """The buffer at a dotted path; AttributeError where there is none."""
        path, _, name = target.rpartition(".")
        layer = self.get_sublayer(path)
        if not hasattr(layer, name):
            raise AttributeError(f"{layer._get_name()} has no attribute `{name}`")
        if name not in layer._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return layer._buffers[name]

    # There is no __getattr__: members stand in ``__dict__`` too, and CPython
    # caches attribute lookups only in classes without one.

    def __setattr__(self, name, value):
        members = self.__dict__
        if isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
        if isinstance(value, Tensor):
            if isinstance(value, EagerParamBase):
                self._set_member("_parameters", name, value)
                return
            if "_parameters" in members and name in members["_parameters"]:
                raise TypeError(
                    f"(InvalidType) {type(self).__name__}: parameter `{name}` can not become a plain Tensor.\n"
                    "  Hint: wrap it in paddle.nn.Parameter, or use set_value."
                )
            if "_buffers" in members and name not in members["_buffers"]:
                self._non_persistable_buffer_names_set.add(name)
            self._set_member("_buffers", name, value)
        elif isinstance(value, Layer):
            if "_parameters" in members and name in members["_parameters"]:
                raise TypeError(
                    f"(InvalidType) {type(self).__name__}: parameter `{name}` can not become a Layer"
                )
            self._set_member("_sub_layers", name, value)
        elif name in _REGISTRIES:
            self._replace_registry(name, value)
        elif name in members:
            for registry in _REGISTRIES:
                if registry in members and name in members[registry]:
                    self._clear_member(registry, name, value)
                    return
            object.__setattr__(self, name, value)
        else:
            object.__setattr__(self, name, value)

    def _set_member(self, registry, name, value):
        members = self.__dict__
        if registry not in members:
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: call super().__init__() first."
            )
        for other in _REGISTRIES:
            if other != registry and name in members[other]:
                del members[other][name]
        members[registry][name] = value

    def _clear_member(self, registry, name, value):
        if value is not None:
            kind = {"_parameters": "Parameter", "_sub_layers": "Layer", "_buffers": "Tensor"}
            raise TypeError(
                f"(InvalidType) {type(self).__name__}: attribute `{name}` is given the wrong type.\n"
                f"  Expected: {kind[registry]} or None\n  Received: {type(value).__name__}"
            )
        self.__dict__[registry][name] = None

    def _replace_registry(self, name, value):
        old = self.__dict__.get(name)
        if isinstance(old, _Registry):
            old.unbind()
        registry = _Registry(self)
        registry.update(value)
        self.__dict__[name] = registry

    def __delattr__(self, name):
        for registry in _REGISTRIES:
            if name in self.__dict__[registry]:
                del self.__dict__[registry][name]
                self._non_persistable_buffer_names_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self):
        return [*dir(type(self)), *self.__dict__]

    def __getstate__(self):
        return self.__dict__

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name in _REGISTRIES:
            if name in self.__dict__:
                self.__dict__[name].bind(self)

    # ---- modes and gradients ----

    def train(self, mode=True):
        """Training mode (False: evaluation) for dropout, batch norm and the like."""
        if not isinstance(mode, bool):
            raise ValueError(
                f"(InvalidArgument) train: `mode` must be a bool, not {type(mode).__name__}"
            )
        for layer in self.modules():
            layer.training = mode
        return self

    def eval(self):
        """Evaluation mode: ``train(False)``."""
        return self.train(False)

    def clear_gradients(self, set_to_zero=True):
        """Sets the gradients of all parameters to zero (or to None)."""
        for param in self.parameters():
            if param.trainable:
                param.clear_gradient(set_to_zero)

    def zero_grad(self, set_to_none=True):
        """Drops the gradients of all parameters (or sets them to zero)."""
        for param in self.parameters():
            if param.grad is not None:
                param.clear_gradient(not set_to_none)

    def requires_grad_(self, requires_grad=True):
        """Whether gradients are recorded for the parameters; returns the layer."""
        for param in self.parameters():
            param.stop_gradient = not requires_grad
        return self

    @property
    def _modules(self):
        return self._sub_layers

    @property
    def _non_persistent_buffers_set(self):
        return self._non_persistable_buffer_names_set
