"""Where the workloads are."""

import importlib

GROUPS = (
    "eager_overhead.small_calls",
    "eager_overhead.small_training",
    "ops.matmul",
    "ops.convolution",
    "ops.elementwise",
    "ops.functions",
    "ops.normalization",
    "ops.reduction",
    "ops.data_movement",
    "models.training_step",
)


def all_workloads():
    """Every workload by its identifier "group/name", in the order of the table."""
    found = {}
    for group in GROUPS:
        module = importlib.import_module(f"{group}")
        room = group.split(".")[0]
        for workload in module.WORKLOADS:
            identifier = f"{room}/{workload.name}"
            if identifier in found:
                raise ValueError(f"two workloads are called {identifier!r}")
            found[identifier] = workload
    return found
