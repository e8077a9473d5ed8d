"""Whole training steps: forward, loss, backward, Adam."""

import numpy as np
from harness.workload import Workload

LEARNING_RATE = 1e-3
BATCH_SIZE = 64
NUM_CLASSES = 10

# The shapes of scikit-learn's digits: 8x8 images.
DIGITS_WIDTHS = (64, 128, NUM_CLASSES)


def batch(*image_shape):
    rng = np.random.default_rng(0)
    images = rng.standard_normal((BATCH_SIZE, *image_shape), np.float32)
    return images, rng.integers(0, NUM_CLASSES, BATCH_SIZE)


def paddle_step(model, images, labels):
    import paddle
    import paddle.nn.functional as F

    images, labels = paddle.to_tensor(images), paddle.to_tensor(labels)
    optimizer = paddle.optimizer.Adam(LEARNING_RATE, parameters=model.parameters())

    def step():
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()

    return {"step": step}


def torch_step(model, images, labels):
    import torch
    import torch.nn.functional as F

    images, labels = torch.from_numpy(images), torch.from_numpy(labels)
    plain = torch.optim.Adam(model.parameters(), LEARNING_RATE)
    fused = torch.optim.Adam(model.parameters(), LEARNING_RATE, fused=True)

    def stepper(optimizer):
        def step():
            loss = F.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

        return step

    return {"step": stepper(plain), "fused_step": stepper(fused)}


def jax_step(logits_of, parameters, images, labels):
    """One compiled function, with Adam written out: jax ships no optimizers."""
    import jax
    import jax.numpy as jnp

    images, labels = jnp.asarray(images), jnp.asarray(labels)
    beta1, beta2, epsilon = 0.9, 0.999, 1e-8

    def loss_of(parameters):
        log_probabilities = jax.nn.log_softmax(logits_of(parameters, images))
        return -jnp.mean(jnp.take_along_axis(log_probabilities, labels[:, None], axis=1))

    @jax.jit
    def update(state):
        parameters, means, squares, count = state
        gradients = jax.grad(loss_of)(parameters)
        count = count + 1
        each = jax.tree.map
        means = each(lambda m, g: beta1 * m + (1 - beta1) * g, means, gradients)
        squares = each(lambda v, g: beta2 * v + (1 - beta2) * g * g, squares, gradients)
        scale = LEARNING_RATE * jnp.sqrt(1 - beta2**count) / (1 - beta1**count)
        parameters = each(
            lambda p, m, v: p - scale * m / (jnp.sqrt(v) + epsilon), parameters, means, squares
        )
        return parameters, means, squares, count

    parameters = jax.tree.map(jnp.asarray, parameters)
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state = [(parameters, zeros, zeros, jnp.float32(0))]

    def step():
        state[0] = jax.block_until_ready(update(state[0]))

    return {"step": step}


def mlp_layers(nn):
    first, hidden, last = DIGITS_WIDTHS
    return nn.Linear(first, hidden), nn.ReLU(), nn.Linear(hidden, last)


def paddle_mlp(inputs):
    import paddle.nn as nn

    return paddle_step(nn.Sequential(*mlp_layers(nn)), *batch(DIGITS_WIDTHS[0]))


def torch_mlp(inputs):
    import torch.nn as nn

    return torch_step(nn.Sequential(*mlp_layers(nn)), *batch(DIGITS_WIDTHS[0]))


def dense(rng, rows, columns):
    weight = rng.standard_normal((rows, columns), np.float32) / np.float32(np.sqrt(rows))
    return weight, np.zeros(columns, np.float32)


def jax_mlp(inputs):
    import jax.numpy as jnp

    rng = np.random.default_rng(0)
    first, hidden, last = DIGITS_WIDTHS
    parameters = [dense(rng, first, hidden), dense(rng, hidden, last)]

    def logits_of(parameters, images):
        (w1, b1), (w2, b2) = parameters
        return jnp.maximum(images @ w1 + b1, 0) @ w2 + b2

    return jax_step(logits_of, parameters, *batch(first))


def lenet_layers(nn, conv, max_pool):
    features = (
        conv(1, 6, 3, padding=1),
        nn.ReLU(),
        max_pool(2),
        conv(6, 16, 5),
        nn.ReLU(),
        max_pool(2),
        nn.Flatten(),
    )
    classifier = (nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, NUM_CLASSES))
    return *features, *classifier


def paddle_lenet(inputs):
    import paddle.nn as nn

    layers = lenet_layers(nn, nn.Conv2D, nn.MaxPool2D)
    return paddle_step(nn.Sequential(*layers), *batch(1, 28, 28))


def torch_lenet(inputs):
    import torch.nn as nn

    layers = lenet_layers(nn, nn.Conv2d, nn.MaxPool2d)
    return torch_step(nn.Sequential(*layers), *batch(1, 28, 28))


def jax_lenet(inputs):
    import jax.numpy as jnp
    from jax import lax

    rng = np.random.default_rng(0)

    def kernel(out_channels, in_channels, size):
        shape = (out_channels, in_channels, size, size)
        weight = rng.standard_normal(shape, np.float32) / np.float32(size * np.sqrt(in_channels))
        return weight, np.zeros((1, out_channels, 1, 1), np.float32)

    parameters = [kernel(6, 1, 3), kernel(16, 6, 5)]
    parameters += [dense(rng, 400, 120), dense(rng, 120, 84), dense(rng, 84, NUM_CLASSES)]

    def block(x, weight, bias, padding):
        x = lax.conv_general_dilated(x, weight, (1, 1), [(padding, padding)] * 2) + bias
        window = (1, 1, 2, 2)
        return lax.reduce_window(jnp.maximum(x, 0), -jnp.inf, lax.max, window, window, "VALID")

    def logits_of(parameters, images):
        x = block(images, *parameters[0], padding=1)
        x = block(x, *parameters[1], padding=0)
        x = x.reshape(x.shape[0], -1)
        for weight, bias in parameters[2:]:
            x = x @ weight + bias
        return x

    return jax_step(logits_of, parameters, *batch(1, 28, 28))


STEP = {
    "paddle": "step()",
    "torch": {"Adam": "step()", "fused Adam": "fused_step()"},
    "jax": "step()",
}
NO_TRAINING = {"numpy": "no gradients"}

WORKLOADS = [
    Workload(
        "digits MLP 64-128-10, batch 64",
        code=STEP,
        prepare={"paddle": paddle_mlp, "torch": torch_mlp, "jax": jax_mlp},
        compiled=False,
        unsupported=NO_TRAINING,
        goals={"torch": 1.5},
    ),
    Workload(
        "LeNet 28x28, batch 64",
        code=STEP,
        prepare={"paddle": paddle_lenet, "torch": torch_lenet, "jax": jax_lenet},
        compiled=False,
        unsupported=NO_TRAINING,
        goals={"torch": 1.0},
    ),
]
