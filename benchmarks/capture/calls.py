"""What a captured call costs: guards, and each instruction of the program."""

from harness.workload import Input, Workload

CHAIN = 200


def chain(tanh):
    def f(x):
        for _ in range(CHAIN):
            x = tanh(x)
        return x

    return f


def add_one(x):
    return x + 1


def paddle_static(function_of):
    def prepare(inputs):
        import paddle

        return {"f": paddle.jit.to_static(function_of(paddle.tanh))}

    return prepare


def torch_compile(function_of):
    def prepare(inputs):
        import torch

        return {"f": torch.compile(function_of(torch.tanh))}

    return prepare


def jax_jit(function_of):
    def prepare(inputs):
        import jax

        return {"f": jax.jit(function_of(jax.numpy.tanh)), "wait": jax.block_until_ready}

    return prepare


def plain(library):
    def prepare_with(function_of):
        def prepare(inputs):
            module = __import__(library)
            return {"f": function_of(module.tanh)}

        return prepare

    return prepare_with


CODE = {
    **dict.fromkeys(("paddle", "paddle_static", "torch", "torch_compile"), "f(x)"),
    "jax": "wait(f(x))",
}


def call(name, function_of, **more):
    prepare = {
        "paddle": plain("paddle")(function_of),
        "paddle_static": paddle_static(function_of),
        "torch": plain("torch")(function_of),
        "torch_compile": torch_compile(function_of),
        "jax": jax_jit(function_of),
    }
    return Workload(
        name, code=CODE, inputs={"x": Input((4,))}, prepare=prepare, compiled=False, **more
    )


WORKLOADS = [
    call(
        "captured x + 1, 4 elements",
        lambda tanh: add_one,
        goals={"torch.compile": 1.0, "jax": 1.0},
        limit_s=3e-6,
    ),
    call(
        f"captured chain of {CHAIN} tanh, 4 elements",
        chain,
        goals={"ours eager": 1.0},
        limit_s=CHAIN * 150e-9,
    ),
]
