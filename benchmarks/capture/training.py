"""Whole training steps: forward, loss, backward, Adam. Captured ones are one call."""

import contextlib

import numpy as np
from harness.workload import Workload
from models.training_step import (
    BATCH_SIZE,
    DIGITS_WIDTHS,
    LEARNING_RATE,
    NUM_CLASSES,
    batch,
    dense,
    jax_lenet,
    jax_mlp,
    jax_step,
    lenet_layers,
    mlp_layers,
)

from capture import networks


def plain_step(api, model, mixed, data, labels):
    """(step, model): the step as a user writes it."""
    context = api.mixed if mixed else contextlib.nullcontext
    context()  # raises where there is none
    data, labels = api.tensor(data), api.tensor(labels)
    if api.lib.__name__ == "paddle":
        optimizer = api.lib.optimizer.Adam(LEARNING_RATE, parameters=model.parameters())
        clear = optimizer.clear_grad
    else:
        optimizer = api.lib.optim.Adam(model.parameters(), LEARNING_RATE, fused=True)
        clear = optimizer.zero_grad
    cross_entropy = api.F.cross_entropy

    def step_with(forward):
        def step():
            with context():
                loss = cross_entropy(forward(data), labels)
            loss.backward()
            optimizer.step()
            clear()
            return loss

        return step

    return step_with


def paddle_eager(make, data, mixed=False):
    def prepare(inputs):
        api = networks.Paddle()
        model = make(api)
        return {"step": plain_step(api, model, mixed, *data())(model)}

    return prepare


def paddle_static(make, data, mixed=False):
    """Ours captures the whole step; PaddlePaddle the model, as its users do."""

    def prepare(inputs):
        api = networks.Paddle()
        model = make(api)
        step_with = plain_step(api, model, mixed, *data())
        if hasattr(api.lib.jit, "report"):
            return {"step": api.lib.jit.to_static(step_with(model))}
        return {"step": step_with(api.lib.jit.to_static(model, full_graph=True))}

    return prepare


def torch_eager(make, data, mixed=False):
    def prepare(inputs):
        api = networks.Torch()
        model = make(api)
        return {"step": plain_step(api, model, mixed, *data())(model)}

    return prepare


def torch_compile(make, data, mixed=False):
    def prepare(inputs):
        api = networks.Torch()
        model = make(api)
        return {"step": plain_step(api, model, mixed, *data())(api.lib.compile(model))}

    return prepare


def mlp(api):
    return api.nn.Sequential(*mlp_layers(api.nn))


def lenet(api):
    conv = getattr(api.nn, "Conv2D", None) or api.nn.Conv2d
    return api.nn.Sequential(*lenet_layers(api.nn, conv, api.max_pool))


def lstm(api):
    return networks.recurrent(api, "LSTM", NUM_CLASSES)


def gru(api):
    return networks.recurrent(api, "GRU", NUM_CLASSES)


def jax_lstm(inputs):
    import jax
    import jax.numpy as jnp

    def step(gate, hidden, cell, wh, bh):
        a, f, g, o = jnp.split(gate + hidden @ wh + bh, 4, axis=-1)
        cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(a) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(cell), cell

    return jax_recurrent(step, 4)


def jax_gru(inputs):
    import jax
    import jax.numpy as jnp

    def step(gate, hidden, cell, wh, bh):
        r, z, c = jnp.split(gate, 3, axis=-1)
        hr, hz, hc = jnp.split(hidden @ wh + bh, 3, axis=-1)
        z, c = jax.nn.sigmoid(z + hz), jnp.tanh(c + jax.nn.sigmoid(r + hr) * hc)
        return (hidden - c) * z + c, cell

    return jax_recurrent(step, 3)


def jax_recurrent(step_of, num_gates):
    import jax.numpy as jnp
    from jax import lax

    rng = np.random.default_rng(0)
    i, h = networks.LSTM_INPUTS, networks.LSTM_HIDDEN
    sizes = (i, num_gates * h), (h, num_gates * h), (h, NUM_CLASSES)
    parameters = [dense(rng, *size) for size in sizes]

    def logits_of(parameters, x):
        (wx, bx), (wh, bh), (wo, bo) = parameters
        gates = jnp.swapaxes(x @ wx + bx, 0, 1)

        def step(state, gate):
            return step_of(gate, *state, wh, bh), None

        zeros = jnp.zeros((x.shape[0], h), jnp.float32)
        (hidden, _), _ = lax.scan(step, (zeros, zeros), gates)
        return hidden @ wo + bo

    return jax_step(logits_of, parameters, *lstm_data())


