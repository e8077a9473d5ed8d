"""Programs as files: what inputs are like, saving and loading for inference."""

from ..framework.input_spec import InputSpec
from .io import Executor, InferenceProgram, load_inference_model, save_inference_model

__all__ = [
    "Executor",
    "InferenceProgram",
    "InputSpec",
    "load_inference_model",
    "save_inference_model",
]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from ..missing import MissingError

    raise MissingError(
        f"(Unimplemented) paddle.static.{name} is not part of this version.\n"
        "  Hint: docs/STATUS.md lists what is missing."
    )
