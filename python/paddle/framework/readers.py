"""Readers: functions whose results are iterated over."""


def batch(reader, batch_size, drop_last=False):
    """A reader of lists of samples, of a reader of samples.

    Args:
        reader (callable): Without arguments; gives an iterable of samples.
        batch_size (int): Samples of a list.
        drop_last (bool): Leave a last list out that is shorter.

    Returns:
        callable

    Raises:
        ValueError: `batch_size` is not positive.

    Examples:
        >>> import paddle
        >>> reader = paddle.batch(lambda: range(5), 2)
        >>> list(reader())
        [[0, 1], [2, 3], [4]]
    """
    batch_size = int(batch_size)
    if batch_size <= 0:
        raise ValueError(
            "(InvalidArgument) batch: argument `batch_size` is wrong.\n"
            f"  Expected: 1 or more\n  Received: {batch_size}"
        )

    def read():
        samples = []
        for sample in reader():
            samples.append(sample)
            if len(samples) == batch_size:
                yield samples
                samples = []
        if samples and not drop_last:
            yield samples

    return read
