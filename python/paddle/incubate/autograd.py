"""Products of vectors with Jacobians."""

import paddle

from ..framework import named as _named
from ..missing import attribute_of as _attribute_of

__all__ = ["Hessian", "Jacobian", "forward_grad", "grad", "jvp", "vjp"]


def _list(values):
    return list(values) if isinstance(values, (list, tuple)) else [values]


def _like(values, made):
    """`made` as a tuple where `values` are several."""
    return tuple(made) if isinstance(values, (list, tuple)) else made[0]


def _run(func, xs):
    """Inputs cut from their history, and the outputs of `func`."""
    inputs = []
    for x in _list(xs):
        one = x.detach()
        one.stop_gradient = False
        inputs.append(one)
    return inputs, func(*inputs)


def _directions(op, v, tensors):
    """`v` as a list; ones where None."""
    if v is None:
        return [paddle.ones_like(t) for t in tensors]
    vectors = _list(v)
    shapes = [list(t.shape) for t in tensors]
    if [list(t.shape) for t in vectors] != shapes:
        raise ValueError(
            f"(InvalidArgument) {op}: argument `v` is wrong.\n"
            f"  Expected: tensors of {shapes}\n  Received: {[list(t.shape) for t in vectors]}"
        )
    return vectors


def _backward(ys, inputs, vectors, create_graph=False):
    """Gradients of the inputs; None where no output depends on one."""
    pairs = [(y, w) for y, w in zip(ys, vectors, strict=True) if not y.stop_gradient]
    if not pairs:
        return [None] * len(inputs)
    used, directions = (list(one) for one in zip(*pairs, strict=True))
    return paddle.grad(used, inputs, directions, create_graph=create_graph, allow_unused=True)


def vjp(func, xs, v=None):
    """What a function gives, and a vector times its Jacobian: the backward pass.

    Args:
        func (callable): takes tensors and gives a tensor or several.
        xs (Tensor|list[Tensor]): where it is asked.
        v (Tensor|list[Tensor], optional): of the shapes of the outputs; ones where None.

    Returns:
        tuple: the outputs, and a tensor for each of ``xs``: 0 where nothing depends on it.

    Raises:
        ValueError: ``v`` has other shapes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> _, g = paddle.incubate.autograd.vjp(lambda x: x * x, x)
        >>> g.tolist()
        [2.0, 4.0]
    """
    inputs, outputs = _run(func, xs)
    ys = _list(outputs)
    vectors = _directions("vjp", v, ys)
    grads = _backward(ys, inputs, vectors)
    grads = [paddle.zeros_like(x) if g is None else g for g, x in zip(grads, inputs, strict=True)]
    return outputs, _like(xs, grads)


def jvp(func, xs, v=None):
    """What a function gives, and its Jacobian times a vector: the derivative in a direction.

    It is the gradient of the backward pass, which is linear in what comes in.

    Args:
        func (callable): takes tensors and gives a tensor or several.
        xs (Tensor|list[Tensor]): where it is asked.
        v (Tensor|list[Tensor], optional): the direction, of the shapes of ``xs``; ones where None.

    Returns:
        tuple: the outputs, and a tensor for each of them: 0 where it depends on nothing.

    Raises:
        ValueError: ``v`` has other shapes.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> _, g = paddle.incubate.autograd.jvp(lambda x: x * x, x, paddle.to_tensor([1.0, 0.0]))
        >>> g.tolist()
        [2.0, 0.0]
    """
    inputs, outputs = _run(func, xs)
    ys = _list(outputs)
    vectors = _directions("jvp", v, inputs)
    dummies = [paddle.zeros_like(y) for y in ys]
    for d in dummies:
        d.stop_gradient = False
    grads = _backward(ys, inputs, dummies, create_graph=True)
    pairs = [(g, w) for g, w in zip(grads, vectors, strict=True) if g is not None and not g.stop_gradient]  # fmt: skip
    products = [None] * len(ys)
    if pairs:
        used, directions = zip(*pairs, strict=True)
        products = paddle.grad(list(used), dummies, list(directions), allow_unused=True)
    products = [paddle.zeros_like(y) if p is None else p for p, y in zip(products, ys, strict=True)]
    return outputs, _like(outputs, products)


def _flat(tensors, batched):
    """One tensor of all values: [n], or [batch, n]."""
    if batched:
        return paddle.concat([t.reshape([t.shape[0], -1]) for t in tensors], 1)
    return paddle.concat([t.reshape([-1]) for t in tensors])


