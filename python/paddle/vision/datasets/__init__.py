"""Data sets of images read from local files."""

from .mnist import MNIST, FashionMNIST

__all__ = ["MNIST", "FashionMNIST"]
