"""Training steps of larger networks as users write them: eager, with Adam."""

import numpy as np
from capture import networks
from capture.training import (
    NUM_CLASSES,
    llama_data,
    lstm,
    lstm_data,
    paddle_eager,
    torch_eager,
)
from harness.workload import Workload

from models import vision_networks

NUM_IMAGES = 8
IMAGE_SIZE = 64


def images(labels_per_image=1):
    rng = np.random.default_rng(0)
    pixels = rng.standard_normal((NUM_IMAGES, 3, IMAGE_SIZE, IMAGE_SIZE), np.float32)
    return pixels, rng.integers(0, NUM_CLASSES, NUM_IMAGES * labels_per_image)


def of(network):
    return lambda api: network(api, NUM_CLASSES)


NETWORKS = (
    ("ResNet18, 8 images of 64x64", of(vision_networks.resnet18), images),
    ("LSTM 64-128, 32 steps, batch 64", lstm, lstm_data),
    ("Llama, 4 layers of 256, 4x128 words", networks.llama, llama_data),
    ("ViT-tiny, 8 images of 64x64", of(vision_networks.vit_tiny), images),
    ("UNet 32-64-128, 8 images of 64x64", of(vision_networks.unet), lambda: images(IMAGE_SIZE**2)),
)


def eager(name, make, data):
    return Workload(
        f"eager step of {name}",
        code={"paddle": "step()", "torch": "step()"},
        prepare={"paddle": paddle_eager(make, data), "torch": torch_eager(make, data)},
        compiled=False,
        goals={"paddle": 2.0, "torch": 1.0},
    )


WORKLOADS = [eager(*network) for network in NETWORKS]
