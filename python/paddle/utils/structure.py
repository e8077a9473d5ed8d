"""Nested lists, tuples and dicts as flat lists of their leaves, and back."""

from collections.abc import Mapping


def _is_sequence(value):
    return isinstance(value, (list, tuple))


def _parts(nest):
    """The values of one level in order, or None of a leaf; dicts go by their sorted keys."""
    if isinstance(nest, Mapping):
        return [nest[key] for key in _keys(nest)]
    return nest if _is_sequence(nest) else None


def _keys(nest):
    try:
        return sorted(nest)
    except TypeError:  # of kinds that have no order among each other
        return list(nest)


def _like(nest, values):
    """The same kind of container with other values."""
    if isinstance(nest, Mapping):
        made = dict(zip(_keys(nest), values, strict=True))
        return type(nest)((key, made[key]) for key in nest)
    if hasattr(nest, "_fields"):  # a named tuple
        return type(nest)(*values)
    return type(nest)(values)


def flatten(nest):
    """The leaves of nested lists, tuples and dicts.

    Args:
        nest (object): the structure; dicts go by their sorted keys. A leaf gives a list of it.

    Returns:
        list

    Examples:
        >>> import paddle
        >>> paddle.utils.flatten([1, (2, {"b": 4, "a": 3})])
        [1, 2, 3, 4]
    """
    parts = _parts(nest)
    if parts is None:
        return [nest]
    return [leaf for part in parts for leaf in flatten(part)]


def pack_sequence_as(structure, flat_sequence):
    """The leaves in ``flat_sequence``, nested as in ``structure``.

    Args:
        structure (object): nested lists, tuples and dicts.
        flat_sequence (list): as many leaves.

    Returns:
        object: of the same form.

    Raises:
        ValueError: there are more or fewer leaves.

    Examples:
        >>> import paddle
        >>> paddle.utils.pack_sequence_as([0, (0, {"a": 0})], [1, 2, 3])
        [1, (2, {'a': 3})]
    """
    if not _is_sequence(flat_sequence):
        raise TypeError(
            f"(InvalidType) pack_sequence_as: flat_sequence must be a list, not {type(flat_sequence).__name__}"
        )
    count = len(flatten(structure))
    if count != len(flat_sequence):
        raise ValueError(
            "(InvalidArgument) pack_sequence_as: the number of leaves differs.\n"
            f"  Expected: {count}\n  Received: {len(flat_sequence)}"
        )
    leaves = iter(flat_sequence)

    def packed(nest):
        parts = _parts(nest)
        return next(leaves) if parts is None else _like(nest, [packed(part) for part in parts])

    return packed(structure)


def assert_same_structure(nest1, nest2, check_types=True):
    """Raises where two structures are not nested in the same way.

    Args:
        nest1 (object): nested lists, tuples and dicts.
        nest2 (object): another.
        check_types (bool): lists and tuples differ.

    Raises:
        ValueError: the lengths or keys differ.
        TypeError: the kinds differ.

    Examples:
        >>> import paddle
        >>> paddle.utils.assert_same_structure([1, (2,)], [3, (4,)])
    """
    a, b = _parts(nest1), _parts(nest2)
    if (a is None) != (b is None) or (a is not None and len(a) != len(b)):
        raise ValueError(
            "(InvalidArgument) assert_same_structure: the structures differ.\n"
            f"  Received: {_brief(nest1)} and {_brief(nest2)}"
        )
    if a is None:
        return
    if check_types and type(nest1) is not type(nest2):
        raise TypeError(
            "(InvalidType) assert_same_structure: the kinds differ.\n"
            f"  Received: {type(nest1).__name__} and {type(nest2).__name__}"
        )
    if isinstance(nest1, Mapping) and set(nest1) != set(nest2):
        raise ValueError(
            "(InvalidArgument) assert_same_structure: the keys differ.\n"
            f"  Received: {_keys(nest1)} and {_keys(nest2)}"
        )
    for one, other in zip(a, b, strict=True):
        assert_same_structure(one, other, check_types)


def _brief(nest):
    parts = _parts(nest)
    return "a leaf" if parts is None else f"{type(nest).__name__} of {len(parts)}"


def map_structure(func, *structure):
    """``func`` of the leaves of nested lists, tuples and dicts of one form.

    Args:
        func (callable): takes one leaf of each structure.
        *structure: of the same nesting.

    Returns:
        object: the nesting of the first with the results.

    Examples:
        >>> import paddle
        >>> paddle.utils.map_structure(lambda a, b: a + b, [1, (2,)], [3, (4,)])
        [4, (6,)]
    """
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=False)
    leaves = zip(*map(flatten, structure), strict=True)
    return pack_sequence_as(structure[0], [func(*one) for one in leaves])
