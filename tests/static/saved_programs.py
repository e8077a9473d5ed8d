"""Static programs that one framework saves and the other runs: the same code runs on both.

As a program: `saved_programs.py write FOLDER` builds, trains a little and saves each with what it gives;
`saved_programs.py check FOLDER` runs what is there and prints, for each, the largest difference.
"""

import os
import sys

import numpy as np
import paddle
from paddle import nn, static

F = nn.functional
PROGRAMS = {}


def program(build):
    """Registers a function that gives inputs, outputs, a loss (or None) and arrays that are fed."""
    PROGRAMS[build.__name__] = build
    return build


def values(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype("float32")


@program
def classifier():
    x, y = static.data("x", [None, 5], "float32"), static.data("y", [None, 1], "int64")
    h = F.dropout(static.nn.fc(x, 8, activation="relu"), 0.5)
    logits = static.nn.fc(h, 3)
    loss = F.cross_entropy(logits, y)
    label = np.zeros([4, 1], "int64")
    return [x], [F.softmax(logits), h], loss, [{"x": values(n, 5)} for n in (4, 1, 7)], {"y": label}


@program
def images():
    x = static.data("image", [None, 3, None, None], "float32")
    h = nn.Conv2D(3, 6, 3, padding=1, stride=2, bias_attr=False)(x)
    h = F.relu(nn.BatchNorm2D(6)(h))
    h = F.max_pool2d(h, 2, 2)
    pooled = paddle.reshape(F.adaptive_avg_pool2d(h, 1), [-1, 6])
    out = static.nn.fc(pooled, 4)
    arrays = [{"image": values(*s)} for s in ((2, 3, 16, 16), (1, 3, 32, 24))]
    return [x], [out, h], None, arrays, {}


@program
def attention():
    x = static.data("x", [None, None, 16], "float32")
    q, k, v = (nn.Linear(16, 16)(x) for _ in range(3))
    shape = [0, 0, 2, 8]
    q, k, v = (paddle.transpose(paddle.reshape(t, shape), [0, 2, 1, 3]) for t in (q, k, v))
    scores = F.softmax(paddle.matmul(q, k, transpose_y=True) * 0.35)
    out = paddle.reshape(paddle.transpose(paddle.matmul(scores, v), [0, 2, 1, 3]), [0, 0, 16])
    arrays = [{"x": values(*s)} for s in ((2, 3, 16), (1, 7, 16))]
    return [x], [F.layer_norm(out + x, [16])], None, arrays, {}


@program
def two_inputs():
    a = static.data("a", [None, 4], "float32")
    b = static.data("b", [2, 4], "float32")
    return (
        [a, b],
        [paddle.concat([a, b], 0), paddle.matmul(a, b, transpose_y=True)],
        None,
        [
            {"a": values(3, 4), "b": values(2, 4)},
            {"a": values(5, 4), "b": values(2, 4)},
        ],
        {},
    )


@program
def words():
    x = static.data("ids", [None, 6], "int64")
    h = nn.Embedding(20, 8)(x)
    out = static.nn.fc(paddle.sum(h, axis=1), 2)
    return [x], [out], paddle.mean(out), [{"ids": np.arange(12).reshape(2, 6) % 20}], {}


@program
def recurrent():
    x = static.data("x", [None, None, 5], "float32")
    y, (h, c) = nn.LSTM(5, 4, direction="bidirect")(x)
    out, last = nn.GRU(8, 3)(y)
    arrays = [{"x": values(*s)} for s in ((2, 3, 5), (1, 7, 5))]
    return [x], [out, h, c, last], paddle.mean(out * out), arrays, {}


@program
def no_parameters():
    x = static.data("x", [None, 3], "float32")
    return [x], [paddle.exp(x) * 2.0 - x], None, [{"x": values(2, 3)}, {"x": values(4, 3)}], {}


def make(name):
    """Runs a few steps of training; main program, executor, inputs, outputs, what is fed."""
    paddle.seed(1)
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        feeds, fetches, loss, arrays, more = PROGRAMS[name]()
        if loss is not None:
            paddle.optimizer.SGD(0.01).minimize(loss)
    exe = static.Executor(paddle.CPUPlace())
    exe.run(startup)
    if loss is not None:
        for _ in range(3):
            exe.run(main, feed={**arrays[0], **more}, fetch_list=[loss])
    return main, exe, feeds, fetches, arrays


def write(folder):
    for name in PROGRAMS:
        main, exe, feeds, fetches, arrays = make(name)
        path = os.path.join(folder, name)
        static.save_inference_model(path, feeds, fetches, exe, program=main)
        loaded, _, outputs = static.load_inference_model(path, exe)
        for i, feed in enumerate(arrays):
            found = exe.run(loaded, feed=feed, fetch_list=outputs)
            np.savez(f"{path}.{i}.npz", *found)


def difference(name, folder):
    exe = static.Executor(paddle.CPUPlace())
    path = os.path.join(folder, name)
    loaded, names, outputs = static.load_inference_model(path, exe)
    paddle.seed(1)
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        feeds, _, _, arrays, _ = PROGRAMS[name]()
    assert list(names) == [f.name for f in feeds], names
    worst = 0.0
    for i, feed in enumerate(arrays):
        found = exe.run(loaded, feed=feed, fetch_list=outputs)
        with np.load(f"{path}.{i}.npz") as wanted:
            for f, key in zip(found, wanted.files, strict=True):
                assert f.shape == wanted[key].shape, (f.shape, wanted[key].shape)
                worst = max(worst, float(np.abs(f - wanted[key]).max()))
    return worst


if __name__ == "__main__":
    paddle.enable_static()
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        for program_name in PROGRAMS:
            print(program_name, difference(program_name, sys.argv[2]))
