"""What PaddlePaddle has and this version has not: touching it says so, with its name.

The stand-ins are modules and classes, so that `isinstance` and type annotations
of unchanged programs work; use raises, and so does `import`.
"""

_HINT = "is not part of this version.\n  Hint: docs/STATUS.md lists what is missing."

NAMES = {
    "paddle.quantization": (
        "AbsmaxQuantizer", "BaseQuantizer", "HistQuantizer", "ImperativePTQ", "ImperativeQuantAware", "KLQuantizer",
        "PTQConfig", "PTQRegistry", "PerChannelAbsmaxQuantizer", "SUPPORT_ACT_QUANTIZERS", "SUPPORT_WT_QUANTIZERS",
    ),
    "paddle.static": (
        "IpuCompiledProgram", "IpuStrategy", "ctr_metric_bundle", "ipu_shard_guard", "load_vars", "save_vars",
        "set_ipu_shard",
    ),
    "paddle.static.quantization": (
        "AddQuantDequantForInferencePass", "AddQuantDequantPass", "AddQuantDequantPassV2", "ConvertToInt8Pass",
        "OutScaleForInferencePass", "OutScaleForTrainingPass", "PostTrainingQuantization",
        "PostTrainingQuantizationProgram", "QuantWeightPass", "QuantizationFreezePass", "QuantizationTransformPass",
        "QuantizationTransformPassV2", "WeightQuantization", "utils",
    ),
    "paddle.static.nn": (
        "continuous_value_model", "nce", "py_func", "sequence_conv", "sequence_expand", "sequence_first_step",
        "sequence_last_step", "sequence_pool", "sequence_softmax", "sparse_embedding",
    ),
}  # fmt: skip


class MissingError(NotImplementedError, AttributeError):
    """Also an AttributeError, so that `hasattr` answers."""


def _raise(name, what="it"):
    raise MissingError(f"(Unimplemented) {name}: {what} {_HINT}")


def attribute_of(package):
    """`__getattr__` of a package of which this version has a part."""

    def get(name):
        if name.startswith("__"):
            raise AttributeError(name)
        _raise(f"{package}.{name}", package)

    return get


def stand_in(full):
    """A class in the place of a class or function; making or calling one raises.

    Args:
        full (str): Its name, with that of the module.
    """

    def new(cls, *args, **kwargs):
        _raise(full)

    doc = f"""Not part of this version.

    Args:
        args: Whatever they are, using it raises NotImplementedError.

    Examples:
        >>> import paddle
        >>> isinstance(1, {full})
        False
    """
    module, _, name = full.rpartition(".")
    return type(
        name, (), {"__new__": new, "__doc__": doc, "__module__": module, "_is_missing": True}
    )


def install_names(namespace, module):
    """Puts stand-ins for the missing names of `module` into its namespace."""
    for name in NAMES[module]:
        namespace.setdefault(name, stand_in(f"{module}.{name}"))
