"""What ``amp_configs`` of ``Model.prepare`` says."""


class Amp:
    """What ``amp_configs`` says."""

    _LISTS = ("custom_white_list", "custom_black_list", "custom_black_varnames")
    _SCALING = (
        "init_loss_scaling", "incr_ratio", "decr_ratio", "incr_every_n_steps", "decr_every_n_nan_or_inf",
        "use_dynamic_loss_scaling", "use_fp16_guard",
    )  # fmt: skip

    def __init__(self, level="O0", lists=None, scaling=None):
        self.level, self.lists, self.scaling = level, lists or {}, scaling or {}

    @classmethod
    def of(cls, configs, is_static):
        if not configs:
            return cls()
        configs = {"level": configs} if isinstance(configs, str) else dict(configs)
        level = configs.pop("level", "O1")
        if level not in ("O0", "O1", "O2"):
            raise ValueError(
                f"(InvalidArgument) amp_configs: the level must be O0, O1 or O2, received {level}"
            )
        unknown = set(configs) - {*cls._LISTS, *cls._SCALING}
        if unknown:
            raise ValueError(
                f"(InvalidArgument) amp_configs: unknown keys.\n  Received: {sorted(unknown)}\n"
                f"  Expected: level, {', '.join((*cls._LISTS, *cls._SCALING))}"
            )
        if "use_fp16_guard" in configs and not is_static:
            raise ValueError("'use_fp16_guard' is supported in static graph mode only.")
        lists = {key: configs.pop(key) for key in cls._LISTS if key in configs}
        return cls(level, lists, configs)
