"""paddle.save and paddle.load, whose module loads on first use."""


def save(obj, path, protocol=4, **configs):
    """Writes tensors, and containers of them, to a file in PaddlePaddle's format: see `paddle.framework.io.save`.

    Args:
        obj (Tensor|dict|list|tuple): A state dict, or any nesting of tensors, arrays and plain values.
        path (str|file): Where to; folders are made. A write that is cut short leaves the old file whole.
        protocol (int): Of pickle, 2 to 4.
        **configs: `safetensors=True` writes that format, as does a path that ends with .safetensors.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "model.pdparams")
        ...     paddle.save({"w": paddle.ones([2])}, path)
        ...     paddle.load(path)["w"].tolist()
        [1.0, 1.0]
    """
    from .io import save

    return save(obj, path, protocol, **configs)


def load(path, **configs):
    """Reads what `save`, or PaddlePaddle's, wrote; a file runs no code. See `paddle.framework.io.load`.

    Args:
        path (str|file): The file.
        **configs: `return_numpy=True` gives arrays in place of tensors; `safetensors=True`, `mmap=True`.

    Returns:
        object: What was saved.

    Raises:
        ValueError: The file is damaged or holds what a file of tensors must not.

    Examples:
        >>> import io
        >>> import paddle
        >>> file = io.BytesIO()
        >>> paddle.save([paddle.ones([2])], file)
        >>> _ = file.seek(0)
        >>> paddle.load(file)[0].tolist()
        [1.0, 1.0]
    """
    from .io import load

    return load(path, **configs)
