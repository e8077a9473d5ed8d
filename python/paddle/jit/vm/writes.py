"""Tensors of outside that a branch or a loop on tensors writes in place.

In the region they have values of their own; what these are in the end is a result, which is written behind it. Which
tensors these are is known when a write has been refused: then the region is recorded anew.
"""

MOST = 8  # tensors of one branch


class Writes:
    """Of one branch or loop.

    Attributes:
        tensors (list): That are written.
    """

    def __init__(self, session):
        self.session, self.tensors = session, []

    def attempt(self, record, *args):
        """`record(*args)`, again for each tensor that turns out to be written."""
        while True:
            self.session.refused_write()
            try:
                return record(*args)
            except self.session.break_exceptions:
                tensor = self.session.refused_write()
                known = tensor is None or any(t is tensor for t in self.tensors)
                if known or len(self.tensors) == MOST:
                    raise
                self.tensors.append(tensor)

    def finish(self, results):
        """Takes the last of the results, and writes them."""
        if not self.tensors:
            return results
        kept = len(results) - len(self.tensors)
        for tensor, value in zip(self.tensors, results[kept:], strict=True):
            self.session.overwrite(tensor, value)
        return results[:kept]
