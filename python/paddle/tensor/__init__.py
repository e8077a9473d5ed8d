"""Functions and methods of tensors that are Python."""
