"""The pictures of a finished run."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullLocator

BLUE = "#2a78d6"
ORANGE = "#e07b39"
RED = "#c8102e"
GREY = "#52514e"
DPI = 110
LOSS_TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5)
GRID_ROWS, GRID_COLUMNS = 6, 10
PICTURES = ("learning_curve", "predictions", "confusion_matrix")


def paths(folder):
    return [folder / f"{name}.png" for name in PICTURES]


def draw_all(folder, history, dataset, probabilities, names):
    """Draws the three pictures; ``probabilities`` [n, classes] are of the dataset's images."""
    curve, grid, matrix = paths(folder)
    learning_curve(history, curve)
    predictions(dataset.images, dataset.labels, probabilities, names, grid)
    confusion_matrix(dataset.labels, probabilities.argmax(axis=1), names, matrix)


def learning_curve(history, path):
    """Loss of every step, and accuracy after every epoch."""
    losses = np.array(history["losses"])
    epochs = history["epochs"]
    ends = [epoch["step"] for epoch in epochs]
    figure = Figure(figsize=(11, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)

    width = max(1, len(losses) // 100)
    smooth = np.convolve(losses, np.ones(width) / width, mode="valid")
    left.plot(np.arange(1, len(losses) + 1), losses, color=BLUE, alpha=0.15, linewidth=0.8)
    left.plot(
        np.arange(len(smooth)) + (width + 1) / 2,
        smooth,
        color=BLUE,
        label=f"training, mean of {width} steps",
    )
    left.plot(ends, [epoch["test_loss"] for epoch in epochs], "o-", color=ORANGE, label="test")
    left.set(xlabel="step", ylabel="cross-entropy", title="Loss", yscale="log")
    left.set_yticks(LOSS_TICKS, [f"{tick:g}" for tick in LOSS_TICKS])
    left.yaxis.set_minor_locator(NullLocator())

    numbers = [epoch["epoch"] for epoch in epochs]
    for key, color, label in (("accuracy", BLUE, "training"), ("test_accuracy", ORANGE, "test")):
        values = [100 * epoch[key] for epoch in epochs]
        right.plot(numbers, values, "o-", color=color, label=label)
        right.annotate(
            f"{values[-1]:.1f}",
            (numbers[-1], values[-1]),
            xytext=(7, -3),
            textcoords="offset points",
            color=color,
        )
    right.set(xlabel="epoch", ylabel="right answers, %", title="Accuracy", xticks=numbers)
    right.margins(x=0.12)
    for axes in (left, right):
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
    figure.savefig(path, dpi=DPI)


def predictions(images, labels, probabilities, names, path):
    """The first test images with what the network says; wrong answers in red."""
    chosen = probabilities.argmax(axis=1)
    shown = GRID_ROWS * GRID_COLUMNS
    wrong = int((chosen[:shown] != labels[:shown]).sum())
    figure = Figure(figsize=(13, 10), layout="constrained")
    for index, axes in enumerate(figure.subplots(GRID_ROWS, GRID_COLUMNS).flat):
        axes.imshow(images[index], cmap="gray_r")
        axes.set(xticks=[], yticks=[])
        right = chosen[index] == labels[index]
        answer = f"{names[chosen[index]]} {probabilities[index].max():.0%}"
        truth = "" if right else f"✗ is {names[labels[index]]}"
        axes.set_xlabel(f"{answer}\n{truth}", color=GREY if right else RED, fontsize=9)
        for spine in axes.spines.values():
            spine.set(color="#d0d0cc" if right else RED, linewidth=0.8 if right else 3)
    figure.suptitle(
        f"First {shown} test images: answer and confidence; {wrong} wrong, framed in red"
    )
    figure.savefig(path, dpi=DPI)


def confusion_matrix(labels, chosen, names, path):
    """How many images of each class (rows) got each answer (columns)."""
    counts = np.zeros((len(names), len(names)), int)
    np.add.at(counts, (labels, chosen), 1)
    # Colour by share of the row's mistakes: the diagonal would drown all else.
    mistakes = counts * (1 - np.eye(len(names), dtype=int))
    figure = Figure(figsize=(8.5, 8), layout="constrained")
    axes = figure.subplots()
    axes.imshow(mistakes, cmap="Oranges", vmin=0, vmax=max(1, mistakes.max()))
    for row, column in np.ndindex(counts.shape):
        value = counts[row, column]
        if row == column:
            axes.add_patch(
                Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor="#dce9f8", zorder=1)
            )
        if value:
            dark = row != column and value > 0.6 * mistakes.max()
            axes.text(
                column,
                row,
                str(value),
                ha="center",
                va="center",
                color="white" if dark else "black",
                fontweight="bold" if row == column else "normal",
            )
    ticks = range(len(names))
    axes.set_xticks(ticks, names, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(ticks, names)
    accuracy = np.trace(counts) / counts.sum()
    axes.set(xlabel="answer", ylabel="truth", title=f"Test images: {accuracy:.2%} right")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    figure.savefig(path, dpi=DPI)
