"""The same programs on PaddlePaddle itself: one script, run by both, has to print the same numbers."""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest

PYTHON = os.environ.get("PADDLE_REFERENCE_PYTHON")
pytestmark = pytest.mark.skipif(not PYTHON, reason="PADDLE_REFERENCE_PYTHON is not set")

_HEAD = """
import json
import numpy as np
import paddle
from paddle import nn, static
F = nn.functional
paddle.enable_static()
rng = np.random.default_rng(0)
main, startup = static.Program(), static.Program()
exe = static.Executor(paddle.CPUPlace())
found = []


def values(*shape):
    return rng.standard_normal(shape).astype("float32")


def given(*shape):
    return nn.initializer.Assign(0.3 * values(*shape))


def keep(results):
    found.extend(np.asarray(r, "float64").ravel().tolist() for r in results)
"""

CASES = {
    "fc net, open batch, Adam": """
with static.program_guard(main, startup):
    x, y = static.data("x", [None, 5]), static.data("y", [None, 1], "int64")
    h = static.nn.fc(x, 6, weight_attr=given(5, 6), bias_attr=given(6), activation="relu")
    loss = F.cross_entropy(static.nn.fc(h, 3, weight_attr=given(6, 3)), y)
    paddle.optimizer.Adam(0.05).minimize(loss)
exe.run(startup)
for n in (4, 7, 1, 4):
    keep(exe.run(main, feed={"x": values(n, 5), "y": rng.integers(0, 3, (n, 1))}, fetch_list=[loss, h]))
""",
    "conv net with batch norm, Momentum": """
with static.program_guard(main, startup):
    x, y = static.data("x", [None, 2, 8, 8]), static.data("y", [None, 1], "int64")
    h = static.nn.conv2d(x, 4, 3, padding=1, param_attr=given(4, 2, 3, 3))
    h = static.nn.batch_norm(h, act="relu")
    h = F.max_pool2d(h, 2, 2)
    logits = static.nn.fc(h, 3, weight_attr=given(64, 3))
    loss = F.cross_entropy(logits, y)
    paddle.optimizer.Momentum(0.1, 0.9, weight_decay=0.01).minimize(loss)
exe.run(startup)
for n in (4, 6, 2):
    keep(exe.run(main, feed={"x": values(n, 2, 8, 8), "y": rng.integers(0, 3, (n, 1))}, fetch_list=[loss, logits]))
""",
    "layers, global norm, schedule": """
with static.program_guard(main, startup):
    x, y = static.data("x", [None, 5]), static.data("y", [None, 2])
    net = nn.Sequential(nn.Linear(5, 4, weight_attr=given(5, 4)), nn.Tanh(), nn.Linear(4, 2, weight_attr=given(4, 2)))
    loss = F.mse_loss(net(x), y)
    rate = paddle.optimizer.lr.StepDecay(0.5, 2, 0.5)
    clip = nn.ClipGradByGlobalNorm(0.2)
    paddle.optimizer.SGD(rate, parameters=net.parameters(), grad_clip=clip).minimize(loss)
exe.run(startup)
for n in (4, 3, 5, 4, 2):
    keep(exe.run(main, feed={"x": values(n, 5), "y": values(n, 2)}, fetch_list=[loss]))
    rate.step()
""",
    "embedding, mean of words": """
with static.program_guard(main, startup):
    x, y = static.data("x", [None, None], "int64"), static.data("y", [None, 1])
    table = static.nn.embedding(x, [11, 4], param_attr=given(11, 4))
    loss = F.mse_loss(static.nn.fc(table.mean(axis=1), 1, weight_attr=given(4, 1)), y)
    paddle.optimizer.SGD(0.2).minimize(loss)
exe.run(startup)
for n, length in ((3, 5), (2, 7), (4, 2)):
    keep(exe.run(main, feed={"x": rng.integers(0, 11, (n, length)), "y": values(n, 1)}, fetch_list=[loss]))
""",
    "gradients": """
with static.program_guard(main, startup):
    x = static.data("x", [None, 3])
    x.stop_gradient = False
    y = (x * x * x).sum(axis=1)
    (first,) = static.gradients([y], [x])
    (second,) = static.gradients([first], [x])
exe.run(startup)
for n in (2, 3):
    keep(exe.run(main, feed={"x": values(n, 3)}, fetch_list=[y, first, second]))
""",
    "append_backward": """
with static.program_guard(main, startup):
    x = static.data("x", [None, 3])
    out = static.nn.fc(x, 2, weight_attr=given(3, 2), activation="sigmoid")
    pairs = static.append_backward(out.mean())
exe.run(startup)
keep(exe.run(main, feed={"x": values(4, 3)}, fetch_list=[out] + [g for p, g in pairs if p.ndim == 2]))
""",
    "cond and while_loop": """
with static.program_guard(main, startup):
    x, n = static.data("x", [None, 2]), static.data("n", [1], "int64")
    a = static.nn.cond(x.sum() > 0, lambda: x * 2.0, lambda: x - 1.0)
    i = paddle.zeros([1], "int64")
    i, b = static.nn.while_loop(lambda i, v: i < n, lambda i, v: [i + 1, v * 1.5], [i, x + 0.0])
    c = static.nn.switch_case(n, {1: lambda: x.sum(), 2: lambda: x.mean()}, default=lambda: x.max())
for count in (1, 2, 5):
    keep(exe.run(main, feed={"x": values(count, 2), "n": np.array([count])}, fetch_list=[a, b, c, i]))
""",
    "open sizes": """
with static.program_guard(main, startup):
    x = static.data("x", [None, 3, None, None])
    outs = [
        F.avg_pool2d(x, 2), F.interpolate(x, scale_factor=2), x.flatten(2).mean(-1),
        F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False),
        paddle.reshape(x, [paddle.shape(x)[0], -1]), x.transpose([0, 2, 3, 1]), F.softmax(x.flatten(1)),
    ]
    keep([[[-1 if s < 0 else s for s in o.shape]] for o in (outs[0], outs[2])])
for n, h, w in ((2, 6, 8), (1, 4, 4), (3, 5, 7)):
    keep(exe.run(main, feed={"x": values(n, 3, h, w)}, fetch_list=outs))
""",
    "in-place writes of states": """
with static.program_guard(main, startup):
    x = static.data("x", [3])
    step = static.create_global_var([1], 2.0, "float32", persistable=True)
    paddle.increment(step)
    y = x * step
exe.run(startup)
for _ in range(3):
    keep(exe.run(main, feed={"x": values(3)}, fetch_list=[y, step]))
""",
    "save and load state": """
import os, tempfile
with static.program_guard(main, startup):
    x = static.data("x", [None, 3])
    loss = static.nn.fc(x, 2, weight_attr=given(3, 2)).square().mean()
    paddle.optimizer.Adam(0.1).minimize(loss)
exe.run(startup)
feed = {"x": values(4, 3)}
exe.run(main, feed=feed)
with tempfile.TemporaryDirectory() as folder:
    static.save(main, os.path.join(folder, "m"))
    keep(exe.run(main, feed=feed, fetch_list=[loss]))
    static.load(main, os.path.join(folder, "m"), exe)
    keep(exe.run(main, feed=feed, fetch_list=[loss]))
""",
}


# What PaddlePaddle has in its older static mode only.
OLD = (
    "conv net with batch norm, Momentum",
    "embedding, mean of words",
    "in-place writes of states",
)


def run(python, code, **environment):
    inherited = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    result = subprocess.run(
        [python, "-W", "ignore", "-c", _HEAD + code + "\nprint('RESULT', json.dumps(found))"],
        capture_output=True, text=True, cwd=tempfile.gettempdir(), env={**inherited, **environment}, timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-3000:]
    (line,) = (text for text in result.stdout.splitlines() if text.startswith("RESULT"))
    return json.loads(line[7:])


@pytest.mark.parametrize("name", CASES)
def test_same_numbers(name):
    mine = run(sys.executable, CASES[name], PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
    theirs = run(PYTHON, CASES[name], **({"FLAGS_enable_pir_api": "0"} if name in OLD else {}))
    assert len(mine) == len(theirs)
    for a, b in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-4, atol=1e-5)