class Jacobian:
    """The derivatives of all outputs of a function by all of its inputs, flattened, as one matrix.

    Args:
        func (callable): Takes tensors and gives a tensor or several.
        xs (Tensor|list[Tensor]): Where it is asked.
        is_batched (bool): The first axis of all tensors is a batch: [batch, outputs, inputs].

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> J = paddle.incubate.autograd.Jacobian(lambda x: x * x, x)
        >>> J[:].tolist()
        [[2.0, 0.0], [0.0, 4.0]]
        >>> J.shape
        [2, 2]
    """

    def __init__(self, func, xs, is_batched=False):
        # Copies that follow their originals: a derivative can be derived.
        self._xs = [x.detach() if x.stop_gradient else x.clone() for x in _list(xs)]
        for x in self._xs:
            x.stop_gradient = False
        self._batched = is_batched
        self._ys = _flat(_list(func(*self._xs)), is_batched)
        self._columns = _flat(self._xs, is_batched).shape[-1]
        self._rows = {}

    @property
    def shape(self):
        """[outputs, inputs], or [batch, outputs, inputs].

        Returns:
            list[int]
        """
        return [*self._ys.shape, self._columns]

    def _row(self, i):
        if i not in self._rows:
            grads = [None] * len(self._xs)
            if not self._ys.stop_gradient:
                grads = paddle.grad(
                    self._ys[..., i].sum(), self._xs, create_graph=True, allow_unused=True
                )
            pairs = zip(grads, self._xs, strict=True)
            self._rows[i] = _flat(
                [paddle.zeros_like(x) if g is None else g for g, x in pairs], self._batched
            )
        return self._rows[i]

    def __getitem__(self, indexes):
        """A part of the matrix; rows that are read are computed, once."""
        key = indexes if isinstance(indexes, tuple) else (indexes,)
        axis = int(self._batched)  # of the rows
        rows = key[axis] if len(key) > axis else slice(None)
        chosen = range(self._ys.shape[-1])[rows]
        if isinstance(chosen, int):
            part = self._row(chosen)
            return part[(*key[:axis], *key[axis + 1 :])] if len(key) > 1 else part
        part = paddle.stack([self._row(i) for i in chosen], axis)
        return part[(*key[:axis], slice(None), *key[axis + 1 :])]


class Hessian:
    """The second derivatives of a function whose result is one number, flattened, as one matrix.

    Args:
        func (callable): Takes tensors and gives a tensor of one element (one for each of a batch).
        xs (Tensor|list[Tensor]): Where it is asked.
        is_batched (bool): The first axis of all tensors is a batch.

    Raises:
        RuntimeError: ``func`` gives several elements.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.incubate.autograd.Hessian(lambda x: (x * x * x).sum(), x)[:].tolist()
        [[6.0, 0.0], [0.0, 12.0]]
    """

    def __init__(self, func, xs, is_batched=False):
        def gradient(*xs):
            first = Jacobian(func, list(xs), is_batched)
            if first.shape[-2] != 1:
                raise RuntimeError(
                    "(InvalidArgument) Hessian: the function gives several elements.\n"
                    f"  Expected: one\n  Received: {first.shape[-2]}"
                )
            return first[:, 0] if is_batched else first[0]

        self._matrix = Jacobian(gradient, xs, is_batched)

    @property
    def shape(self):
        """[inputs, inputs], or [batch, inputs, inputs].

        Returns:
            list[int]
        """
        return self._matrix.shape

    def __getitem__(self, indexes):
        """A part of the matrix."""
        return self._matrix[indexes]


def _gradients(ys, xs, weights):
    """Gradients that can be derived again, in programs and at once; None where nothing depends."""
    if paddle.in_dynamic_mode():
        return paddle.grad(ys, xs, weights, create_graph=True, allow_unused=True)
    return paddle.static.gradients(ys, xs, weights)


def grad(outputs, inputs, grad_outputs=None):
    """The backward pass of a program: gradients of ``outputs`` by ``inputs``, which can be derived again.

    Args:
        outputs (Tensor|list[Tensor]): What is derived.
        inputs (Tensor|list[Tensor]): By what.
        grad_outputs (Tensor|list[Tensor], optional): Of the shapes of ``outputs``; ones where None.

    Returns:
        Tensor|list[Tensor]: One for each of ``inputs``.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> paddle.incubate.autograd.grad(x * x, x).tolist()
        [2.0, 4.0]
    """
    ys, xs = _list(outputs), _list(inputs)
    found = _gradients(ys, xs, _directions("grad", grad_outputs, ys))
    return list(found) if isinstance(inputs, (list, tuple)) else found[0]


def forward_grad(outputs, inputs, grad_inputs=None):
    """The derivative of ``outputs`` in a direction of ``inputs``: the Jacobian times a vector.

    Args:
        outputs (Tensor|list[Tensor]): What is derived.
        inputs (Tensor|list[Tensor]): By what; they are leaves or wanted gradients before ``outputs`` were made.
        grad_inputs (Tensor|list[Tensor], optional): The direction, of the shapes of ``inputs``; ones where None.

    Returns:
        Tensor|list[Tensor]: One for each of ``outputs``.

    Raises:
        ValueError: ``grad_inputs`` has other shapes.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [2])
        ...     x.stop_gradient = False
        ...     d = paddle.incubate.autograd.forward_grad(x * x * x, x)
        >>> paddle.static.Executor().run(main, feed={"x": [1.0, 2.0]}, fetch_list=[d])[0].tolist()
        [3.0, 12.0]
        >>> paddle.disable_static()
    """
    ys, xs = _list(outputs), _list(inputs)
    vectors = _directions("forward_grad", grad_inputs, xs)
    # The backward pass is linear in what comes in: its gradient by that is the forward one.
    dummies = [paddle.zeros_like(y) for y in ys]
    for d in dummies:
        d.stop_gradient = False
    backward = zip(_gradients(ys, xs, dummies), vectors, strict=True)
    pairs = [(g, v) for g, v in backward if g is not None and not g.stop_gradient]
    products = [None] * len(ys)
    if pairs:
        used, along = (list(one) for one in zip(*pairs, strict=True))
        products = _gradients(used, dummies, along)
    products = [paddle.zeros_like(y) if p is None else p for p, y in zip(products, ys, strict=True)]
    return products if isinstance(outputs, (list, tuple)) else products[0]


_named.install(globals(), __name__)
__getattr__ = _attribute_of(__name__)
