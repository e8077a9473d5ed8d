"""Walking over sublayers, parameters and buffers."""


class WalkMixin:
    """The part of Layer that lists what is inside, under dotted names."""

    def children(self):
        """The sublayers directly inside, in order."""
        for _, layer in self.named_children():
            yield layer

    def named_children(self):
        """``(name, sublayer)`` of the sublayers directly inside, in order."""
        seen = set()
        for name, layer in self._sub_layers.items():
            if layer is not None and id(layer) not in seen:
                seen.add(id(layer))
                yield name, layer

    def named_sublayers(
        self, prefix="", include_self=False, layers_set=None, remove_duplicate=True
    ):
        """``(dotted name, sublayer)`` of all sublayers, depth first.

        Examples:
            >>> import paddle
            >>> net = paddle.nn.Sequential(paddle.nn.ReLU(), paddle.nn.Tanh())
            >>> [name for name, _ in net.named_sublayers()]
            ['0', '1']
        """
        seen = set() if layers_set is None else layers_set
        around, stack = [], [iter([(prefix, self)])]  # no recursion, however deep
        while stack:
            path, layer = next(stack[-1], (None, None))
            if layer is None:
                stack.pop()
                del around[len(stack) - 1 :]
                continue
            if around or include_self:
                if remove_duplicate:
                    if layer in seen:
                        continue
                    seen.add(layer)
                elif any(layer is one for one in around):
                    raise ValueError(
                        f"(InvalidArgument) named_sublayers: a {type(layer).__name__} contains itself."
                    )
                yield path, layer
            around.append(layer)
            stack.append(
                iter(
                    [
                        (f"{path}.{name}" if path else name, one)
                        for name, one in layer._sub_layers.items()
                        if one is not None
                    ]
                )
            )

    def sublayers(self, include_self=False):
        """A list of all sublayers, depth first."""
        return [layer for _, layer in self.named_sublayers(include_self=include_self)]

    def modules(self):
        """The layer and all its sublayers."""
        for _, layer in self.named_sublayers(include_self=True):
            yield layer

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """``named_sublayers`` with the layer itself."""
        return self.named_sublayers(prefix, True, memo, remove_duplicate)

    def _named_members(self, registry, prefix, include_sublayers, remove_duplicate):
        seen = set()
        if include_sublayers:
            layers = self.named_sublayers(prefix, True, None, remove_duplicate)
        else:
            layers = [(prefix, self)]
        for path, layer in layers:
            for name, member in layer.__dict__[registry].items():
                if member is None or id(member) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(member))
                yield (f"{path}.{name}" if path else name), member

    def named_parameters(
        self, prefix="", include_sublayers=True, remove_duplicate=True, *, recurse=None
    ):
        """``(dotted name, parameter)`` of all parameters.

        Examples:
            >>> import paddle
            >>> [name for name, _ in paddle.nn.Linear(2, 3).named_parameters()]
            ['weight', 'bias']
        """
        deep = include_sublayers if recurse is None else recurse
        return self._named_members("_parameters", prefix, deep, remove_duplicate)

    def parameters(self, include_sublayers=True, *, recurse=None):
        """A list of all parameters."""
        deep = include_sublayers if recurse is None else recurse
        return [param for _, param in self._named_members("_parameters", "", deep, True)]

    def named_buffers(
        self, prefix="", include_sublayers=True, remove_duplicate=True, *, recurse=None
    ):
        """``(dotted name, buffer)`` of all buffers."""
        deep = include_sublayers if recurse is None else recurse
        return self._named_members("_buffers", prefix, deep, remove_duplicate)

    def buffers(self, include_sublayers=True, *, recurse=None):
        """A list of all buffers."""
        deep = include_sublayers if recurse is None else recurse
        return [buffer for _, buffer in self._named_members("_buffers", "", deep, True)]

    def apply(self, fn):
        """Calls ``fn`` on each sublayer, then on the layer; returns the layer.

        Examples:
            >>> import paddle
            >>> net = paddle.nn.Sequential(paddle.nn.Linear(2, 2))
            >>> net = net.apply(lambda layer: print(type(layer).__name__))
            Linear
            Sequential
        """
        for layer in self.children():
            layer.apply(fn)
        fn(self)
        return self
