"""LeNet-5 (LeCun et al., 1998)."""

import paddle
from paddle import nn


class LeNet(nn.Layer):
    """LeNet-5, for images [n, 1, 28, 28].

    Args:
        num_classes (int): how many outputs; 0 leaves the linear layers out.

    Examples:
        >>> import paddle
        >>> paddle.vision.models.LeNet()(paddle.ones([2, 1, 28, 28])).shape
        paddle.Size([2, 10])
    """

    def __init__(self, num_classes=10):
        super().__init__()
        self.num_classes = num_classes
        self.features = nn.Sequential(
            nn.Conv2D(1, 6, 3, stride=1, padding=1),
            nn.ReLU(),
            nn.MaxPool2D(2, 2),
            nn.Conv2D(6, 16, 5, stride=1, padding=0),
            nn.ReLU(),
            nn.MaxPool2D(2, 2),
        )
        if num_classes > 0:
            self.fc = nn.Sequential(
                nn.Linear(400, 120), nn.Linear(120, 84), nn.Linear(84, num_classes)
            )

    def forward(self, inputs):
        x = self.features(inputs)
        return self.fc(paddle.flatten(x, 1)) if self.num_classes > 0 else x
