"""The steps of training on tensors so small that only their overhead counts."""

from harness.workload import Input, Workload

ONE = Input((1,), fill="ones")
ONE_RECORDED = Input((1,), fill="ones", wants_gradient=True)

NUM_PARAMETERS = 20
PARAMETER_SHAPE = [8, 8]

CHAIN = "h = x\n" + "\n".join(["h = h + b", "h = h * b"] * 5)

NO_GRADIENTS = {"numpy": "no gradients", "jax": "a gradient is not recorded call by call"}
FIVE_TIMES = {"best": 5.0}


def paddle_adam(inputs):
    import paddle

    parameters = [
        paddle.create_parameter(PARAMETER_SHAPE, "float32") for _ in range(NUM_PARAMETERS)
    ]
    paddle.add_n([(parameter * parameter).sum() for parameter in parameters]).backward()
    return {"step": paddle.optimizer.Adam(learning_rate=1e-3, parameters=parameters).step}


def torch_adam(inputs):
    import torch

    parameters = [torch.nn.Parameter(torch.rand(PARAMETER_SHAPE)) for _ in range(NUM_PARAMETERS)]
    sum((parameter * parameter).sum() for parameter in parameters).backward()
    return {
        "step": torch.optim.Adam(parameters, lr=1e-3).step,
        "fused_step": torch.optim.Adam(parameters, lr=1e-3, fused=True).step,
    }


def paddle_linear(inputs):
    import paddle

    return {"layer": paddle.nn.Linear(8, 8)}


def torch_linear(inputs):
    import torch

    return {"layer": torch.nn.Linear(8, 8)}


WORKLOADS = [
    Workload(
        "chain of 10 small ops, gradient recorded",
        code={"paddle": CHAIN, "torch": CHAIN},
        inputs={"x": ONE_RECORDED, "b": ONE},
        unsupported=NO_GRADIENTS,
    ),
    Workload(
        "backward of a chain of 10 small ops",
        code={
            "paddle": CHAIN + "\nh.backward()\nx.clear_gradient(False)",
            "torch": CHAIN + "\nh.backward()\nx.grad = None",
        },
        baseline={"paddle": CHAIN, "torch": CHAIN},
        inputs={"x": ONE_RECORDED, "b": ONE},
        unsupported=NO_GRADIENTS,
        goals=FIVE_TIMES,
    ),
    Workload(
        f"Adam step over {NUM_PARAMETERS} tensors of 8x8",
        code={"paddle": "step()", "torch": {"default": "step()", "fused": "fused_step()"}},
        prepare={"paddle": paddle_adam, "torch": torch_adam},
        unsupported={"numpy": "no optimizers", "jax": "no optimizers"},
        goals=FIVE_TIMES,
    ),
    Workload(
        "Linear 8x8, gradient recorded",
        code={"paddle": "layer(x)", "torch": "layer(x)"},
        inputs={"x": Input((8, 8))},
        prepare={"paddle": paddle_linear, "torch": torch_linear},
        unsupported=NO_GRADIENTS,
        goals=FIVE_TIMES,
    ),
]
