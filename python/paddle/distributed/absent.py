"""What programs import of `paddle.distributed` and this version has not: the names are there, use raises.

A program of one process imports these, and touches none of them: a type to compare with, a layer for other settings.
Beside them the other homes of names that are there.
"""

import logging
import sys
import types

from ..missing import attribute_of, stand_in
from . import collective, group
from .data_parallel import DataParallel
from .fleet.rng_tracker import RNGStatesTracker, get_rng_state_tracker

NAMES = (
    "ColWiseParallel", "ContextParallel", "ConvParallel", "CountFilterEntry", "DistAttr", "DistModel",
    "InMemoryDataset", "LocalLayer", "ParallelMode", "Partial", "Placement", "PrepareContextParallel",
    "PrepareLayerInput", "PrepareLayerOutput", "ProbabilityEntry", "ProcessMesh", "QueueDataset", "ReduceType",
    "Replicate", "RowWiseParallel", "SequenceParallelBegin", "SequenceParallelDisable", "SequenceParallelEnable",
    "SequenceParallelEnd", "Shard", "ShardedStateDict", "ShardedWeight", "ShardingStage1", "ShardingStage2",
    "ShardingStage3", "ShowClickEntry", "SplitPoint", "Strategy", "build_sharded_state_dict", "create_nccl_config",
    "dtensor_from_fn", "get_mesh", "gloo_barrier", "gloo_init_parallel_env", "gloo_release", "launch",
    "load_merged_state_dict", "load_state_dict", "local_map", "parallelize", "recv_object_list", "reshard",
    "restart_process_group", "save_state_dict", "send_object_list", "set_mesh", "shard_dataloader", "shard_layer",
    "shard_optimizer", "shard_scaler", "shard_tensor", "shard_weight", "shutdown_process_group", "spawn", "split",
    "to_distributed", "to_static", "unshard_dtensor",
)  # fmt: skip
_OPTIMIZER = "fleet.meta_optimizers.dygraph_optimizer"
_PARALLEL_LAYERS = (
    "ColumnParallelLinear", "RowParallelLinear", "VocabParallelEmbedding", "ParallelCrossEntropy", "LayerDesc",
    "PipelineLayer", "PipelineParallel", "PipelineDatasetPreprocessor", "SegmentParallel", "SharedLayerDesc",
    "ShardingParallel", "TensorParallel", "model_parallel_random_seed",
)  # fmt: skip
# module below `paddle.distributed`: names
MODULES = {
    "auto_parallel": ("ProcessMesh", "Strategy"),
    "collective": ("_c_concat", "_c_identity", "_c_lookup_table", "_c_softmax_with_cross_entropy", "_c_split",
                   "_mp_allreduce"),
    "communication.reduce": ("_get_reduce_op",),
    "communication.stream": ("all_gather", "all_reduce", "alltoall", "broadcast", "gather", "recv", "reduce",
                             "reduce_scatter", "scatter", "send"),
    "fleet.auto": ("Strategy", "create_mesh", "get_mesh", "recompute", "shard_op", "shard_tensor"),
    "fleet.base.topology": ("CommunicateTopology", "HybridCommunicateGroup"),
    "fleet.layers.mpu.mp_layers": _PARALLEL_LAYERS[:4],
    "fleet.layers.mpu.mp_ops": ("_c_concat", "_c_identity", "_c_lookup_table", "_c_softmax_with_cross_entropy",
                                "_c_split", "_mp_allreduce", "split"),
    "fleet.layers.mpu.random": ("model_parallel_random_seed",),
    "fleet.meta_parallel": _PARALLEL_LAYERS,
    "fleet.meta_parallel.parallel_layers": ("LayerDesc", "PipelineLayer", "SharedLayerDesc"),
    "fleet.meta_parallel.parallel_layers.pp_layers": ("LayerDesc", "PipelineLayer", "SharedLayerDesc"),
    "fleet.meta_parallel.sharding.group_sharded_optimizer_stage2": ("GroupShardedOptimizerStage2",),
    "fleet.meta_parallel.sharding.group_sharded_utils": ("GroupShardedScaler",),
    "fleet.meta_parallel.pipeline_parallel": ("PipelineParallel",),
    _OPTIMIZER: ("DygraphShardingOptimizer", "HybridParallelOptimizer"),
    f"{_OPTIMIZER}.dygraph_sharding_optimizer": ("DygraphShardingOptimizer", "DygraphShardingOptimizerV2"),
    f"{_OPTIMIZER}.hybrid_parallel_optimizer": ("HybridParallelOptimizer",),
    "fleet.model": ("PipelineParallel",),
    "fleet.utils.hybrid_parallel_util": ("fused_allreduce_gradients", "obtain_optimizer_parameters_list"),
    "fleet.utils.mix_precision_utils": ("MixPrecisionLayer", "MixPrecisionOptimizer", "MixPrecisionScaler"),
    "fleet.utils.sequence_parallel_utils": (
        "AllGatherOp", "ColumnSequenceParallelLinear", "GatherOp", "ReduceScatterOp", "RowSequenceParallelLinear",
        "ScatterOp", "mark_as_sequence_parallel_parameter", "register_sequence_parallel_allreduce_hooks",
    ),
    "fleet.utils.timer_helper": ("set_timers",),
    "sharding": ("group_sharded_parallel", "save_group_sharded_model"),
}  # fmt: skip
FLEET = ("CommunicateTopology", "DistributedStrategy", "HybridCommunicateGroup", "PaddleCloudRoleMaker",
         "Role", "UserDefinedRoleMaker", "UtilBase")  # fmt: skip


