"""Optimizer: which parameters, which states, and a step over all of them."""

import re

import paddle

from .. import _C
from ..framework import static_mode
from ..framework.parameter import EagerParamBase
from ..nn.clip import GradientClipBase
from ..regularizer import L2Decay, WeightDecayRegularizer
from .lr import LRScheduler


def _is_narrow(tensor):
    return tensor.dtype is _C.bfloat16 or tensor.dtype is _C.float16


class _Bucket:
    """Parameters that one call of an operator updates: same dtype, rate and decay."""

    __slots__ = ("params", "places", "masters", "states", "factor", "l2_decay", "options", "kind")


class _Plan:
    """How the parameters of a group that have gradients fall into buckets.

    It holds as long as the same parameters have gradients, with the same
    learning rates and regularizers.
    """

    def __init__(self, optimizer, group):
        self.params = [p for p in group["params"] if not p.stop_gradient and p.grad is not None]
        chosen = {id(p) for p in self.params}
        self.rest = [p for p in group["params"] if id(p) not in chosen]
        self.size = len(group["params"])
        # Plain tensors carry notes where their group has options.
        self.noted = [p for p in self.params if hasattr(p, "optimize_attr")]
        self.factors = [p.optimize_attr["learning_rate"] for p in self.noted]
        self.regularizers = [getattr(p, "regularizer", None) for p in self.noted]
        self.decays = []  # (place, regularizer) of those that are no L2Decay
        self.buckets = list(self._buckets(optimizer, group))

    def _buckets(self, optimizer, group):
        found = {}
        for place, param in enumerate(self.params):
            if not param.is_contiguous():
                param._set_data(param.detach().contiguous())
            regularizer = getattr(param, "regularizer", None) or optimizer.regularization
            l2_decay = 0.0
            if type(regularizer) is L2Decay:
                l2_decay = regularizer._coeff
            elif regularizer is not None:
                self.decays.append((place, regularizer))
            factor = getattr(param, "optimize_attr", None) or {}
            factor = float(factor.get("learning_rate", 1.0))
            kind = optimizer._kind(param, group)
            bucket = found.setdefault((param.dtype, factor, l2_decay, kind), [])
            bucket.append(place)
        for (_, factor, l2_decay, kind), places in found.items():
            bucket = _Bucket()
            bucket.places = places
            bucket.params = [self.params[place] for place in places]
            bucket.factor, bucket.l2_decay, bucket.kind = factor, l2_decay, kind
            bucket.options = group
            bucket.masters = []
            if optimizer._multi_precision and _is_narrow(bucket.params[0]):
                bucket.masters = [optimizer._master(p) for p in bucket.params]
            bucket.states = optimizer._states_of(bucket)
            yield bucket

    def gradients(self, group):
        """The gradients in order; None where the plan does not hold any more."""
        grads = [p.grad for p in self.params if not p.stop_gradient]
        if len(grads) != len(self.params) or len(group["params"]) != self.size:
            return None
        for grad in grads:
            if grad is None:
                return None
        for p in self.rest:
            if not p.stop_gradient and p.grad is not None:
                return None
        noted = self.noted
        if [p.optimize_attr["learning_rate"] for p in noted] != self.factors:
            return None
        if [getattr(p, "regularizer", None) for p in noted] != self.regularizers:
            return None
        return grads


