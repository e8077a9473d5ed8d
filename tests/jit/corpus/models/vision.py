"""Networks of images."""

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional as F

from ..case import floats, tensor
from ..model import model


def images(classes=4, channels=1, side=8):
    def batch(seed, size):
        labels = np.random.default_rng(seed).integers(0, classes, size)
        return floats(size, channels, side, side, seed=seed), tensor(labels)

    return batch


class Classifier(nn.Layer):
    """forward(x, label=None) gives the logits."""

    def forward(self, x, label=None):
        return self.logits(x)


def cross_entropy(layer, x, label):
    return F.cross_entropy(layer(x), label)


class LeNet(Classifier):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2D(1, 4, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2D(2, 2),
            nn.Conv2D(4, 6, 3),
            nn.ReLU(),
        )
        self.head = nn.Sequential(nn.Linear(24, 10), nn.ReLU(), nn.Linear(10, 4))

    def logits(self, x):
        return self.head(paddle.flatten(self.features(x), 1))


class Block(nn.Layer):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2D(inputs, outputs, 3, stride, 1, bias_attr=False)
        self.bn1 = nn.BatchNorm2D(outputs)
        self.conv2 = nn.Conv2D(outputs, outputs, 3, 1, 1, bias_attr=False)
        self.bn2 = nn.BatchNorm2D(outputs)
        self.short = None
        if stride != 1 or inputs != outputs:
            self.short = nn.Conv2D(inputs, outputs, 1, stride, bias_attr=False)

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (x if self.short is None else self.short(x)))


class ResNet(Classifier):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2D(1, 4, 3, 1, 1)
        self.blocks = nn.LayerList([Block(4, 4, 1), Block(4, 8, 2)])
        self.head = nn.Linear(8, 4)

    def logits(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


class DenseNet(Classifier):
    def __init__(self):
        super().__init__()
        self.convs = nn.LayerList([nn.Conv2D(1 + 3 * i, 3, 3, padding=1) for i in range(3)])
        self.head = nn.Linear(10, 4)

    def logits(self, x):
        features = [x]
        for conv in self.convs:
            features.append(F.relu(conv(paddle.concat(features, axis=1))))
        return self.head(paddle.concat(features, axis=1).mean([2, 3]))


class MobileNet(Classifier):
    def __init__(self):
        super().__init__()
        self.expand = nn.Conv2D(1, 6, 1)
        self.depthwise = nn.Conv2D(6, 6, 3, stride=2, padding=1, groups=6)
        self.bn = nn.BatchNorm2D(6)
        self.squeeze = nn.Linear(6, 6)
        self.project = nn.Conv2D(6, 4, 1)

    def logits(self, x):
        y = F.hardswish(self.bn(self.depthwise(F.relu6(self.expand(x)))))
        gate = F.hardsigmoid(self.squeeze(y.mean([2, 3])))
        y = self.project(y * gate.unsqueeze(-1).unsqueeze(-1))
        return y.mean([2, 3])


class UNet(nn.Layer):
    def __init__(self):
        super().__init__()
        self.down1, self.down2 = nn.Conv2D(1, 4, 3, padding=1), nn.Conv2D(4, 8, 3, padding=1)
        self.up = nn.Conv2DTranspose(8, 4, 2, stride=2)
        self.out = nn.Conv2D(8, 1, 3, padding=1)

    def forward(self, x, label=None):
        a = F.relu(self.down1(x))
        b = F.relu(self.down2(F.max_pool2d(a, 2, 2)))
        u = F.interpolate(self.up(b), size=a.shape[2:], mode="nearest")
        return self.out(paddle.concat([a, u], axis=1))


class ViT(Classifier):
    def __init__(self):
        super().__init__()
        self.patch = nn.Conv2D(1, 8, 4, stride=4)
        self.token = self.create_parameter([1, 1, 8])
        self.position = self.create_parameter([1, 5, 8])
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, normalize_before=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.head = nn.Linear(8, 4)

    def logits(self, x):
        x = self.patch(x).flatten(2).transpose([0, 2, 1])
        token = self.token.expand([x.shape[0], 1, 8])
        x = paddle.concat([token, x], axis=1) + self.position
        return self.head(self.encoder(x)[:, 0])


class Autoencoder(nn.Layer):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Flatten(), nn.Linear(64, 16), nn.Tanh(), nn.Linear(16, 4))
        self.decoder = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 64))

    def forward(self, x, label=None):
        return self.decoder(self.encoder(x)).reshape(x.shape)


class VAE(nn.Layer):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(64, 8), nn.Linear(4, 64)

    def encode(self, x):
        mean, log_var = paddle.split(self.encoder(x.flatten(1)), 2, axis=-1)
        return mean, log_var

    def forward(self, x, label=None):
        return F.sigmoid(self.decoder(self.encode(x)[0]))


def vae_loss(layer, x, label):
    mean, log_var = layer.encode(x)
    z = mean + paddle.exp(log_var / 2) * paddle.randn(mean.shape)
    near = F.binary_cross_entropy_with_logits(layer.decoder(z), F.sigmoid(x.flatten(1)))
    return near - 0.5 * (1 + log_var - mean * mean - log_var.exp()).mean()


class Detector(nn.Layer):
    """A box and a score for each cell; boxes that overlap a better one are left out."""

    def __init__(self):
        super().__init__()
        self.body = nn.Conv2D(1, 8, 3, stride=2, padding=1)
        self.boxes, self.scores = nn.Conv2D(8, 4, 1), nn.Conv2D(8, 1, 1)

    def heads(self, x):
        y = F.relu(self.body(x))
        boxes = self.boxes(y).transpose([0, 2, 3, 1]).reshape([x.shape[0], -1, 4])
        return boxes, self.scores(y).reshape([x.shape[0], -1])

    def forward(self, x, label=None):
        boxes, scores = self.heads(x)
        found = []
        for box, score in zip(boxes, scores, strict=True):
            corners = paddle.concat([box[:, :2], box[:, :2] + box[:, 2:].exp()], axis=1)
            keep = paddle.vision.ops.nms(corners, 0.4, score)
            keep = keep[score[keep] > 0]
            found.append((corners[keep], score[keep]))
        return found


def detector_loss(layer, x, label):
    boxes, scores = layer.heads(x)
    target = (paddle.arange(scores.shape[1]).unsqueeze(0) == label.unsqueeze(1)).astype("float32")
    return F.binary_cross_entropy_with_logits(scores, target) + F.smooth_l1_loss(
        boxes, paddle.ones_like(boxes)
    )


class Siamese(nn.Layer):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(64, 6)

    def forward(self, x, label=None):
        return F.normalize(self.encoder(x.flatten(1)), axis=-1)


def contrastive_loss(layer, x, label):
    a, b = layer(x), layer(x * 1.1)
    logits = paddle.matmul(a, b, transpose_y=True) / 0.2
    return F.cross_entropy(logits, paddle.arange(x.shape[0]))


def reconstruction(layer, x, label):
    return F.mse_loss(layer(x), x)


for kind in (LeNet, ResNet, DenseNet, MobileNet, ViT):
    model(kind, images(), cross_entropy)
for kind in (UNet, Autoencoder):
    model(kind, images(), reconstruction)
model(VAE, images(), vae_loss)
model(Detector, images(classes=16), detector_loss)
model(Siamese, images(), contrastive_loss)