def lstm_data():
    return batch(networks.LSTM_STEPS, networks.LSTM_INPUTS)


LLAMA_BATCH = 4


def llama_data():
    c = networks.LLAMA
    rng = np.random.default_rng(0)
    shape = (LLAMA_BATCH, c["length"])
    return rng.integers(0, c["words"], shape), rng.integers(0, c["words"], shape).reshape(-1)


def jax_llama(inputs):
    import jax
    import jax.numpy as jnp

    c = networks.LLAMA
    width, heads, length, inner = c["width"], c["heads"], c["length"], c["inner"]
    size = width // heads
    cos, sin = (jnp.asarray(t, jnp.float32) for t in networks.rotary(length, size))
    mask = jnp.triu(jnp.full((length, length), -1e9, jnp.float32), 1)
    rng = np.random.default_rng(0)

    def weight(rows, columns):
        return dense(rng, rows, columns)[0]

    def block():
        names = {name: weight(width, width) for name in "qkvo"}
        names |= {"gate": weight(width, inner), "up": weight(width, inner)}
        ones = np.ones(width, np.float32)
        return names | {"down": weight(inner, width), "norm1": ones, "norm2": ones}

    parameters = {
        "embedding": weight(c["words"], width),
        "blocks": [block() for _ in range(c["layers"])],
        "norm": np.ones(width, np.float32),
        "head": weight(width, c["words"]),
    }

    def norm(x, scale):
        return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * scale

    def turn(x):
        a, b = x[..., : size // 2], x[..., size // 2 :]
        return jnp.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)

    def attention(p, x):
        shape = (x.shape[0], length, heads, size)
        q, k, v = ((x @ p[n]).reshape(shape).transpose(0, 2, 1, 3) for n in "qkv")
        q, k = turn(q), turn(k)
        scores = q @ k.transpose(0, 1, 3, 2) * size**-0.5 + mask
        out = jax.nn.softmax(scores) @ v
        return out.transpose(0, 2, 1, 3).reshape(x.shape[0], length, width) @ p["o"]

    def logits_of(p, words):
        x = p["embedding"][words]
        for b in p["blocks"]:
            x = x + attention(b, norm(x, b["norm1"]))
            y = norm(x, b["norm2"])
            x = x + (jax.nn.silu(y @ b["gate"]) * (y @ b["up"])) @ b["down"]
        return (norm(x, p["norm"]) @ p["head"]).reshape(-1, c["words"])

    return jax_step(logits_of, parameters, *llama_data())


STEP = dict.fromkeys(("paddle", "paddle_static", "torch", "torch_compile", "jax"), "step()")


def training(name, make, data, jax, mixed=False):
    return Workload(
        name,
        code={k: v for k, v in STEP.items() if not mixed or k != "jax"},
        prepare={
            "paddle": paddle_eager(make, data, mixed),
            "paddle_static": paddle_static(make, data, mixed),
            "torch": torch_eager(make, data, mixed),
            "torch_compile": torch_compile(make, data, mixed),
            **({} if mixed else {"jax": jax}),
        },
        compiled=False,
        goals={"jax": 1.0, "ours eager": 1.0} if make is mlp else {"ours eager": 1.0},
    )


# Name, network, data: also for the table of memory.
NETWORKS = (
    ("MLP 64-128-10, batch 64", mlp, lambda: batch(DIGITS_WIDTHS[0]), jax_mlp),
    ("LeNet 28x28, batch 64", lenet, lambda: batch(1, 28, 28), jax_lenet),
    (f"LSTM 64-128, 32 steps, batch {BATCH_SIZE}", lstm, lstm_data, jax_lstm),
    (f"GRU 64-128, 32 steps, batch {BATCH_SIZE}", gru, lstm_data, jax_gru),
    ("Llama, 4 layers of 256, 4x128 words", networks.llama, llama_data, jax_llama),
)
WORKLOADS = [training(f"step of {name}", *rest) for name, *rest in NETWORKS]
WORKLOADS.append(training("step of Llama in bfloat16 (auto_cast)", *NETWORKS[-1][1:], mixed=True))
