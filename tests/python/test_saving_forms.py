"""Forms that users write, saved with open sizes and run at several: what is loaded gives what the function gives."""

import os
import pickle
import subprocess

import numpy as np
import paddle
import pytest
from paddle.static import InputSpec

from tests.python.reference import PYTHON, needs_reference
from tests.python.saved_forms import FORMS, LAYERS

SIZES = (1, 2, 3, 5, 8)
# What can not be saved; that says so, when it is saved.
REFUSED = {"median_of_width", "enlarged", "enlarged_to_fixed", "enlarged_like"}


def arrays(specs, step):
    """One for each spec, where the letters are sizes that differ."""
    letters = sorted({w for spec in specs for w in spec.split() if w.isalpha()})
    size = {w: SIZES[(step + 2 * k) % len(SIZES)] for k, w in enumerate(letters)}
    r = np.random.RandomState(step)
    shapes = [[size.get(w) or int(w) for w in spec.split()] for spec in specs]
    return [paddle.to_tensor(r.randn(*shape).astype("float32")) for shape in shapes]


def outcome(function, inputs):
    try:
        return function(*inputs)
    except (ValueError, IndexError, NotImplementedError) as e:
        return type(e)


@pytest.mark.filterwarnings("ignore:jit.save. where all open sizes")
@pytest.mark.parametrize("name", [*FORMS, *LAYERS])
def test_is_the_same_at_all_sizes(name, tmp_path):
    if name in FORMS:
        function, specs = FORMS[name]
    else:
        make, specs = LAYERS[name]
        function = make()
        function.eval()
    path = str(tmp_path / "m")
    wanted = [InputSpec([-1 if w.isalpha() else int(w) for w in s.split()]) for s in specs]
    if name in REFUSED:
        with pytest.raises((NotImplementedError, ValueError)):
            paddle.jit.save(function, path, wanted)
        return
    paddle.jit.save(function, path, wanted)
    loaded = paddle.jit.load(path)
    for step in range(len(SIZES)):
        inputs = arrays(specs, step)
        expected, found = outcome(function, inputs), outcome(loaded, inputs)
        if isinstance(expected, type):
            assert isinstance(found, type), (step, expected, found)
            continue
        assert not isinstance(found, type), (step, found)
        assert found.shape == expected.shape
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=2e-5, atol=1e-5)


READ = """
import pickle, sys
import numpy as np
import paddle
folder = sys.argv[1]
for name, cases in pickle.load(open(folder + "/cases", "rb")).items():
    loaded = paddle.jit.load(folder + "/" + name)
    for inputs, wanted in cases:
        found = loaded(*map(paddle.to_tensor, inputs)).numpy()
        assert found.shape == wanted.shape, name
        np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-5, err_msg=name)
"""
FOR_PADDLE = (
    "write_of_a_column", "write_of_a_tensor", "padded_shift", "padded_image", "eye_of_size", "var_of_all",
    "var_of_rows", "squeeze_all", "squeeze_first", "attention_padding_mask", "attention_cross", "weight_expanded",
)  # fmt: skip


@needs_reference
def test_paddlepaddle_reads_them(tmp_path):
    cases = {}
    for name in FOR_PADDLE:
        function, specs = FORMS[name]
        sizes = [[-1 if w.isalpha() else int(w) for w in s.split()] for s in specs]
        paddle.jit.save(function, str(tmp_path / name), [InputSpec(s) for s in sizes])
        tried = [(arrays(specs, step)) for step in (1, 2, 4)]
        found = [(inputs, outcome(function, inputs)) for inputs in tried]
        cases[name] = [
            ([x.numpy() for x in inputs], y.numpy())
            for inputs, y in found
            if not isinstance(y, type)
        ]
        assert cases[name]
    (tmp_path / "cases").write_bytes(pickle.dumps(cases))
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    subprocess.run([PYTHON, "-c", READ, str(tmp_path)], check=True, env=environment, timeout=120)
