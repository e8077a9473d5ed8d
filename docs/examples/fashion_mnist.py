"""Trains a small convolutional network on Fashion-MNIST, on the CPU.

    python docs/examples/fashion_mnist.py

Stop it whenever you like (Ctrl-C, kill, power cut): the same command goes on
from the last checkpoint and ends with the same network as a run that was never
stopped.  When training is over it draws pictures of what was learned.
"""

import importlib.util
import sys
import time
from pathlib import Path

import checkpoint
import fashion_mnist_data as data
import fashion_mnist_plots as plots
import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
from fashion_mnist_options import parse_arguments, use_threads
from interruption import Stop
from paddle.io import DataLoader
from progress import Progress, format_duration

CHECKPOINT_INTERVAL_S = 2.0
EVALUATION_BATCH_SIZE = 500
SETTINGS = ("epochs", "batch_size", "learning_rate", "seed")  # what a saved run depends on


class SmallConvNet(nn.Layer):
    """Three convolutions and a linear classifier: 29,000 weights.

    Pooling stands before the normalisation, which then has a quarter of the
    pixels to work on.
    """

    def __init__(self, num_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2D(1, 16, 3, padding=1, bias_attr=False),  # [n, 16, 28, 28]
            nn.MaxPool2D(2),
            nn.BatchNorm2D(16),
            nn.ReLU(),
            nn.Conv2D(16, 32, 3, padding=1, bias_attr=False),  # [n, 32, 14, 14]
            nn.MaxPool2D(2),
            nn.BatchNorm2D(32),
            nn.ReLU(),
            nn.Conv2D(32, 64, 3, padding=1, bias_attr=False),  # [n, 64, 7, 7]
            nn.BatchNorm2D(64),
            nn.ReLU(),
            nn.MaxPool2D(3, stride=2),  # [n, 64, 3, 3]
        )
        self.classifier = nn.Sequential(
            nn.Flatten(),
            nn.Linear(64 * 3 * 3, num_classes),
        )

    def forward(self, images):
        return self.classifier(self.features(images))


class Training:
    """The network, everything that changes while it learns, and where it is."""

    PROGRESS = ("position", "epoch_sums", "history", "seconds")

    def __init__(self, settings, images, labels):
        self.settings = settings
        seed, batch_size = settings["seed"], settings["batch_size"]
        paddle.seed(seed)
        self.model = SmallConvNet()
        self.dataset = data.FashionMnist(images, labels, mirror_seed=seed)
        self.order = data.EpochOrder(len(labels), batch_size, seed)
        self.loader = DataLoader(self.dataset, batch_sampler=self.order, collate_fn=data.collate)
        self.scheduler = paddle.optimizer.lr.OneCycleLR(
            max_learning_rate=settings["learning_rate"],
            total_steps=self.total_steps,
            phase_pct=0.25,
            end_learning_rate=0.0,
        )
        self.optimizer = paddle.optimizer.Momentum(
            learning_rate=self.scheduler,
            momentum=0.9,
            use_nesterov=True,
            weight_decay=5e-4,
            parameters=self.model.parameters(),
        )
        self.position = {"epoch": 0, "batch": 0}
        self.epoch_sums = {"loss": 0.0, "correct": 0, "images": 0}
        self.history = {"losses": [], "epochs": []}
        self.seconds = 0.0

    @property
    def total_steps(self):
        return self.settings["epochs"] * self.order.batches_per_epoch

    @property
    def step_number(self):
        return self.position["epoch"] * self.order.batches_per_epoch + self.position["batch"]

    @property
    def where(self):
        return f"step {self.step_number:,} of {self.total_steps:,}"

    @property
    def is_finished(self):
        return self.position["epoch"] >= self.settings["epochs"]

    @property
    def num_weights(self):
        return sum(weight.size for weight in self.model.parameters() if not weight.stop_gradient)

    def state(self):
        """Everything a later process needs to go on exactly from here."""
        return {
            "settings": self.settings,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            **{name: getattr(self, name) for name in self.PROGRESS},
        }

    def set_state(self, state):
        self.model.set_state_dict(state["model"])
        self.optimizer.set_state_dict(state["optimizer"])
        self.scheduler.set_state_dict(state["scheduler"])
        for name in self.PROGRESS:
            setattr(self, name, state[name])

    def step(self, images, labels):
        """One update of the weights; returns (loss, number of right answers)."""
        logits = self.model(images)
        loss = F.cross_entropy(logits, labels)
        loss.backward()
        self.optimizer.step()
        self.optimizer.clear_grad()
        self.scheduler.step()
        correct = (logits.argmax(axis=1) == labels).astype("int64").sum()
        return float(loss), int(correct)

    def epoch_means(self):
        """Mean loss and accuracy over the images of this epoch so far."""
        sums = self.epoch_sums
        return sums["loss"] / sums["images"], sums["correct"] / sums["images"]

    def end_epoch(self, test_loss, test_accuracy):
        loss, accuracy = self.epoch_means()
        self.history["epochs"].append(
            {
                "epoch": self.position["epoch"] + 1,
                "step": self.step_number,
                "loss": loss,
                "accuracy": accuracy,
                "test_loss": test_loss,
                "test_accuracy": test_accuracy,
            }
        )
        self.position = {"epoch": self.position["epoch"] + 1, "batch": 0}
        self.epoch_sums = {"loss": 0.0, "correct": 0, "images": 0}