class Optimizer:
    """The base of optimizers.

    Args:
        learning_rate (float|LRScheduler): how far a step goes.
        parameters (list[Tensor]|list[dict]): what it changes; a dict is a group:
            ``params`` and options of its own, where ``learning_rate`` is a factor.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients; a
            float is an L2Decay. A parameter's own regularizer comes before it.
        grad_clip (ClipGradByValue|ClipGradByNorm|ClipGradByGlobalNorm, optional):
            changes gradients first.
        name (str, optional): put into the names of the states.

    A subclass names its states in ``_STATES`` and writes ``_update``, which
    changes the parameters of a bucket in place.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a parameter stands in two groups, or names are not unique.

    Examples:
        >>> import paddle
        >>> class Halve(paddle.optimizer.Optimizer):
        ...     def _update(self, bucket, grads, rate):
        ...         with paddle.no_grad():
        ...             for param in bucket.params:
        ...                 param.scale_(0.5)
        >>> x = paddle.to_tensor([4.0], stop_gradient=False)
        >>> optimizer = Halve(0.1, [x])
        >>> x.sum().backward()
        >>> optimizer.step()
        >>> x.tolist()
        [2.0]
    """

    # Name, shape (None: the parameter's) and first value (or the option's name).
    _STATES = ()
    _OPTIONS = ()  # attributes that a group may replace
    _multi_precision = False
    # One bool, while a step is to change nothing where it is true (amp.GradScaler). An `_update` that goes by
    # it has the attribute `knows_skip`.
    _skip = None

    def __init__(
        self, learning_rate, parameters=None, weight_decay=None, grad_clip=None, name=None
    ):
        kind = type(self).__name__
        if parameters is None and static_mode.enabled:
            parameters = []  # those of the program, once there is a loss
        if parameters is None:
            raise AttributeError(f"{kind}: argument `parameters` is missing, as model.parameters()")
        if isinstance(parameters, (_C.Tensor, dict)):
            raise TypeError(
                f"(InvalidType) {kind}: argument `parameters` has the wrong type.\n"
                "  Expected: a list of Tensors, or of dicts that are groups\n"
                f"  Received: {type(parameters).__name__}"
            )
        if isinstance(learning_rate, int) and not isinstance(learning_rate, bool):
            learning_rate = float(learning_rate)
        if not isinstance(learning_rate, (float, LRScheduler)):
            raise TypeError(
                f"(InvalidType) {kind}: argument `learning_rate` has the wrong type.\n"
                f"  Expected: float or LRScheduler\n  Received: {type(learning_rate).__name__}"
            )
        if grad_clip is not None and not isinstance(grad_clip, GradientClipBase):
            raise TypeError(
                f"(InvalidType) {kind}: argument `grad_clip` has the wrong type.\n"
                "  Expected: ClipGradByValue, ClipGradByNorm or ClipGradByGlobalNorm\n"
                f"  Received: {type(grad_clip).__name__}"
            )
        self._name = name
        self._learning_rate = learning_rate
        self._grad_clip = grad_clip
        self.regularization = _as_regularizer(weight_decay)
        self._parameter_list = list(parameters)
        self._accumulators = {}  # state -> parameter's name -> Tensor
        self._master_weights = {}  # parameter's name -> float32 copy
        self._set_groups()

    def _set_groups(self):
        self._groups = []
        self._plans = {}  # place of a group -> _Plan
        if self._parameter_list and isinstance(self._parameter_list[0], dict):
            self._param_groups = self._groups
            for group in self._parameter_list:
                self._add_param_group(dict(group))
        else:
            self._param_groups = self._parameter_list
            self._groups.append({"params": self._parameter_list, "grad_clip": self._grad_clip})
        for option in self._OPTIONS:
            for group in self._groups:
                group.setdefault(option, getattr(self, "_" + option))
        names = set()
        for param in self._all_parameters():
            if not isinstance(param, _C.Tensor):
                raise TypeError(
                    f"(InvalidType) {type(self).__name__}: a parameter has the wrong type.\n"
                    f"  Expected: Tensor\n  Received: {type(param).__name__}"
                )
            if param.name in names:
                raise ValueError(
                    f"(InvalidArgument) {type(self).__name__}: two parameters are named `{param.name}`.\n"
                    "  Hint: states are kept by name; give each parameter once and its own name."
                )
            names.add(param.name)

    def _add_param_group(self, group):
        params = group.get("params")
        if params is None:
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: a group of parameters has no `params`"
            )
        if isinstance(params, set):
            raise TypeError(
                f"(InvalidType) {type(self).__name__}: `params` must keep an order; pass a list, not a set"
            )
        group["params"] = [params] if isinstance(params, _C.Tensor) else list(params)
        group.setdefault("grad_clip", self._grad_clip)
        taken = {id(p) for other in self._groups for p in other["params"]}
        for param in group["params"]:
            if id(param) in taken:
                raise ValueError(
                    f"(InvalidArgument) {type(self).__name__}: parameter `{param.name}` stands in two groups"
                )
            plain = not isinstance(param, EagerParamBase)
            if plain and not group.keys().isdisjoint(("learning_rate", "weight_decay")):
                param.optimize_attr = {}
            if hasattr(param, "optimize_attr"):
                param.optimize_attr["learning_rate"] = group.get("learning_rate", 1.0)
                self._note_group_decay(param, group)
        self._groups.append(group)

    def _note_group_decay(self, param, group):
        param.regularizer = _as_regularizer(group.get("weight_decay", self.regularization))

    def _all_parameters(self):
        return [param for group in self._groups for param in group["params"]]

    # ---- states ----

    def _kind(self, param, group):
        """What else parts the parameters of a group into buckets; hashable."""
        return None

    def _state_names(self):
        return [
            name if self._name is None else f"{self._name}_{name}" for name, _, _ in self._STATES
        ]

    def _state_key(self, param):
        """The name under which a parameter's states are kept."""
        if self._multi_precision and _is_narrow(param):
            return param.name + "_fp32_master_0"
        return param.name

    def _master(self, param):
        master = self._master_weights.get(param.name)
        if master is None:

            def named(values):
                values.name = param.name + "_fp32_master_0"
                return values

            master = static_mode.persistent(lambda: param.detach().astype("float32"), named)
            self._master_weights[param.name] = master
        return master

    def _state(self, index, param, group):
        """One state of a parameter; made when first asked for."""
        _, shape, first = self._STATES[index]
        name = self._state_names()[index]
        key = self._state_key(param)
        kept = self._accumulators.setdefault(name, {})
        if key not in kept:
            if isinstance(first, str):
                first = group[first]
            dtype = "float32" if _is_narrow(param) else param.dtype
            size = list(param.shape) if shape is None else shape

            def named(values):
                values.name = f"{key}_{name}_0"
                return values

            full = _C.full_at_once if static_mode.current() is None else _C.ops["full"]
            kept[key] = static_mode.persistent(lambda: full(size, float(first), dtype), named)
        return kept[key]

    def _states_of(self, bucket):
        return [
            [self._state(i, param, bucket.options) for param in bucket.params]
            for i in range(len(self._STATES))
        ]

    def state_dict(self):
        """The states of all parameters, and the schedule's.

        Returns:
            dict: ``<parameter>_<state>_0`` to Tensor, ``master_weights`` to a
            dict where there are any, ``LR_Scheduler`` to the schedule's state.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Linear(2, 2)
            >>> adam = paddle.optimizer.Adam(parameters=layer.parameters())
            >>> layer(paddle.ones([1, 2])).sum().backward()
            >>> adam.step()
            >>> sorted(key.split("b_0_")[1] for key in adam.state_dict() if ".b_0" in key)
            ['beta1_pow_acc_0', 'beta2_pow_acc_0', 'moment1_0', 'moment2_0']
        """
        state = {}
        for name, kept in self._accumulators.items():
            # In the order of the parameters, which other names are matched by, not in that of the steps.
            order = [p.name for p in self._all_parameters() if p.name in kept]
            for key in dict.fromkeys([*order, *kept]):
                state[f"{key}_{name}_0"] = kept[key]
        if self._master_weights:
            state["master_weights"] = dict(self._master_weights)
        if isinstance(self._learning_rate, LRScheduler):
            state["LR_Scheduler"] = self._learning_rate.state_dict()
        return state

    def set_state_dict(self, state_dict):
        """Goes on from what ``state_dict`` gave, of this optimizer or of one like it.

        States find their parameters by name; where the names differ, as in a
        model built again in the same process, by their order.

        Raises:
            ValueError: the states do not fit the parameters.
        """
        state = dict(state_dict)
        schedule = state.pop("LR_Scheduler", None)
        if isinstance(self._learning_rate, LRScheduler):
            from .lr import LambdaDecay

            if schedule:
                self._learning_rate.set_state_dict(schedule)
            elif not isinstance(self._learning_rate, LambdaDecay):
                raise ValueError(
                    f"(InvalidArgument) {type(self).__name__}: the state has no `LR_Scheduler`, but the learning "
                    "rate is a schedule"
                )
        masters = state.pop("master_weights", None) or {}
        saved = self._parse_states(state)
        owners = self._match(saved, masters)
        groups = {id(p): group for group in self._groups for p in group["params"]}
        for param, saved_name in owners:
            if saved_name in masters and self._multi_precision and _is_narrow(param):
                self._master(param).set_value(_fitting(param, masters[saved_name], None))
            for i, name in enumerate(self._state_names()):
                value = saved.get(name, {}).get(saved_name)
                if value is not None:
                    target = self._state(i, param, groups[id(param)])
                    target.set_value(_fitting(param, value, target))

    load_state_dict = set_state_dict
    set_dict = set_state_dict

    def _parse_states(self, state):
        """{state: {parameter's name: value}}, in the order of the file."""
        found = {}
        names = sorted(self._state_names(), key=len, reverse=True)
        either = "|".join(map(re.escape, names))
        pattern = re.compile(rf"^(?P<param>.+?)(?:_fp32_master_\d+)?_(?P<state>{either})_\d+$")
        for key, value in state.items():
            match = pattern.match(key) if names else None
            if match:
                found.setdefault(match["state"], {})[match["param"]] = value
        return found

    def _match(self, saved, masters):
        """Pairs (parameter, the name its states have in the file)."""
        names = list(dict.fromkeys([*(n for by in saved.values() for n in by), *masters]))
        params = [p for p in self._all_parameters() if not p.stop_gradient]
        own = {p.name: p for p in self._all_parameters()}
        if all(name in own for name in names):
            return [(own[name], name) for name in names]
        if len(names) != len(params):
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: the state does not belong to these parameters.\n"
                f"  Expected: states of {len(params)} parameters ({_some(own)})\n"
                f"  Received: states of {len(names)} ({_some(names)})"
            )
        return list(zip(params, names, strict=True))

    # ---- learning rate ----

    def get_lr(self):
        """The learning rate now.

        Examples:
            >>> import paddle
            >>> sgd = paddle.optimizer.SGD(0.1, parameters=paddle.nn.Linear(1, 1).parameters())
            >>> sgd.get_lr()
            0.1
        """
        rate = self._learning_rate
        return rate if isinstance(rate, float) else float(rate())

    def set_lr(self, value):
        """Sets the learning rate.

        Raises:
            RuntimeError: the learning rate is a schedule.
        """
        if not isinstance(value, (int, float)):
            raise TypeError(
                f"(InvalidType) set_lr: `value` must be a float, not {type(value).__name__}"
            )
        if isinstance(self._learning_rate, LRScheduler):
            raise RuntimeError(
                "(PreconditionNotMet) set_lr: the learning rate is a schedule.\n"
                "  Hint: replace it with set_lr_scheduler."
            )
        self._learning_rate = float(value)

    def set_lr_scheduler(self, scheduler):
        """Makes the learning rate a schedule."""
        if not isinstance(scheduler, LRScheduler):
            raise TypeError(
                f"(InvalidType) set_lr_scheduler: expected an LRScheduler, received {type(scheduler).__name__}"
            )
        self._learning_rate = scheduler

    # ---- the step ----

    def step(self):
        """Changes the parameters by their gradients; those without one stay.

        Examples:
            >>> import paddle
            >>> x = paddle.to_tensor([1.0], stop_gradient=False)
            >>> sgd = paddle.optimizer.SGD(0.5, parameters=[x])
            >>> (x * x).sum().backward()
            >>> sgd.step()
            >>> x.tolist()
            [0.0]
        """
        rate = self._learning_rate
        if not isinstance(rate, float):
            rate = float(rate())
        for place, group in enumerate(self._groups):
            plan = self._plans.get(place)
            grads = None if plan is None else plan.gradients(group)
            if grads is None:
                plan = self._plans[place] = _Plan(self, group)
                grads = plan.gradients(group)
            self._step_by(plan, group, grads, rate)

    def _step_by(self, plan, group, grads, rate):
        clip = group["grad_clip"]
        if clip is not None:
            grads = _clipped(clip, plan.params, grads)
        if plan.decays:
            with paddle.no_grad():
                for place, regularizer in plan.decays:
                    param = plan.params[place]
                    grads[place] = grads[place] + regularizer(param, grads[place], None)
        if len(plan.buckets) == 1:
            bucket = plan.buckets[0]
            self._update(bucket, grads, rate * bucket.factor)
            return
        for bucket in plan.buckets:
            self._update(bucket, [grads[place] for place in bucket.places], rate * bucket.factor)

    def _update(self, bucket, grads, rate):
        """Changes ``bucket.params`` in place; by default one by one."""
        with paddle.no_grad():
            for i, grad in enumerate(grads):
                param = bucket.masters[i] if bucket.masters else bucket.params[i]
                value = param.detach()
                if value.dtype is not grad.dtype or _is_narrow(value):
                    grad = grad.astype("float32")
                    value = value.astype("float32")
                if bucket.l2_decay:
                    grad = grad + value * bucket.l2_decay
                states = [states[i] for states in bucket.states]
                changed = self._update_one(value, grad, states, rate, bucket.options)
                if bucket.masters:
                    bucket.masters[i].set_value(changed)
                bucket.params[i].set_value(changed.astype(bucket.params[i].dtype))

    def _update_one(self, param, grad, states, rate, options):
        """The new value of a parameter; changes ``states`` with ``set_value``."""
        raise NotImplementedError(
            f"(Unimplemented) {type(self).__name__} does not say how it updates"
        )

    def apply_gradients(self, params_grads):
        """A step by the gradients of the given pairs.

        Args:
            params_grads (list[tuple[Tensor, Tensor]]): parameter and gradient.
        """
        if static_mode.current() is not None:
            from ..static.backward import apply_gradients

            return apply_gradients(self, params_grads)
        self._apply(params_grads)

    def _apply(self, params_grads):
        before = [(p, p.grad) for p in self._all_parameters()]
        given = {id(p): grad for p, grad in params_grads}
        try:
            for p, _ in before:
                p.grad = given.get(id(p))
            self.step()
        finally:
            for p, grad in before:
                p.grad = grad

    def backward(
        self, loss, startup_program=None, parameters=None, no_grad_set=None, callbacks=None
    ):
        """The pairs (parameter, gradient) there are; call ``loss.backward()`` before."""
        if static_mode.current() is not None:
            from ..static.backward import append_backward

            return append_backward(
                loss, parameters or self._all_parameters(), no_grad_set, callbacks
            )
        params = parameters if parameters else self._all_parameters()
        return [(p, p.grad) for p in params if p.grad is not None]

    def minimize(self, loss, startup_program=None, parameters=None, no_grad_set=None):
        """``step()``, after ``loss.backward()``.

        Returns:
            tuple: None and the pairs (parameter, gradient).

        Examples:
            >>> import paddle
            >>> x = paddle.to_tensor([1.0], stop_gradient=False)
            >>> loss = (x * x).sum()
            >>> loss.backward()
            >>> _ = paddle.optimizer.SGD(0.5, parameters=[x]).minimize(loss)
            >>> x.tolist()
            [0.0]
        """
        pairs = self.backward(loss, startup_program, parameters, no_grad_set)
        if static_mode.current() is not None:
            self.apply_gradients(pairs)
            return [], pairs
        if parameters:
            self.apply_gradients(pairs)
        else:
            self.step()
        return None, pairs

    def clear_grad(self, set_to_zero=True):
        """Sets the gradients of all parameters to zero (or to None)."""
        for group in self._groups:
            for p in group["params"]:
                if not p.stop_gradient:
                    p.clear_gradient(set_to_zero)

    def zero_grad(self, set_to_none=True):
        """Drops the gradients of all parameters (or sets them to zero)."""
        self.clear_grad(not set_to_none)

    def clear_gradients(self, set_to_zero=True):
        """Another name of ``clear_grad``."""
        self.clear_grad(set_to_zero)

    def __getstate__(self):
        state = dict(self.__dict__)
        state["_plans"] = {}
        return state


