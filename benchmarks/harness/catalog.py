"""Where the workloads are."""

import importlib

GROUPS = (
    "eager_overhead.small_calls",
    "eager_overhead.small_training",
    "ops.matmul",
    "ops.convolution",
    "ops.elementwise",
    "ops.fourier",
    "ops.functions",
    "ops.normalization",
    "ops.reduction",
    "ops.data_movement",
    "models.training_step",
    "models.eager_training",
)
# Of captured.py, whose contestants are ways to run a function.
CAPTURE_GROUPS = ("capture.calls", "capture.training", "capture.inference")
# Of fused.py: what a compiler fuses.
FUSION_GROUPS = ("fusion.composed",)
# Of operators.py: every public operator.
OPERATOR_GROUPS = (
    "op_table.elementwise",
    "op_table.reduction",
    "op_table.manipulation",
    "op_table.indexing",
    "op_table.linalg",
    "op_table.layers",
    "op_table.loss",
)
ALL_GROUPS = GROUPS + CAPTURE_GROUPS + FUSION_GROUPS + OPERATOR_GROUPS


def all_workloads(groups=GROUPS):
    """Every workload by its identifier "group/name", in the order of the table."""
    found = {}
    for group in groups:
        module = importlib.import_module(f"{group}")
        room = group.split(".")[0]
        for workload in module.WORKLOADS:
            identifier = f"{room}/{workload.name}"
            if identifier in found:
                raise ValueError(f"two workloads are called {identifier!r}")
            found[identifier] = workload
    return found
