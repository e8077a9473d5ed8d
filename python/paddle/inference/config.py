"""Config: which model, and how it is to run."""

import enum
import os

import paddle


class PrecisionType(enum.Enum):
    """How exactly a predictor computes.

    Examples:
        >>> import paddle.inference
        >>> paddle.inference.PrecisionType.Float32.value
        0
    """

    Float32 = 0
    Int8 = 1
    Half = 2
    Bfloat16 = 3


class _PassBuilder:
    """Names of passes, for programs that edit the list: this version has none of them."""

    def delete_pass(self, name):
        pass

    def append_pass(self, name):
        pass

    def all_passes(self):
        return []


class Config:
    """Which model a predictor runs.

    Args:
        prog_file (str, optional): The path of a ``.json`` or ``.pdmodel`` file; alone, a folder with such a file in
            it, or the path of the files without their endings.
        params_file (str, optional): The path of the ``.pdiparams`` file.

    Examples:
        >>> import paddle.inference
        >>> config = paddle.inference.Config("model.json", "model.pdiparams")
        >>> config.set_cpu_math_library_num_threads(2)
        >>> config.cpu_math_library_num_threads()
        2
    """

    Precision = PrecisionType
    Float32, Int8, Half, Bfloat16 = PrecisionType

    def __init__(self, prog_file=None, params_file=None):
        self._model_dir, self._prog_file, self._params_file = "", "", ""
        self._buffers = None
        self._threads = 1
        self._threads_set = False
        self._ir_optim = True
        self._glog = True
        self._memory_optim = False
        if params_file is None and prog_file is not None:
            self.set_model(prog_file)
        elif prog_file is not None:
            self.set_model(prog_file, params_file)

    def set_model(self, prog_file, params_file=None):
        """Says which files the model has.

        Args:
            prog_file (str): As in the constructor.
            params_file (str, optional): As in the constructor.
        """
        prog_file = os.fspath(prog_file)
        self._buffers = None
        if params_file is not None:
            self._prog_file, self._params_file = prog_file, os.fspath(params_file)
            return
        prefix = prog_file
        if os.path.isdir(prog_file):
            self._model_dir = prog_file
            found = sorted(
                f
                for f in os.listdir(prog_file)
                if f.endswith((".json", ".pdmodel"))
                and os.path.exists(os.path.join(prog_file, os.path.splitext(f)[0] + ".pdiparams"))
            )
            if len(found) != 1:
                return
            prefix = os.path.join(prog_file, os.path.splitext(found[0])[0])
        for ending in (".json", ".pdmodel"):
            if os.path.exists(prefix + ending):
                self._prog_file = prefix + ending
                self._params_file = prefix + ".pdiparams"
                return

    def set_model_buffer(self, prog_buffer, prog_buffer_size, params_buffer, params_buffer_size):
        """The model is in memory.

        Args:
            prog_buffer (bytes): The program.
            prog_buffer_size (int): How many of the bytes.
            params_buffer (bytes): The parameters.
            params_buffer_size (int): How many of the bytes.
        """
        self._buffers = (
            bytes(prog_buffer[:prog_buffer_size]),
            bytes(params_buffer[:params_buffer_size]),
        )

    def set_prog_file(self, prog_file):
        """Sets the path of the program.

        Args:
            prog_file (str): The path.
        """
        self._prog_file = os.fspath(prog_file)

    def set_params_file(self, params_file):
        """Sets the path of the parameters.

        Args:
            params_file (str): The path.
        """
        self._params_file = os.fspath(params_file)

    def prog_file(self):
        """The path of the program.

        Returns:
            str
        """
        return self._prog_file

    def params_file(self):
        """The path of the parameters.

        Returns:
            str
        """
        return self._params_file

    def model_dir(self):
        """The folder of the model, where one was given.

        Returns:
            str
        """
        return self._model_dir

    def model_from_memory(self):
        """Whether the model was given as bytes.

        Returns:
            bool
        """
        return self._buffers is not None

    def set_cpu_math_library_num_threads(self, cpu_math_library_num_threads):
        """Sets how many threads predictors use: it holds for the whole process.

        Args:
            cpu_math_library_num_threads (int): At least 1.
        """
        self._threads = int(cpu_math_library_num_threads)
        self._threads_set = True

    def cpu_math_library_num_threads(self):
        """How many threads a predictor uses.

        Returns:
            int
        """
        return self._threads

    def enable_use_gpu(
        self, memory_pool_init_size_mb=100, device_id=0, precision_mode=PrecisionType.Float32
    ):
        """Runs on a GPU: not part of this version.

        Args:
            memory_pool_init_size_mb (int): Memory taken at first.
            device_id (int): The GPU.
            precision_mode (PrecisionType): How exactly it computes.
        """
        if not paddle.is_compiled_with_cuda():
            raise RuntimeError(
                "(Unavailable) Config.enable_use_gpu: this library was built without CUDA."
            )
        raise NotImplementedError(
            "(Unimplemented) Config.enable_use_gpu: predictors run on the CPU only."
        )

    def disable_gpu(self):
        """Runs on the CPU, as always."""

    def use_gpu(self):
        """Whether it runs on a GPU.

        Returns:
            bool
        """
        return False

    def gpu_device_id(self):
        """The number of the GPU.

        Returns:
            int
        """
        return 0

    def use_xpu(self):
        """Whether it runs on an XPU.

        Returns:
            bool
        """
        return False

    def switch_ir_optim(self, x=True):
        """Whether programs are made faster before they run: batch norms and activations become parts of
        convolutions, whose channels come last. Results differ by rounding.

        Args:
            x (bool): The answer; at first True.
        """
        self._ir_optim = bool(x)

    def ir_optim(self):
        """Whether programs are made faster before they run.

        Returns:
            bool
        """
        return self._ir_optim

    def enable_memory_optim(self, x=True):
        """Memory of values that are used up is used again, as always.

        Args:
            x (bool): Taken for compatibility.
        """
        self._memory_optim = bool(x)

    def disable_glog_info(self):
        """No messages about what is done: there are none."""
        self._glog = False

    def glog_info_disabled(self):
        """Whether messages are off.

        Returns:
            bool
        """
        return not self._glog

    def pass_builder(self):
        """The list of passes, for programs that edit it: it is empty.

        Returns:
            object: It has ``delete_pass``, ``append_pass`` and ``all_passes``.
        """
        return _PassBuilder()

    def summary(self):
        """The settings as text.

        Returns:
            str
        """
        rows = {
            "model file": self._prog_file,
            "params file": self._params_file,
            "cpu_math_thread": self._threads,
            "use_gpu": False,
            "ir_optim": self._ir_optim,
            "memory_optim": self._memory_optim,
        }
        return "\n".join(f"{name:<20} {value}" for name, value in rows.items())

    def _taken(self, *args, **kwargs):
        """Taken for compatibility: it decides nothing here.

        Args:
            args: Whatever they are.
            kwargs: Whatever they are.
        """

    def _refused(self, *args, **kwargs):
        raise NotImplementedError(
            "(Unimplemented) paddle.inference.Config: this back end is not part of this version."
        )

    switch_use_feed_fetch_ops = switch_specify_input_names = switch_ir_debug = enable_mkldnn = (
        disable_mkldnn
    ) = _taken
    enable_onednn = disable_onednn = set_mkldnn_cache_capacity = set_onednn_cache_capacity = (
        enable_profile
    ) = _taken
    enable_new_ir = enable_new_executor = set_optimization_level = delete_pass = (
        set_optim_cache_dir
    ) = _taken
    disable_mkldnn_fc_passes = disable_onednn_fc_passes = set_mkldnn_op = set_onednn_op = (
        enable_cinn
    ) = _taken
    enable_tensorrt_engine = enable_xpu = enable_ipu = enable_custom_device = enable_onnxruntime = (
        _refused
    )
    enable_mkldnn_int8 = enable_mkldnn_bfloat16 = enable_openvino_engine = enable_onednn_int8 = (
        enable_onednn_bfloat16
    ) = set_bfloat16_op = enable_ort_optimization = _refused
    disable_onnxruntime = exp_disable_tensorrt_ops = exp_disable_mixed_precision_ops = (
        exp_sparse_conv_using_buffer
    ) = enable_save_optim_model = use_optimized_model = _taken

    def tensorrt_engine_enabled(self):
        """Whether TensorRT is used.

        Returns:
            bool
        """
        return False

    def mkldnn_enabled(self):
        """Whether oneDNN is used: where it is the fastest.

        Returns:
            bool
        """
        return True

    onednn_enabled = mkldnn_enabled

    def onnxruntime_enabled(self):
        """Whether ONNX Runtime is used.

        Returns:
            bool
        """
        return False

    def mkldnn_int8_enabled(self):
        """Whether oneDNN computes in integers.

        Returns:
            bool
        """
        return False

    def openvino_engine_enabled(self):
        """Whether OpenVINO is used.

        Returns:
            bool
        """
        return False

    def new_ir_enabled(self):
        """Whether the new representation of programs was asked for; there is one alone.

        Returns:
            bool
        """
        return False

    def use_feed_fetch_ops_enabled(self):
        """Whether inputs are fed by operators.

        Returns:
            bool
        """
        return False

    def specify_input_name(self):
        """Whether names of inputs are looked at in `run`.

        Returns:
            bool
        """
        return False

    def shape_range_info_collected(self):
        """Whether ranges of sizes are collected.

        Returns:
            bool
        """
        return False

    def shape_range_info_path(self):
        """Where ranges of sizes are written.

        Returns:
            str
        """
        return ""

    def fraction_of_gpu_memory_for_pool(self):
        """The part of the memory of a GPU that is taken at once.

        Returns:
            float
        """
        return 0.0

    def memory_pool_init_size_mb(self):
        """How much memory of a GPU is taken at once.

        Returns:
            int
        """
        return 100

    onednn_int8_enabled = mkldnn_int8_enabled
    # TensorRT is no part of this version: none of its settings is on.
    tensorrt_dynamic_shape_enabled = tensorrt_dla_enabled = tensorrt_varseqlen_enabled = (
        tensorrt_inspector_enabled
    ) = tensorrt_explicit_quantization_enabled = tuned_tensorrt_dynamic_shape = (
        trt_allow_build_at_runtime
    ) = tensorrt_engine_enabled
