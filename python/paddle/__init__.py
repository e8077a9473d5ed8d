"""PaddlePaddle's Python API on a new engine.

Operators are C functions taken straight from the extension; what is Python
here is what has to be. Sub-packages load on first use (paddle/lazy.py), so
that `import paddle` stays cheap.
"""

import sys as _sys

from . import _C
from . import lazy as _lazy
from ._C import (  # noqa: F401
    Tensor,
    bfloat16,
    bool,
    complex64,
    complex128,
    dtype,
    float8_e4m3fn,
    float8_e5m2,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from .version import commit as __git_commit__  # noqa: F401
from .version import full_version as __version__  # noqa: F401

# Every operator whose record names no module of its own.
globals().update({name: _C.ops[name] for name in _C.op_modules[""]})

from .amp import (  # noqa: E402, F401
    autocast,
    get_autocast_cpu_dtype,
    get_autocast_dtype,
    get_autocast_gpu_dtype,
    is_autocast_enabled,
)
from .autograd.functional import grad  # noqa: E402, F401
from .autograd.mode import (  # noqa: E402, F401
    enable_grad,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)
from .data_parallel import DataParallel  # noqa: E402, F401
from .device import (  # noqa: E402, F401
    is_compiled_with_custom_device,
    is_compiled_with_rocm,
    is_compiled_with_xpu,
)
from .device.generator import Generator  # noqa: E402, F401
from .device.guards import get_default_device, set_default_device  # noqa: E402, F401
from .device.info import XPUPinnedPlace  # noqa: E402, F401
from .device.place import CPUPlace, CUDAPinnedPlace, CUDAPlace, Place  # noqa: E402, F401
from .device.select import get_device, is_compiled_with_cuda, set_device  # noqa: E402, F401
from .framework.files import load, save  # noqa: E402, F401
from .framework.flags import get_flags, set_flags  # noqa: E402, F401
from .framework.lazy_guard import LazyGuard  # noqa: E402, F401
from .framework.param_attr import ParamAttr  # noqa: E402, F401
from .framework.parameter import create_parameter  # noqa: E402, F401
from .framework.readers import batch  # noqa: E402, F401
from .framework.state import (  # noqa: E402, F401
    disable_signal_handler,
    disable_static,
    enable_static,
    get_cuda_rng_state,
    get_default_dtype,
    get_rng_state,
    in_dynamic_mode,
    manual_seed,
    seed,
    set_cuda_rng_state,
    set_default_dtype,
    set_rng_state,
)
from .framework.torch_names import (  # noqa: E402, F401
    disable_compat,
    enable_compat,
    use_compat_guard,
)
from .hapi.dynamic_flops import flops  # noqa: E402, F401
from .hapi.model import Model  # noqa: E402, F401
from .hapi.model_summary import summary  # noqa: E402, F401
from .tensor import methods as _methods  # noqa: E402
from .tensor.aliases import *  # noqa: E402, F403
from .tensor.closed_range import range  # noqa: E402, F401
from .tensor.creation import *  # noqa: E402, F403
from .tensor.cumulative import *  # noqa: E402, F403
from .tensor.inquiry import *  # noqa: E402, F403
from .tensor.join import *  # noqa: E402, F403
from .tensor.linalg import *  # noqa: E402, F403
from .tensor.logic import *  # noqa: E402, F403
from .tensor.manipulation import *  # noqa: E402, F403
from .tensor.math import *  # noqa: E402, F403
from .tensor.norm import *  # noqa: E402, F403
from .tensor.printing import set_printoptions  # noqa: E402, F401
from .tensor.random import *  # noqa: E402, F403
from .tensor.shape import Size  # noqa: E402, F401
from .tensor.stat import *  # noqa: E402, F403
from .tensor.storage import MmapStorage  # noqa: E402, F401
from .tensor.threads import get_num_threads, set_num_threads  # noqa: E402, F401

_methods.install(Tensor)
from .tensor import convert as _convert  # noqa: E402, F401
from .tensor import internals as _internals  # noqa: E402, F401
from .tensor import layouts as _layouts  # noqa: E402, F401
from .tensor import more_methods as _more_methods  # noqa: E402, F401
from .tensor import search as _search  # noqa: E402, F401
from .tensor import typed as _typed  # noqa: E402
from .tensor.typed import *  # noqa: E402, F403

vars(_sys.modules["paddle.device"]).update(
    {name: getattr(_typed, name) for name in _typed.__all__}
)  # shown there, too

# Methods that Paddle shows here as well.
globals().update(
    {
        name: getattr(Tensor, name)
        for name in (
            "bernoulli_",
            "cauchy_",
            "geometric_",
            "log_normal_",
            "normal_",
            "scatter_add_",
            "t_",
        )
    }
)
# Operators that Paddle shows here as well.
_ALSO = (
    "adaptive_avg_pool1d", "conv1d", "conv2d", "conv3d", "group_norm", "layer_norm", "matrix_transpose", "permute",
)  # fmt: skip
globals().update({name: _C.ops[name] for name in _ALSO if name in _C.ops})
# Other names of dtypes, and numbers.
globals().update(
    half=float16,
    float=float32,
    double=float64,
    cfloat=complex64,
    cdouble=complex128,
    uint16=bfloat16,
)
from math import e, inf, nan, pi  # noqa: E402, F401

newaxis = None

from .framework import named as _named  # noqa: E402

_named.install(globals(), __name__)
# The function `paddle.tensor` stands before the package of that name, whose names it shows: `paddle.tensor.concat`.
vars(globals()["tensor"]).update(
    (name, value)
    for space in (vars(_sys.modules["paddle.tensor"]), globals())
    for name, value in space.items()
    if not name.startswith("_")
)
_named.install_methods(Tensor)

# Sub-packages run when first touched.
_PACKAGES = (
    "_C_ops", "_legacy_C_ops", "audio", "base", "callbacks", "common_ops_import", "compat", "cuda", "dataset",
    "distributed", "distribution", "fft", "functional", "geometric", "hapi", "hub", "incubate", "inference", "io",
    "jit", "linalg", "metric", "nn", "onnx", "optimizer", "profiler", "quantization", "random", "regularizer", "signal",
    "sparse", "special", "static", "sysconfig", "text", "utils", "vision",
)  # fmt: skip
_lazy.install(_sys.modules[__name__], _PACKAGES)
from . import before_pip as _before_pip  # noqa: E402

_before_pip.install()