def run_epoch(training, progress, stop, save):
    """Trains to the end of the current epoch; False if asked to stop before."""
    epoch = training.position["epoch"]
    sums = training.epoch_sums
    training.dataset.set_epoch(epoch)
    training.order.set_position(epoch, training.position["batch"])
    training.model.train()
    label = f"epoch {epoch + 1}/{training.settings['epochs']}"
    progress.resume()
    last_save = clock = time.monotonic()
    for images, labels in training.loader:
        loss, correct = training.step(images, labels)
        count = images.shape[0]
        sums["loss"] += loss * count
        sums["correct"] += correct
        sums["images"] += count
        training.position["batch"] += 1
        training.history["losses"].append(loss)
        mean_loss, accuracy = training.epoch_means()
        progress.advance(count, label, f"loss {mean_loss:.3f}, accuracy {accuracy:.1%}")
        training.seconds += time.monotonic() - clock
        clock = time.monotonic()
        if stop:
            return False
        if clock - last_save >= CHECKPOINT_INTERVAL_S:
            save()
            last_save = time.monotonic()
    progress.pause()
    return True


@paddle.no_grad()
def evaluate(model, dataset):
    """Mean loss, accuracy and the class probabilities [n, 10] of each image."""
    model.eval()
    losses, probabilities = [], []
    loader = DataLoader(dataset, batch_size=EVALUATION_BATCH_SIZE, collate_fn=data.collate)
    for images, labels in loader:
        logits = model(images)
        losses.append(float(F.cross_entropy(logits, labels, reduction="sum")))
        probabilities.append(F.softmax(logits, axis=1).numpy())
    probabilities = np.concatenate(probabilities)
    correct = probabilities.argmax(axis=1) == dataset.labels
    return sum(losses) / len(dataset), float(correct.mean()), probabilities


def train(training, test_set, stop, save):
    """Trains from where ``training`` is to the end; False if asked to stop before."""
    images_per_step = training.settings["batch_size"]
    progress = Progress(
        total=training.total_steps * images_per_step, done=training.step_number * images_per_step
    )
    while not training.is_finished:
        if not run_epoch(training, progress, stop, save):
            return False
        test_loss, test_accuracy, _ = evaluate(training.model, test_set)
        training.end_epoch(test_loss, test_accuracy)
        save()
        last = training.history["epochs"][-1]
        progress.note(
            f"epoch {last['epoch']}/{training.settings['epochs']}: "
            f"loss {last['loss']:.3f}, accuracy {last['accuracy']:.1%}; "
            f"test loss {test_loss:.3f}, test accuracy {test_accuracy:.2%}; "
            f"{format_duration(training.seconds)} of training"
        )
        if stop:
            return training.is_finished
    return True


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    if arguments.threads:
        use_threads(arguments.threads)
    if importlib.util.find_spec("matplotlib") is None:
        return "the pictures need matplotlib: run `pip install matplotlib`"
    out = Path(arguments.out)
    checkpoint_path = out / "fashion_mnist.ckpt"
    pictures = plots.paths(out)
    settings = {name: getattr(arguments, name) for name in SETTINGS}
    try:
        train_images, train_labels = data.read_split(arguments.data, "train")
        test_images, test_labels = data.read_split(arguments.data, "t10k")
        if arguments.restart:
            for path in (checkpoint_path, *pictures):
                path.unlink(missing_ok=True)
        state = checkpoint.load(checkpoint_path, settings)
    except (data.DataNotFoundError, checkpoint.CheckpointError) as error:
        return str(error)

    training = Training(settings, train_images, train_labels)
    test_set = data.FashionMnist(test_images, test_labels)
    if state is not None:
        training.set_state(state)
    print(
        f"Fashion-MNIST: {len(train_labels):,} training and {len(test_labels):,} test images, "
        f"a network of {training.num_weights:,} weights, epochs: {settings['epochs']}."
    )
    is_new = not training.is_finished
    if not is_new:
        print(
            f"The run in {out}/ is finished. To begin anew: python docs/examples/fashion_mnist.py --restart"
        )
    else:
        if training.step_number:
            print(f"Going on from {training.where}.")
        stop = Stop(arguments.seconds)

        def save():
            checkpoint.save(training.state(), checkpoint_path)

        if not train(training, test_set, stop, save):
            save()
            print(f"\nStopped at {training.where}; the same command goes on from there.")
            return stop.exit_code
        stop.release()
    if is_new or not all(path.exists() for path in pictures):
        probabilities = evaluate(training.model, test_set)[2]
        plots.draw_all(out, training.history, test_set, probabilities, data.CLASS_NAMES)
    final = training.history["epochs"][-1]
    print(
        f"Test accuracy {final['test_accuracy']:.2%} after "
        f"{format_duration(training.seconds)} of training."
    )
    print("Pictures:", ", ".join(str(path) for path in pictures))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
