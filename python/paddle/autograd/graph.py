"""The recorded graph: `Tensor.grad_fn`, and files that show what a backward pass walks."""

import datetime
import os

from .. import _C


def grad_fn(self):
    """The recorded call that made this tensor, or what gathers the gradient of a leaf.

    None where the tensor wants no gradient. A node has ``name()``, ``next_functions`` (a node or None for each
    tensor of the call) and ``node_ptr()``, which tells nodes apart.

    Returns:
        GradNodeBase|None

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        >>> node = (x * x).sum().grad_fn
        >>> node.name(), node.next_functions[0].name(), x.grad_fn.name()
        ('SumGradNode', 'MultiplyGradNode', 'GradNodeAccumulation')
    """
    return _C.grad_fn(self)


_C.extend_tensor({"grad_fn": property(grad_fn, doc=grad_fn.__doc__)})


def _walk(tensors):
    """All nodes that `tensors` depend on, and the edges between them with what flows there."""
    numbers, edges = {}, []
    waiting = [node for node in (t.grad_fn for t in tensors) if node is not None]
    while waiting:
        node = waiting.pop()
        if node in numbers:
            continue
        numbers[node] = len(numbers)
        for child, dtype, shape in node._operands():
            if child is not None:
                edges.append((node, child, f"{dtype}[{', '.join(map(str, shape))}]"))
                waiting.append(child)
    return numbers, edges


def dump(op, tensors, folder):
    """Writes the graph behind `tensors` as two files of Graphviz, backward and forward.

    Args:
        op (str): who is asked, for errors.
        tensors (list[Tensor]): where the pass begins.
        folder (str): where the files go; it is made where it is missing.
    """
    if not isinstance(folder, (str, os.PathLike)):
        raise TypeError(
            f"(InvalidType) {op}: argument `dump_backward_graph_path` has the wrong type.\n"
            f"  Expected: str\n  Received: {type(folder).__name__}"
        )
    numbers, edges = _walk(tensors)
    os.makedirs(folder, exist_ok=True)
    stamp = datetime.datetime.now().strftime("%Y-%m-%d_%H:%M:%S.%f")
    for kind in ("backward", "ref_forward"):
        backward = kind == "backward"
        lines = ["digraph G {"]
        for node, i in numbers.items():
            name = node.name() if backward else node.name().removesuffix("GradNode")
            lines.append(f'\tnode_{i}[label="{name}\\n{node.node_ptr():#x}" shape="box"]')
        for node, child, label in edges:
            ends = (numbers[node], numbers[child])
            a, b = ends if backward else ends[::-1]
            lines.append(f'\tnode_{a}->node_{b}[label="{label}"]')
        path = os.path.join(folder, f"{stamp}_{kind}_graph.dot")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([*lines, "}", ""]))
