"""Models that change their parameters while they run."""

import copy
import json

import numpy as np
import paddle
from paddle import _C, nn


def _training(tmp_path, times):
    """A saved BatchNorm of another mode, applied ``times`` times."""
    net = nn.BatchNorm1D(3)
    paddle.jit.save(net, str(tmp_path / "m"), [paddle.static.InputSpec([4, 3])])
    program = json.loads((tmp_path / "m.json").read_text())
    ops = program["program"]["regions"][0]["blocks"][0]["ops"]
    (at,) = [i for i, op in enumerate(ops) if op["#"] == "1.batch_norm_"]
    for attribute in ops[at]["A"]:
        if attribute["N"] in ("is_test", "use_global_stats"):
            attribute["AT"]["D"] = False
    for i in range(1, times):
        again = copy.deepcopy(ops[at])
        again["I"][0]["%"] = ops[at + i - 1]["O"][0]["%"]
        for out in again["O"]:
            if "%" in out:
                out["%"] += 1000 * i
        ops.insert(at + i, again)
    ops[-1]["I"][0]["%"] = ops[at + times - 1]["O"][0]["%"]
    parameters = (tmp_path / "m.pdiparams").read_bytes()
    return net, _C.LoadedModel.parse(json.dumps(program).encode(), parameters)


def test_a_parameter_that_is_updated_twice(tmp_path):
    for times in (1, 2, 3):
        net, model = _training(tmp_path, times)
        x = paddle.to_tensor(np.random.default_rng(0).standard_normal((4, 3)).astype("float32") + 2)
        (out,) = model.run([x])
        expected = x
        for _ in range(times):
            expected = net(expected)
        np.testing.assert_allclose(out.numpy(), expected.numpy(), rtol=1e-4, atol=1e-5)
        values = {name: v.numpy() for name, v, *_ in model.parameters}
        for tensor in (net._mean, net._variance):
            np.testing.assert_allclose(values[tensor.name], tensor.numpy(), rtol=1e-5, atol=1e-6)
