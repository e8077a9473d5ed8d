"""The files of a Model."""

import os
import warnings


def save_states(model, path):
    """Writes the parameters, and the states of the optimizer and of the scaler where there are any."""
    from ..framework.io import save

    save(model.network.state_dict(), path + ".pdparams")
    for holder, extension in ((model._optimizer, ".pdopt"), (model._scaler, ".pdscaler")):
        state = holder.state_dict() if holder is not None else None
        if state:
            save(state, path + extension)


def save_for_inference(model, path):
    """Writes the program of predictions."""
    if model._is_static:
        model._programs.save(path)
        return
    from ..framework.input_spec import InputSpec
    from ..jit import save

    specs = model._inputs
    if not model._is_given:
        if model._seen is None:
            raise RuntimeError(
                "Saving inference model needs 'inputs' or running before saving. "
                "Please specify 'inputs' in Model initialization or input training data."
            )
        warnings.warn(
            "'inputs' was not specified when Model initialization, so the input shape to be saved "
            f"will be the shape derived from the user's actual inputs: {[s for s, _ in model._seen]}.",
            stacklevel=3,
        )
        names = [spec.name for spec in specs]
        specs = [
            InputSpec(shape, dtype, name)
            for (shape, dtype), name in zip(model._seen, names, strict=False)
        ]
    save(model.network, path, input_spec=specs)


def load_states(model, path, skip_mismatch, reset_optimizer):
    """Reads what `save_states` wrote."""
    from ..framework.io import load

    stem, extension = os.path.splitext(path)
    if extension in (".pdparams", ".pdopt", ".pdmodel"):
        path = stem
    elif extension:
        raise ValueError(f"Unknown postfix {extension} from weights")
    if not os.path.exists(path + ".pdparams"):
        raise ValueError("Failed to load parameters, please check path.")
    values, matched = load(path + ".pdparams"), []
    for key, parameter in model.network.state_dict().items():
        problem = _mismatch(key, parameter, values.get(key))
        if problem is None:
            matched.append((parameter, values[key]))
        elif skip_mismatch:
            warnings.warn(f"Skip loading for {key}. {problem}", stacklevel=2)
            reset_optimizer = True
        else:
            raise ValueError(problem)
    for parameter, value in matched:
        parameter.set_value(value)
    if model._scaler is not None and os.path.exists(path + ".pdscaler"):
        model._scaler.load_state_dict(load(path + ".pdscaler"))
    if model._optimizer is not None and not reset_optimizer and os.path.exists(path + ".pdopt"):
        model._optimizer.set_state_dict(load(path + ".pdopt"))


def _mismatch(key, parameter, value):
    if value is None:
        return f"{key} is not found in the providing file."
    if list(value.shape) != list(parameter.shape):
        return (
            f"{key} receives a shape {list(value.shape)}, "
            f"but the expected shape is {list(parameter.shape)}."
        )
    return None
