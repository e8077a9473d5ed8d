"""Settings of compilation that are accepted: programs are compiled the same way always."""


def _setting(name, default):
    """A property, which classes show as well."""

    def get(self):
        return self._set.get(name, default)

    return property(get, doc="A setting without effect.")


class _Settings:
    def __init__(self):
        object.__setattr__(self, "_set", {})

    def __init_subclass__(cls):
        for name, default in cls._DEFAULTS.items():
            setattr(cls, name, _setting(name, default))

    def __setattr__(self, name, value):
        if name not in self._DEFAULTS:
            raise AttributeError(f"{type(self).__name__} has no setting `{name}`")
        self._set[name] = value


class BuildStrategy(_Settings):
    """How a program is compiled: accepted, and without effect.

    Examples:
        >>> import paddle
        >>> strategy = paddle.static.BuildStrategy()
        >>> strategy.fuse_elewise_add_act_ops = True
        >>> strategy.fuse_elewise_add_act_ops
        True
    """

    class ReduceStrategy:
        """How gradients would be gathered."""

        AllReduce, Reduce, _NoReduce = 0, 1, 2

    class GradientScaleStrategy:
        """How gradients would be scaled."""

        CoeffNumDevice, One, Customized = 0, 1, 2

    _DEFAULTS = {
        "allow_cuda_graph_capture": False, "async_mode": False, "bkcl_comm_num": 1, "build_cinn_pass": False,
        "cache_runtime_context": False, "debug_graphviz_path": "", "enable_addto": False, "enable_auto_fusion": False,
        "enable_backward_optimizer_op_deps": True, "enable_inplace": True, "enable_sequential_execution": False,
        "fix_op_run_order": False, "fuse_adamw": False, "fuse_all_optimizer_ops": False, "fuse_all_reduce_ops": True,
        "fuse_bn_act_ops": False, "fuse_bn_add_act_ops": True, "fuse_broadcast_ops": True,
        "fuse_dot_product_attention": False, "fuse_elewise_add_act_ops": False, "fuse_gemm_epilogue": False,
        "fuse_relu_depthwise_conv": False, "fuse_resunit": False, "fused_attention": False,
        "fused_feedforward": False, "gradient_scale_strategy": 0, "hierarchical_allreduce_inter_nranks": 0,
        "memory_optimize": None, "mkldnn_enabled_op_types": frozenset(), "nccl_comm_num": 1, "num_trainers": 1,
        "onednn_enabled_op_types": frozenset(), "reduce_strategy": 0, "remove_unnecessary_lock": True,
        "sequential_run": False, "sync_batch_norm": False, "trainer_id": 0, "trainers_endpoints": [],
        "use_hierarchical_allreduce": False,
    }  # fmt: skip


class ExecutionStrategy(_Settings):
    """How a program is run: accepted, and without effect.

    Examples:
        >>> import paddle
        >>> strategy = paddle.static.ExecutionStrategy()
        >>> strategy.num_threads = 4
        >>> strategy.num_threads
        4
    """

    class ExecutorType:
        """Which executor would be used."""

        Default, Experimental = 0, 1

    _DEFAULTS = {
        "allow_op_delay": False, "dry_run": False, "num_iteration_per_drop_scope": 100,
        "num_iteration_per_run": 1, "num_threads": 0, "use_thread_barrier": False,
    }  # fmt: skip


class CompiledProgram:
    """A program to run: programs are compiled at their first run anyway.

    Args:
        program_or_graph (Program): which.
        build_strategy (BuildStrategy, optional): accepted.

    Raises:
        TypeError: it is no Program.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     y = paddle.static.data("x", [1]) + 1.0
        >>> compiled = paddle.static.CompiledProgram(main)
        >>> paddle.static.Executor().run(compiled, feed={"x": [1.0]}, fetch_list=[y])[0].tolist()
        [2.0]
        >>> paddle.disable_static()
    """

    def __init__(self, program_or_graph, build_strategy=None):
        from .program import Program

        if not isinstance(program_or_graph, Program):
            raise TypeError(
                "(InvalidType) CompiledProgram: the argument has the wrong type.\n"
                f"  Expected: Program\n  Received: {type(program_or_graph).__name__}"
            )
        self._program = program_or_graph
        self._build_strategy = build_strategy

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._program, name)
