"""What paddle.profiler wants to know of data loaders: when a batch is asked for, and when it is there.

Both variables hold None, or a function of the dataset that gives the function to call afterwards, with whether there
was a batch.
"""

recorder = None  # of events
timer = None  # of paddle.profiler's benchmark


def batch_of(dataset, advance):
    """`advance()`, told to whom it concerns; StopIteration passes through."""
    watchers = [watch for watch in (timer, recorder) if watch is not None]
    if not watchers:
        return advance()
    done = [watch(dataset) for watch in watchers]
    batch = _MISSING = object()
    try:
        batch = advance()
        return batch
    finally:
        for tell in done:
            tell(batch is not _MISSING)
