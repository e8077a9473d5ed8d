"""Rows of fused optimizer steps: they write into their arguments and give nothing back."""

from tests.ops.row import op
from tests.ops.values import randn

op("squared_l2_norm", lambda x: sum((a.astype("float64") ** 2).sum() for a in x),
   [([randn(3, 4), randn(5), randn()],), ([randn(0)],)], dtypes=["float32", "float64"],
   skip={"empty_gradient": ""})  # fmt: skip
for _name in ("sgd_", "momentum_"):
    op(_name, covered_by="tests/python/test_fused_steps.py")
for _name in ("check_finite_and_unscale_", "update_loss_scaling_"):
    op(_name, covered_by="tests/amp/test_scaler.py")
op("adam_", covered_by="tests/python/test_optimizer_steps.py")
