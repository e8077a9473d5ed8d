"""The benchmark runner: contestants, workers, timing, report."""
