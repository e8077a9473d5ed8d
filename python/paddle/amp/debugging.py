"""What helps to find where narrow types lose too much: counts, checks of values."""

import contextlib
import enum
import functools

import paddle

from .. import _C


class DebugMode(enum.Enum):
    """What a check does with what it finds; only the first two are supported."""

    CHECK_NAN_INF_AND_ABORT = 0
    CHECK_NAN_INF = 1
    CHECK_ALL_FOR_OVERFLOW = 2
    CHECK_ALL = 3


def _unsupported(what):
    raise NotImplementedError(
        f"(Unimplemented) {what} is not part of this version.\n  Hint: docs/STATUS.md lists what is missing."
    )


def check_numerics(tensor, op_type, var_name, debug_mode=DebugMode.CHECK_NAN_INF_AND_ABORT):
    """Counts what is not a number, infinite or zero.

    Args:
        tensor (Tensor): what is looked at.
        op_type (str): what made it, for the message.
        var_name (str): its name, for the message.
        debug_mode (DebugMode): whether it raises.

    Returns:
        tuple[Tensor, Tensor]: the numbers of NaN, infinities and zeros; the maximum, minimum and mean.

    Raises:
        RuntimeError: there are NaN or infinities, in mode CHECK_NAN_INF_AND_ABORT.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 0.0, 3.0])
        >>> stats, values = paddle.amp.debugging.check_numerics(x, "divide", "x")
        >>> stats.tolist()
        [0, 0, 1]
    """
    with paddle.no_grad(), paddle.amp.auto_cast(enable=False):
        x = tensor.detach()
        wide = x.astype("float32") if x.dtype in (_C.float16, _C.bfloat16) else x
        stats = paddle.stack([wide.isnan().sum(), wide.isinf().sum(), (wide == 0).sum()])
        values = paddle.stack([wide.max(), wide.min(), wide.mean()]).astype("float32")
    nans, infs, zeros = stats.tolist()
    if nans or infs:
        where = f"[device={tensor.place}, op={op_type}, tensor={var_name}, dtype={tensor.dtype}]"
        top, bottom, mean = values.tolist()
        counts = f"num_nan={nans}, num_inf={infs}, num_zero={zeros}"
        print(
            f"[PRECISION] [ERROR] in {where}, numel={tensor.size}, {counts}, max={top:e}, min={bottom:e}, "
            f"mean={mean:e}"
        )
        if debug_mode is DebugMode.CHECK_NAN_INF_AND_ABORT:
            raise RuntimeError(f"(PreconditionNotMet) There are NAN or INF ({counts}) in {where}.")
    if debug_mode in (DebugMode.CHECK_ALL_FOR_OVERFLOW, DebugMode.CHECK_ALL):
        _unsupported(f"check_numerics: {debug_mode}")
    return stats, values


def check_layer_numerics(func):
    """A decorator of ``forward``: an operator within it that makes NaN or infinity raises.

    Args:
        func (callable): the method of a layer.

    Examples:
        >>> import paddle
        >>> class Halve(paddle.nn.Layer):
        ...     @paddle.amp.debugging.check_layer_numerics
        ...     def forward(self, x):
        ...         return x / 2
        >>> Halve()(paddle.ones([2])).tolist()
        [0.5, 0.5]
    """

    @functools.wraps(func)
    def wrapper(self, *args, **kwargs):
        if not args:
            raise RuntimeError("(InvalidArgument) check_layer_numerics: there is no input.")
        if not isinstance(args[0], _C.Tensor):
            raise RuntimeError(
                "(InvalidType) check_layer_numerics: the first input must be a Tensor, not "
                f"{type(args[0]).__name__}."
            )
        before = paddle.get_flags("FLAGS_check_nan_inf")
        paddle.set_flags({"FLAGS_check_nan_inf": True})
        try:
            return func(self, *args, **kwargs)
        finally:
            paddle.set_flags(before)

    return wrapper


