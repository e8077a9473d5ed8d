"""What builds extensions."""

import os

from ...missing import stand_in

CUDA_HOME = os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH")
BuildExtension = stand_in("paddle.utils.cpp_extension.BuildExtension")
CppExtension = stand_in("paddle.utils.cpp_extension.CppExtension")
CUDAExtension = stand_in("paddle.utils.cpp_extension.CUDAExtension")
load = stand_in("paddle.utils.cpp_extension.load")
setup = stand_in("paddle.utils.cpp_extension.setup")
