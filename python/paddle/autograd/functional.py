"""paddle.grad and paddle.autograd.backward."""

from .. import _C
from .graph import dump as _dump


def _as_list(value, what):
    if value is None:
        return []
    if isinstance(value, _C.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return list(value)
    raise TypeError(f"(InvalidType) {what} has the wrong type.\n  Expected: a Tensor or a list of Tensors\n"
                    f"  Received: {type(value).__name__}")  # fmt: skip


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=False,
    no_grad_vars=None,
    *,
    dump_backward_graph_path=None,
):
    """Gradients of the sum of `outputs` with respect to `inputs`.

    Args:
        outputs (Tensor|list[Tensor]): What is differentiated.
        inputs (Tensor|list[Tensor]): With respect to what.
        grad_outputs (Tensor|list, optional): The gradients to begin with, shaped
            like `outputs`; None means ones.
        retain_graph (bool, optional): Keep the graph for another pass. Default:
            the value of `create_graph`.
        create_graph (bool): Record the gradient itself, for higher orders.
        only_inputs (bool): Only True is meaningful.
        allow_unused (bool): Give None for inputs not reached, instead of raising.
        no_grad_vars (Tensor|list|set, optional): Tensors treated as constants.
        dump_backward_graph_path (str, optional): A folder: the graph is written there as files of Graphviz.

    Returns:
        list[Tensor]: One gradient per input, with the input's shape and dtype.

    Raises:
        ValueError: An input is not used and `allow_unused` is False.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(3.0, stop_gradient=False)
        >>> (g,) = paddle.grad(x * x * x, x, create_graph=True)
        >>> (h,) = paddle.grad(g, x)
        >>> g.item(), h.item()
        (27.0, 18.0)
    """
    if not only_inputs:
        raise NotImplementedError(
            "(Unimplemented) grad: only_inputs=False; call backward() instead."
        )
    outputs = _as_list(outputs, "grad: `outputs`")
    grads = _as_list(grad_outputs, "grad: `grad_outputs`")
    if grads and len(grads) != len(outputs):
        raise ValueError(
            f"(InvalidArgument) grad: `grad_outputs` has {len(grads)} entries.\n  Expected: {len(outputs)}"
        )
    blocked = (
        list(no_grad_vars)
        if isinstance(no_grad_vars, set)
        else _as_list(no_grad_vars, "grad: `no_grad_vars`")
    )
    retain = create_graph if retain_graph is None else retain_graph
    if dump_backward_graph_path is not None:
        _dump("grad", outputs, dump_backward_graph_path)
    return _C.grad(
        outputs,
        _as_list(inputs, "grad: `inputs`"),
        grads,
        retain,
        create_graph,
        allow_unused,
        blocked,
    )


def backward(tensors, grad_tensors=None, retain_graph=False, *, dump_backward_graph_path=None):
    """Accumulates the gradients of `tensors` into `grad` of the leaves they depend on.

    Args:
        tensors (Tensor|list[Tensor]): Where to begin.
        grad_tensors (Tensor|list, optional): Their gradients, of their shapes; None means ones.
        retain_graph (bool): Keep the graph for another pass.
        dump_backward_graph_path (str, optional): A folder: the graph is written there as files of Graphviz.

    Raises:
        ValueError: There are not as many gradients as tensors.
        RuntimeError: A tensor wants no gradient, or its graph is gone.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor(3.0, stop_gradient=False)
        >>> paddle.autograd.backward([x * 2.0, x * x])
        >>> x.grad.item()
        8.0
    """
    tensors = _as_list(tensors, "backward: `tensors`")
    grads = _as_list(grad_tensors, "backward: `grad_tensors`")
    if grads and len(grads) != len(tensors):
        raise ValueError(
            f"(InvalidArgument) backward: `grad_tensors` has {len(grads)} entries.\n  Expected: {len(tensors)}"
        )
    if dump_backward_graph_path is not None:
        _dump("backward", tensors, dump_backward_graph_path)
    _C.backward(tensors, grads, retain_graph, False)