class TensorCheckerConfig:
    """How `enable_tensor_checker` looks at the results of operators.

    Args:
        enable (bool): whether it looks.
        debug_mode (DebugMode): CHECK_NAN_INF_AND_ABORT raises; other modes are not supported.
        output_dir (str, optional): not supported.
        checked_op_list (list[str], optional): not supported.
        skipped_op_list (list[str], optional): not supported.
        debug_step (list[int], optional): from which call of `enable_tensor_checker` to which.
        stack_height_limit (int): accepted.

    Raises:
        NotImplementedError: an argument that is not supported is given.

    Examples:
        >>> import paddle
        >>> config = paddle.amp.debugging.TensorCheckerConfig(enable=True)
        >>> paddle.amp.debugging.enable_tensor_checker(config)
        >>> paddle.amp.debugging.disable_tensor_checker()
    """

    current_step_id = 0

    def __init__(
        self,
        enable,
        debug_mode=DebugMode.CHECK_NAN_INF_AND_ABORT,
        output_dir=None,
        checked_op_list=None,
        skipped_op_list=None,
        debug_step=None,
        stack_height_limit=1,
    ):
        for name, value in (
            ("output_dir", output_dir),
            ("checked_op_list", checked_op_list),
            ("skipped_op_list", skipped_op_list),
        ):
            if value is not None:
                _unsupported(f"TensorCheckerConfig: {name}")
        if debug_mode is not DebugMode.CHECK_NAN_INF_AND_ABORT:
            _unsupported(f"TensorCheckerConfig: {debug_mode}")
        self.enable, self.debug_mode = enable, debug_mode
        self.stack_height_limit = stack_height_limit
        self.debug_step = debug_step
        self.start_step = self.end_step = None
        if debug_step is not None:
            if not isinstance(debug_step, (list, tuple)):
                raise ValueError("debug_step must be list or tuple")
            assert len(debug_step) == 2 and debug_step[1] > debug_step[0]
            self.start_step, self.end_step = max(debug_step[0], 0), debug_step[1]

    def update_and_check_step_id(self):
        """Whether this step is looked at; the next call is about the next step."""
        if not self.enable:
            return False
        if self.start_step is None:
            return True
        if not self.start_step <= TensorCheckerConfig.current_step_id < self.end_step:
            return False
        TensorCheckerConfig.current_step_id += 1
        return True


def enable_tensor_checker(checker_config):
    """From now on an operator that makes NaN or infinity raises, where the config says so.

    Args:
        checker_config (TensorCheckerConfig): what is looked at.
    """
    paddle.set_flags({"FLAGS_check_nan_inf": checker_config.update_and_check_step_id()})


def disable_tensor_checker():
    """Ends what `enable_tensor_checker` began."""
    paddle.set_flags({"FLAGS_check_nan_inf": False})


_collecting = False


def enable_operator_stats_collection():
    """Counts the calls of operators on this thread from now on, by the dtype of their results.

    What a captured function runs without Python is not counted.
    """
    global _collecting
    _collecting = True
    _C.count_ops(True)


def disable_operator_stats_collection():
    """Ends the count, and prints it."""
    global _collecting
    if not _collecting:
        return
    _collecting = False
    _C.count_ops(False)
    counts = _C.counted_ops()
    print(f"<{' op list ':-^120}>")
    print(
        f"<{' Op Name ':-^40} | {' FP16 Calls ':-^17} | {' BF16 Calls ':-^17} | {' FP32 Calls':-^17} | "
        f"{' Other Calls ':-^17}>"
    )
    for name, columns in counts.items():
        print(f"  {name:<40}|  {'|  '.join(f'{n:<17}' for n in columns)}")
    print(f"<{f' op count: {len(counts)} ':-^120}>\n")


@contextlib.contextmanager
def collect_operator_stats():
    """A context within which the calls of operators are counted; at its end the counts are printed.

    Examples:
        >>> import paddle
        >>> with paddle.amp.debugging.collect_operator_stats():
        ...     with paddle.amp.auto_cast(dtype="bfloat16"):
        ...         y = paddle.ones([2, 2]) @ paddle.ones([2, 2])  # doctest: +ELLIPSIS
        <...
          matmul ...
        ...
    """
    enable_operator_stats_collection()
    try:
        yield
    finally:
        disable_operator_stats_collection()


def compare_accuracy(
    dump_path, another_dump_path, output_filename, loss_scale=1, dump_all_tensors=False
):
    """Not supported: raises NotImplementedError."""
    _unsupported("compare_accuracy")
