"""What a workload is: inputs, one statement per framework, and the goal.

A workload is data.  It is read by the runner, which needs only its name, and by
the worker processes, which run it.  Frameworks are named by their import:
"paddle" (this framework and PaddlePaddle), "torch", "jax", "numpy".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from harness.environments import OURS

FRAMEWORKS = ("paddle", "torch", "jax", "numpy")


@dataclass(frozen=True)
class Input:
    """A tensor that exists before the clock starts, the same for every framework.

    ``fill``: a name of ``frameworks.FILLS`` ("normal", "uniform": 0.5 to 1.5, "ones", ...),
    an integer n for integers drawn from 0..n-1, or a float that is everywhere.
    """

    shape: tuple[int, ...]
    dtype: str = "float32"
    fill: str | int | float = "normal"
    wants_gradient: bool = False


@dataclass(frozen=True)
class Workload:
    """One row of the table.

    ``code[framework]`` is the statement that is timed.  It sees the inputs by
    name, what ``prepare[framework](inputs)`` returned, and the framework's usual
    names (``paddle``, ``F``, ``torch``, ``jnp``, ``np``, ...).  A mapping instead
    of a string offers variants by name: the fastest counts.

    ``gradients`` names inputs: the statement is then an expression, and what is
    timed is the expression and the gradients of those inputs.

    With ``compiled``, jax runs its expression through ``jax.jit``.
    ``baseline`` statements are timed too and their time is subtracted; without
    one an empty loop is.
    """

    name: str
    code: Mapping[str, str | Mapping[str, str]]
    inputs: Mapping[str, Input] = field(default_factory=dict)
    prepare: Mapping[str, Callable[[dict], dict]] = field(default_factory=dict)
    gradients: tuple[str, ...] = ()
    compiled: bool = True
    baseline: Mapping[str, str] = field(default_factory=dict)
    unsupported: Mapping[str, str] = field(default_factory=dict)
    # Bytes that must move between memory and the processor in one call.
    bytes_moved: int | None = None
    # Least speed-up over a peer ("torch"), or over the fastest one ("best").
    goals: Mapping[str, float] = field(default_factory=dict)
    limit_s: float | None = None
    subject: str = OURS  # the contestant that has these goals

    def variants(self, framework):
        """Statements by variant name, or an empty mapping if there are none."""
        code = self.code.get(framework, {})
        return {"": code} if isinstance(code, str) else dict(code)

    def reason_unsupported(self, framework):
        default = f"no {framework} code for this workload"
        return self.unsupported.get(framework, default)


# Within noise of the fastest peer.
NO_SLOWER = {"best": 0.95}
