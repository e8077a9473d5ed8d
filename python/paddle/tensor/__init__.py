"""Functions and methods of tensors that are Python; all others under their names in Paddle, `paddle.tensor.concat`."""


def __getattr__(name):
    import paddle

    value = None if name.startswith("__") else vars(paddle).get(name)
    if not callable(value) or isinstance(value, type):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return value
