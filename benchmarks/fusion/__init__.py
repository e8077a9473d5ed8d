"""Functions composed of primitives, which a compiler makes few kernels of."""
