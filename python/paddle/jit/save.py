"""jit.save: a captured function as a `.json` program and a `.pdiparams` file."""

import contextlib
import inspect
import os
import re
import types
import warnings

import numpy as np

from .. import _C
from ..autograd.mode import no_grad
from ..framework import file_form
from ..framework.input_spec import InputSpec
from . import state, vm
from .session import TensorSession
from .sharing import CareNeeded
from .static_function import StaticFunction

# Sizes that stand for those left open, one row for each capture, one column for each size: what differs between
# captures follows from them. No column follows from another one by a small quotient, factor or difference, and
# those of the first two take every remainder by 2, 3 and 4. Where a function takes none of the first rows (a table
# of positions that ends, a network that halves its images, a reshape to [5, -1]), the next ones are tried.
SIZES = (
    (
        (11, 17, 25, 6, 32, 38, 16, 10),
        (16, 39, 36, 24, 6, 33, 25, 33),
        (45, 40, 35, 29, 19, 19, 42, 20),
        (670, 418, 358, 475, 309, 568, 455, 495),
    ),
    (
        (25, 5, 43, 16, 46, 18, 41, 47),
        (7, 24, 5, 41, 29, 32, 4, 20),
        (44, 30, 28, 6, 24, 7, 6, 22),
        (30, 43, 42, 15, 7, 41, 39, 9),
    ),
    (
        (288, 416, 640, 896, 288, 608, 704, 704),
        (640, 672, 128, 544, 256, 896, 928, 192),
        (608, 544, 672, 320, 768, 544, 192, 928),
        (192, 704, 64, 608, 544, 448, 288, 576),
    ),
    (
        (3360, 1260, 7140, 2520, 3780, 5460, 2940, 6720),
        (2100, 420, 5460, 840, 6720, 6300, 3780, 1680),
        (5040, 6720, 420, 4200, 5460, 2100, 5880, 2520),
        (6720, 3780, 1260, 420, 5880, 5040, 4200, 7140),
    ),
)
# What operators, and assertions of the function itself, raise where they can not take a size.
_OF_SIZES = (ValueError, IndexError, AssertionError)
_CONFIGS = (
    "output_spec", "with_hook", "combine_params", "clip_extra", "skip_forward", "input_names_after_prune",
    "skip_prune_program",
)  # fmt: skip


def save(layer, path, input_spec=None, **configs):
    """Saves a layer or a function as a program that runs without its code.

    Two files are written: ``path``.json, the program, and ``path``.pdiparams, the parameters and buffers.
    PaddlePaddle 3 reads both; `paddle.jit.load`, `paddle.inference` and the C++ library run them. A layer is saved
    as it is in inference (``eval()``). Files that were there before stay whole until the new ones are complete.

    Args:
        layer (Layer|callable): What to save. Of a layer also its other methods that are marked with ``to_static``.
        path (str): Of the files, without their endings.
        input_spec (list): What the arguments are like: `paddle.static.InputSpec` or tensors; other values are fixed.
            A size of None or -1 is left open. Not needed where ``to_static`` was told, or the function was called.
        configs: ``skip_forward`` leaves ``forward`` out; other settings are taken for compatibility.

    Raises:
        TypeError: ``layer`` can not be saved, or a setting is not known.
        ValueError: It is not known what the arguments are like.
        NotImplementedError: An operator has no form in the file, or the function is not one program: it needs the
            value of a tensor on the way.

    Examples:
        >>> import os, paddle, tempfile
        >>> from paddle.static import InputSpec
        >>> layer = paddle.nn.Linear(4, 2)
        >>> path = os.path.join(tempfile.mkdtemp(), "linear")
        >>> paddle.jit.save(layer, path, [InputSpec([None, 4])])
        >>> sorted(os.listdir(os.path.dirname(path)))
        ['linear.json', 'linear.pdiparams']
        >>> paddle.jit.load(path)(paddle.ones([3, 4])).shape
        paddle.Size([3, 2])
    """
    for name in configs:
        if name not in _CONFIGS:
            raise TypeError(f"(InvalidArgument) jit.save: unknown argument `{name}`.")
    from ..nn import Layer

    function = isinstance(layer, (StaticFunction, types.FunctionType, types.MethodType))
    if not isinstance(layer, Layer) and not function:
        raise TypeError(
            "(InvalidType) jit.save: argument `layer` has the wrong type.\n"
            f"  Expected: a Layer or a function\n  Received: {type(layer).__name__}"
        )
    path = os.fspath(path)
    folder, prefix = os.path.split(path)
    if not prefix:
        raise ValueError(
            "(InvalidArgument) jit.save: `path` does not name a file.\n"
            f"  Expected: folder/name\n  Received: {path!r}"
        )
    if folder:
        os.makedirs(folder, exist_ok=True)
    if function:
        owner = getattr(_plain(layer), "__self__", None)
        _save_function(layer, owner if isinstance(owner, Layer) else None, path, input_spec)
        return
    others = _static_methods(layer)
    if others and input_spec is not None:
        raise ValueError(
            "(InvalidArgument) jit.save: `input_spec` can not tell what several functions take.\n"
            f"  Received: forward, {', '.join(others)}\n  Hint: give it to to_static of each."
        )
    if not configs.get("skip_forward"):
        _save_function(layer.forward, layer, path, input_spec, calls=layer)
    for name in others:
        _save_function(getattr(layer, name), layer, f"{path}.{name}", None)


