"""The networks of networks.py as ONNX, with random weights."""

import os

import numpy as np

from capture.networks import BERT, RESNET_STAGES


def num_threads():
    return int(os.environ["OMP_NUM_THREADS"])


class Graph:
    """Nodes and weights, in the order of use."""

    def __init__(self):
        from onnx import helper

        self.helper = helper
        self.nodes, self.weights = [], []
        self.rng = np.random.default_rng(0)

    def weight(self, array):
        from onnx import numpy_helper

        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def normal(self, *shape, fan_in=None):
        w = self.rng.standard_normal(shape, np.float32)
        return self.weight(w / np.float32(np.sqrt(fan_in or shape[0])))

    def node(self, kind, *inputs, **attributes):
        name = f"t{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def linear(self, x, rows, columns):
        y = self.node("MatMul", x, self.normal(rows, columns))
        return self.node("Add", y, self.weight(np.zeros(columns, np.float32)))

    def norm(self, x, n):
        ones, zeros = np.ones(n, np.float32), np.zeros(n, np.float32)
        return self.node(
            "LayerNormalization", x, self.weight(ones), self.weight(zeros), axis=-1, epsilon=1e-5
        )

    def model(self, inputs, output):
        from onnx import TensorProto

        value = self.helper.make_tensor_value_info
        graph = self.helper.make_graph(
            self.nodes,
            "model",
            [value(name, kind, shape) for name, kind, shape in inputs],
            [value(output, TensorProto.FLOAT, None)],
            self.weights,
        )
        opset = [self.helper.make_opsetid("", 20)]
        return self.helper.make_model(graph, opset_imports=opset, ir_version=9).SerializeToString()


def resnet50():
    from onnx import TensorProto

    g = Graph()

    def conv(x, inputs, outputs, k, stride=1, padding=0):
        y = g.node(
            "Conv",
            x,
            g.normal(outputs, inputs, k, k, fan_in=inputs * k * k),
            kernel_shape=[k, k],
            strides=[stride] * 2,
            pads=[padding] * 4,
        )
        ones, zeros = (g.weight(np.full(outputs, v, np.float32)) for v in (1, 0))
        return g.node("BatchNormalization", y, ones, zeros, zeros, ones)

    x = g.node("Relu", conv("x", 3, 64, 7, 2, 3))
    x = g.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    inputs = 64
    for width, count, first in RESNET_STAGES:
        for i in range(count):
            stride = first if i == 0 else 1
            y = g.node("Relu", conv(x, inputs, width, 1))
            y = g.node("Relu", conv(y, width, width, 3, stride, 1))
            y = conv(y, width, 4 * width, 1)
            if i == 0:
                x = conv(x, inputs, 4 * width, 1, stride)
            x = g.node("Relu", g.node("Add", y, x))
            inputs = 4 * width
    x = g.node("Flatten", g.node("GlobalAveragePool", x))
    x = g.linear(x, inputs, 1000)
    return g.model([("x", TensorProto.FLOAT, [1, 3, 224, 224])], x)


def bert():
    from onnx import TensorProto

    g = Graph()
    width, heads, length = BERT["width"], BERT["heads"], BERT["length"]
    size = width // heads
    split = g.weight(np.array([1, length, heads, size]))
    merge = g.weight(np.array([1, length, width]))
    scale = g.weight(np.float32(size**-0.5))

    def part(x, perm):
        y = g.node("Reshape", g.linear(x, width, width), split)
        return g.node("Transpose", y, perm=perm)

    words = g.node("Gather", g.normal(BERT["words"], width), "words")
    x = g.node("Add", words, g.node("Gather", g.normal(length, width), "places"))
    x = g.norm(x, width)
    for _ in range(BERT["layers"]):
        q, k, v = part(x, [0, 2, 1, 3]), part(x, [0, 2, 3, 1]), part(x, [0, 2, 1, 3])
        scores = g.node("Mul", g.node("MatMul", q, k), scale)
        y = g.node("MatMul", g.node("Softmax", scores, axis=-1), v)
        y = g.node("Reshape", g.node("Transpose", y, perm=[0, 2, 1, 3]), merge)
        x = g.norm(g.node("Add", x, g.linear(y, width, width)), width)
        y = g.node("Gelu", g.linear(x, width, 4 * width))
        x = g.norm(g.node("Add", x, g.linear(y, 4 * width, width)), width)
    kind = TensorProto.INT64
    return g.model([("words", kind, [1, length]), ("places", kind, [1, length])], x)