def _get_timers():
    """The timers of a pipeline, which there is not: programs catch the error of Paddle."""
    raise AssertionError("(PreconditionNotMet) get_timers: the timers are not initialized.")


_GENERATORS = {"RNGStatesTracker": RNGStatesTracker, "get_rng_state_tracker": get_rng_state_tracker}
# module: names that are elsewhere
OTHER_HOMES = {
    "communication.group": {
        "Group": group.Group, "_get_global_group": lambda: group.group_of(None, "_get_global_group"),
        "barrier": collective.barrier, "get_group": group.get_group, "is_initialized": group.is_initialized,
        "destroy_process_group": group.destroy_process_group, "wait": collective.wait,
    },
    "communication.reduce": {"ReduceOp": collective.ReduceOp, "reduce": collective.reduce},
    "fleet.base.topology": {"_HYBRID_PARALLEL_GROUP": None},
    "fleet.layers.mpu.random": _GENERATORS,
    "fleet.meta_parallel": _GENERATORS,
    "fleet.meta_parallel.parallel_layers.random": _GENERATORS,
    "fleet.utils.log_util": {"logger": logging.getLogger("paddle.distributed")},
    "fleet.utils.timer_helper": {"get_timers": _get_timers},
    "parallel": {
        "DataParallel": DataParallel, "ParallelEnv": group.ParallelEnv, "get_rank": group.get_rank,
        "get_world_size": group.get_world_size, "init_parallel_env": group.init_parallel_env,
    },
    "parallel.parallel_helper": {"_is_parallel_ctx_initialized": group.is_initialized},
}  # fmt: skip


def _module(name):
    """The module of a name, made with those above it where it is not there."""
    full = f"paddle.distributed.{name}"
    if full not in sys.modules:
        module = types.ModuleType(full, f"Not part of this version: {full}. Use raises.")
        module.__getattr__ = attribute_of(full)
        module.__path__ = []
        sys.modules[full] = module
        above, _, last = name.rpartition(".")
        setattr(_module(above) if above else sys.modules["paddle.distributed"], last, module)
    return sys.modules[full]


def install():
    """Puts the names into `paddle.distributed`, its `fleet`, and modules below them."""
    for name in NAMES:
        setattr(sys.modules["paddle.distributed"], name, stand_in(f"paddle.distributed.{name}"))
    for name in FLEET:
        setattr(_module("fleet"), name, stand_in(f"paddle.distributed.fleet.{name}"))
    for path, names in MODULES.items():
        module = _module(path)
        for name in names:
            setattr(module, name, stand_in(f"{module.__name__}.{name}"))
    for path, values in OTHER_HOMES.items():
        vars(_module(path)).update(values)
    sys.modules["paddle.distributed"].stream = _module("communication.stream")