def _static_methods(layer):
    names = []
    for name in dir(type(layer)):
        value = inspect.getattr_static(type(layer), name, None)
        if isinstance(value, StaticFunction) and name != "forward":
            names.append(name)
    return names


def _static(function):
    """The StaticFunction of it, or None."""
    inner = getattr(function, "__func__", function)
    return inner if isinstance(inner, StaticFunction) else None


def _plain(function):
    """The function itself, bound where it was."""
    static = _static(function)
    if static is None:
        return function
    owner = getattr(function, "__self__", None)
    plain = static.dygraph_function
    return types.MethodType(plain, owner) if owner is not None else plain


def _save_function(function, layer, path, spec, calls=None):
    static = _static(function)
    if spec is None and static is not None:
        spec = static.function_spec.input_spec
        if spec is None and static.called_with is not None:
            # A method marked in its class is called with its object first.
            bound = isinstance(function, types.MethodType)
            spec = static.called_with[bound:]
            if any(x is ... for x in spec):
                spec = None
    if spec is None:
        raise ValueError(
            "(InvalidArgument) jit.save: it is not known what the arguments are like.\n"
            "  Hint: give input_spec, or call the function of to_static once before."
        )
    plain = _plain(function)
    spec = list(spec) if isinstance(spec, (list, tuple)) else [spec]
    leaves, rebuild = _leaves(spec)
    names = _feed_names(plain, spec, leaves)
    target = plain
    if calls is not None and (calls._forward_pre_hooks or calls._forward_post_hooks):
        target = calls  # with its hooks
    with file_form.wanted():
        captures = _captures(target, layer, leaves, rebuild)
    _C.save_captures(captures, names, _saved_tensors(layer), path)


def _leaves(spec):
    """The tensors among the arguments, as InputSpecs, and how to make arguments of tensors."""
    leaves = []

    def walk(x):
        if isinstance(x, InputSpec):
            place = len(leaves)
            leaves.append(x)
            return lambda tensors: tensors[place]
        if isinstance(x, _C.Tensor):
            return walk(InputSpec(list(x.shape), x.dtype, None))
        if isinstance(x, np.ndarray):
            return walk(InputSpec(list(x.shape), x.dtype, None))
        if isinstance(x, (list, tuple)):
            parts = [walk(i) for i in x]
            return lambda tensors: type(x)([p(tensors) for p in parts])
        if isinstance(x, dict):
            parts = {k: walk(v) for k, v in x.items()}
            return lambda tensors: {k: p(tensors) for k, p in parts.items()}
        return lambda tensors: x

    return leaves, walk(spec)


