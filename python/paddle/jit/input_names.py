"""What the inputs of a captured program are called: "x", "Net.encoder.0.weight"."""


def input_names(entry, arguments):
    """The names of the sources of an entry, in order.

    Args:
        entry (Entry): The capture.
        arguments (list): The names of the positional arguments.

    Returns:
        list[str]: Empty where there is no name.
    """
    names = [_argument(path, arguments) for path in entry.paths]
    spaces = _layer_names(entry)
    for kind, holder, key in entry.reads:
        inside = spaces.get(id(holder))
        if inside is not None:
            names.append(f"{inside}.{key}")
        elif kind in ("cell", "content", "part"):
            names.append("")
        else:
            names.append(str(key) if isinstance(key, str) else "")
    return names


def _argument(path, arguments):
    """`path`: 0 and the place of a positional argument, then of its parts; 1: by name (keys and values in turn)."""
    if len(path) < 2 or path[0] == 1:
        return ""
    name = arguments[path[1]] if path[1] < len(arguments) else f"argument {path[1]}"
    return name + "".join(f"[{i}]" for i in path[2:])


def _layer_names(entry):
    """{id of a layer, or of what holds its parameters: its name}, of all layers that the guards know."""
    from ..nn import Layer

    found, layers = {}, {}
    for guard in entry.guards:
        expected = guard[3]
        for x in (guard[1], expected[1] if expected[0] == "is" else None):
            if issubclass(type(x), Layer):
                layers[id(x)] = x
    owner = getattr(entry.function, "__self__", None)
    if issubclass(type(owner), Layer):
        layers[id(owner)] = owner
    inner = {id(sub) for layer in layers.values() for sub in layer.sublayers()}
    for layer in layers.values():
        if id(layer) in inner:
            continue
        root = type(layer).__name__
        for name, sub in [("", layer), *layer.named_sublayers()]:
            text = f"{root}.{name}" if name else root
            for space in (sub, vars(sub), sub._parameters, sub._buffers):
                found.setdefault(id(space), text)
    return found
