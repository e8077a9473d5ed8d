"""Two-dimensional convolutions of the shapes a ResNet or MobileNet has, batch 8."""

from dataclasses import dataclass

from harness.workload import NO_SLOWER, Input, Workload

BATCH_SIZE = 8


@dataclass(frozen=True)
class Convolution:
    label: str
    in_channels: int
    out_channels: int
    image_size: int
    kernel_size: int
    stride: int = 1
    groups: int = 1

    @property
    def padding(self):
        return self.kernel_size // 2

    def inputs(self):
        image = (BATCH_SIZE, self.in_channels, self.image_size, self.image_size)
        kernel = (self.kernel_size, self.kernel_size)
        weight = (self.out_channels, self.in_channels // self.groups, *kernel)
        return {"x": Input(image), "w": Input(weight)}

    def code(self):
        keywords = f"stride={self.stride}, padding={self.padding}, groups={self.groups}"
        pads = [(self.padding, self.padding)] * 2
        return {
            "paddle": f"F.conv2d(x, w, {keywords})",
            "torch": f"F.conv2d(x, w, {keywords})",
            "jax": f"lax.conv_general_dilated(x, w, ({self.stride}, {self.stride}), {pads}, "
            f"feature_group_count={self.groups})",
        }


SHAPES = (
    Convolution("conv 3x3, 64 to 64 channels, 56x56", 64, 64, 56, 3),
    Convolution("conv 1x1, 64 to 256 channels, 56x56", 64, 256, 56, 1),
    Convolution("conv 3x3 depthwise, 64 channels, 56x56", 64, 64, 56, 3, groups=64),
    Convolution("conv 7x7 stride 2, 3 to 64 channels, 224x224", 3, 64, 224, 7, stride=2),
)


def rows(shape):
    common = {
        "code": shape.code(),
        "inputs": shape.inputs(),
        "unsupported": {"numpy": "no convolutions"},
        "goals": NO_SLOWER,
    }
    yield Workload(shape.label, **common)
    yield Workload(f"{shape.label}: forward and backward", gradients=("x", "w"), **common)


WORKLOADS = [row for shape in SHAPES for row in rows(shape)]
