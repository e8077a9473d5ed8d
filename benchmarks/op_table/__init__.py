"""Every public operator at a small and a large size, as PaddlePaddle and torch spell it."""
