"""paddle.save and paddle.load, whose module loads on first use."""


def save(obj, path, protocol=4, **configs):
    """Writes tensors, and containers of them, to a file: see `paddle.framework.io.save`."""
    from .io import save

    return save(obj, path, protocol, **configs)


def load(path, **configs):
    """Reads what `save`, or PaddlePaddle's, wrote: see `paddle.framework.io.load`."""
    from .io import load

    return load(path, **configs)