def _as_regularizer(weight_decay):
    if weight_decay is None or isinstance(weight_decay, WeightDecayRegularizer):
        return weight_decay
    if isinstance(weight_decay, (int, float)):
        return L2Decay(float(weight_decay))
    if callable(weight_decay):
        return weight_decay
    raise TypeError(
        "(InvalidType) argument `weight_decay` has the wrong type.\n"
        f"  Expected: float, L1Decay, L2Decay or None\n  Received: {type(weight_decay).__name__}"
    )


def _clipped(clip, params, grads):
    if type(clip).__call__ is GradientClipBase.__call__:
        return list(clip._clip_gradients(params, grads))
    places = {id(p): i for i, p in enumerate(params)}
    for param, grad in clip(list(zip(params, grads, strict=True))):
        grads[places[id(param)]] = grad
    return grads


def _fitting(param, value, target):
    """``value`` in the shape of ``target``, or of the parameter."""
    shape = list(param.shape if target is None else target.shape)
    if list(value.shape) != shape:
        if shape == [1] and value.size == 1:
            return value.reshape([1])
        raise ValueError(
            f"(InvalidArgument) a saved state does not fit parameter `{param.name}`.\n"
            f"  Expected: shape {shape}\n  Received: shape {list(value.shape)}"
        )
    return value


def _some(names):
    names = list(names)
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