def _feed_names(function, spec, leaves):
    """Names of the specs, else of the parameters of the function."""
    try:
        parameters = [
            p.name
            for p in inspect.signature(function).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
    except (TypeError, ValueError):
        parameters = []
    of = {}
    for position, item in enumerate(spec):
        for leaf in _leaves([item])[0] if not isinstance(item, InputSpec) else [item]:
            of.setdefault(
                id(leaf), parameters[position] if position < len(parameters) else f"x{position}"
            )
    names, taken = [], set()
    for i, leaf in enumerate(leaves):
        name = leaf.name or of.get(id(leaf)) or f"x{i}"
        unique, k = name, 0
        while unique in taken:
            k += 1
            unique = f"{name}_{k}"
        taken.add(unique)
        names.append(unique)
    return names


def _captures(function, layer, leaves, rebuild):
    places = [
        (i, axis)
        for i, leaf in enumerate(leaves)
        for axis, size in enumerate(leaf.shape)
        if size < 0
    ]
    if not places:
        return [_capture(function, layer, leaves, rebuild, {})]
    failure = None
    for rows in SIZES:
        merges = _Merges(places, rows[0])
        for numbers in merges:

            def capture(row, numbers=numbers):
                sizes = {p: row[n] for p, n in zip(places, numbers, strict=True)}
                return _capture(function, layer, leaves, rebuild, sizes)

            try:
                captures = [capture(row) for row in rows]
            except _OF_SIZES as e:  # at these sizes: others may do
                failure = failure or e
                merges.failed(numbers, str(e))
                continue
            # Once more where all are equal, which Python may have asked for, and at a small size: there operators may
            # be other ones (a part that is the whole), but not numbers.
            with contextlib.suppress(*_OF_SIZES):
                captures.append(capture([rows[0][numbers[0]]] * len(rows[0])))
            with contextlib.suppress(*_OF_SIZES, NotImplementedError):
                small = capture([2] * len(rows[0]))
                if _C.have_same_calls([captures[0], small]):
                    captures.append(small)
            for size in _PROBES:
                with contextlib.suppress(*_OF_SIZES, NotImplementedError):
                    if not _C.have_same_calls([captures[0], capture([size] * len(rows[0]))]):
                        _warn_of_ways(size, rows[0])
                        break
            return captures
    raise failure


# Sizes at which Python may take another way than at those that are compared.
_PROBES = (3, 5, 64, 1000, 5000)


def _warn_of_ways(size, tried):
    warnings.warn(
        f"jit.save: where all open sizes are {size} the function runs other operators than where they are {tried[0]}: "
        "the file holds the latter. Does it compare a size with a number?",
        stacklevel=5,
    )


# Which open sizes are the same: none; the first ones, as of a batch; those of the same axis.
_RULES = (
    lambda places: list(range(len(places))),
    lambda places: [0 if axis == 0 else 1 + n for n, (_, axis) in enumerate(places)],
    lambda places: [axis for _, axis in places],
)


class _Merges:
    """Ways in which open sizes may be the same, those of `_RULES` first.

    Then sizes of different tensors that an error names together (a mask's and a sequence's, which broadcast) are taken
    for one: as few of them as will do.

    Args:
        places (list): (tensor, axis) of each open size.
        row (tuple): What stands for the sizes.
    """

    _MOST = 48

    def __init__(self, places, row):
        self._places, self._row = places, row
        self._tried, self._waiting, self._failed = set(), [], []
        for rule in _RULES:
            self._add(rule(places))

    def __iter__(self):
        """For each place the number of its size. A way that did not do is to be given to `failed`."""
        while self._waiting or self._failed:
            if not self._waiting:
                self._join(*self._failed.pop(0))
            elif len(self._tried) <= self._MOST:
                yield self._waiting.pop(0)
            else:
                return

    def failed(self, numbers, why):
        self._failed.append((numbers, {int(n) for n in re.findall(r"\d+", why)}))

    def _add(self, numbers):
        if max(numbers) < len(self._row) and tuple(numbers) not in self._tried:
            self._tried.add(tuple(numbers))
            self._waiting.append(numbers)

    def _join(self, numbers, named):
        for i, a in enumerate(numbers):
            for k, b in enumerate(numbers[:i]):
                tensors = {self._places[j][0] for j in (i, k)}
                if a != b and len(tensors) == 2 and {self._row[a], self._row[b]} <= named:
                    self._add([b if n == a else n for n in numbers])


class _SavedSession(TensorSession):
    """Of a program that is all there is: a file has no ways that end differently."""

    tails = False


class _Again(Exception):
    """A capture that has to begin anew, with these options of its session."""

    def __init__(self, options):
        super().__init__()
        self.options = options


def _capture(function, layer, leaves, rebuild, sizes):
    """One capture, with `sizes` for the sizes that are left open. What the function does to objects is taken back."""
    options = {}
    while True:
        try:
            return _capture_once(function, layer, leaves, rebuild, sizes, options)
        except _Again as again:
            options |= again.options


def _capture_once(function, layer, leaves, rebuild, sizes, options):
    tracer = _C.SavingTracer(_C.ProgramCache())
    session = _SavedSession(tracer, **options)
    tracer.remembers = True
    tracer.open_sizes, tracer.stand_ins = bool(sizes), list(sizes.values())
    subs = layer.sublayers(include_self=True) if layer is not None else []
    modes = [(sub, sub.training) for sub in subs]
    for sub, _ in modes:
        sub.training = False
    done = False
    try:
        with no_grad():
            tracer.start()
            state.set_tracer(tracer)
            # Made while it is noted: these have no values that anybody could read.
            tensors = []
            for i, leaf in enumerate(leaves):
                shape = [sizes.get((i, axis), size) for axis, size in enumerate(leaf.shape)]
                tensors.append(_C.ops["zeros"](shape, leaf.dtype))
            arguments = rebuild(tensors)
            results, error = None, None
            try:
                if vm.supported():
                    results = vm.capture(function, tuple(arguments), {}, session)
                else:
                    results = function(*arguments)
            except CareNeeded as needed:
                _again(needed.options, options)
                error = needed
            except (_C.GraphBreak, vm.GraphBreak) as e:
                if tracer.wrote_shared:
                    _again(session.warier(), options)
                error = e
            except Exception as e:
                error = e
            breaks = [reason for _, _, reason in tracer.segments] or [
                r for r in [state.left()] if r
            ]
            if isinstance(error, (CareNeeded, _C.GraphBreak, vm.GraphBreak)):
                breaks = breaks or [str(error) or "what it gives may share memory"]
            if breaks:  # values that were looked at are those of nobody
                raise NotImplementedError(
                    "(Unimplemented) jit.save: the function is not one program.\n"
                    f"  Received: {breaks[0]}\n"
                    "  Hint: the value of a tensor is needed on the way; paddle.jit.report tells more."
                ) from error
            if error is not None:
                raise error
            done = True
            return _C.Capture(tracer, tensors, _tensors(results))
    finally:
        state.set_tracer(None)
        if not done and tracer.active:
            tracer.discard()
            _C.Capture(tracer, [], [])
        session.undo()  # nothing was computed that objects could hold
        for sub, training in modes:
            sub.training = training


def _again(wanted, options):
    if not wanted.items() <= options.items():
        raise _Again(wanted)


def _tensors(x):
    """The tensors of a result, flattened; dicts in the order of their keys, as PaddlePaddle does."""
    if isinstance(x, _C.Tensor):
        return [x]
    if isinstance(x, dict):
        x = [x[k] for k in sorted(x)]
    if isinstance(x, (list, tuple)):
        return [t for part in x for t in _tensors(part)]
    return []


def _saved_tensors(layer):
    """(name, tensor, trainable) of parameters and buffers, each name once."""
    found, taken, seen = [], set(), set()
    if layer is None:
        return found
    everything = [*layer.named_parameters(), *layer.named_buffers()]
    for structured, tensor in everything:
        if id(tensor) in seen:
            continue
        seen.add(id(tensor))
        name = getattr(tensor, "name", None) or structured
        if name in taken:
            name = structured
        while name in taken:
            name += "_"
        taken.add(name)
        found.append((name, tensor, not tensor.stop_gradient))
    return found
