"""Text: data sets from local files, and Viterbi's algorithm."""

from ..framework import named as _named
from . import datasets
from .datasets import *
from .viterbi_decode import ViterbiDecoder, viterbi_decode

__all__ = [*datasets.__all__, "ViterbiDecoder", "viterbi_decode"]
_named.install(globals(), __name__)
_named.install_classes(globals(), __name__)
