"""Models as files of ONNX, which the package paddle2onnx writes."""

__all__ = ["export"]


def export(layer, path, input_spec=None, opset_version=9, **configs):
    """Saves a layer as ``path + ".onnx"``; the package paddle2onnx does it.

    Args:
        layer (Layer): What is saved.
        path (str): Without its ending.
        input_spec (list[InputSpec|Tensor], optional): What ``forward`` takes.
        opset_version (int): Of ONNX.
        **configs: Of `paddle2onnx.dygraph2onnx`.

    Raises:
        ImportError: There is no paddle2onnx.
        ValueError: ``path`` names no file.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.onnx.export(paddle.nn.Linear(2, 2), "model")  # doctest: +SKIP
        ... except ImportError:
        ...     print("pip install paddle2onnx")
    """
    from ..utils import try_import

    converter = try_import("paddle2onnx")
    if not path or path.endswith(("/", "\\")):
        raise ValueError(
            "(InvalidArgument) onnx.export: argument `path` names no file.\n"
            f"  Expected: 'folder/name'\n  Received: {path!r}"
        )
    return converter.dygraph2onnx(
        layer, path + ".onnx", input_spec=input_spec, opset_version=opset_version, **configs
    )
