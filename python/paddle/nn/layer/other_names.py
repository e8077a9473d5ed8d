"""Second names of what layers keep."""


def other_name(first):
    """A property that is the attribute `first` under another name, as PyTorch calls it."""
    return property(
        lambda self: getattr(self, first),
        lambda self, value: setattr(self, first, value),
        doc=f"`{first.lstrip('_')}` under another name.",
    )
