"""A model of the corpus: what makes it, its batches, its loss."""

from .case import Spec, case

MODELS = {}


def model(make, batch, loss=None, *, optimizer="SGD", rate=0.05, sizes=(2, 2, 3), steps=3):
    """Adds two cases: three steps of training, and inference on batches of several sizes.

    Args:
        make: Gives the Layer.
        batch: batch(seed, size) gives the tuple of inputs, as Specs.
        loss: loss(layer, *batch) gives a 0-D tensor; None: inference alone.
        sizes: Of the batches; the last differs.
    """
    name = make.__name__
    MODELS[name] = make

    def fixed(seed, size):
        return tuple(Spec(s.values, False) for s in batch(seed, size))

    calls = [fixed(seed, size) for seed, size in enumerate(sizes)]

    def infer():
        import paddle

        layer = filled(make())
        layer.eval()

        def run(x, label):
            with paddle.no_grad():
                return layer(x, label)

        return run

    infer.__name__ = f"{name}_inference"
    case("model: inference", calls, gradient=False, make=True)(infer)
    if loss is None:
        return

    def train():
        import paddle

        layer = filled(make())
        layer.train()
        parameters = [p for p in layer.parameters() if not p.stop_gradient]
        update = getattr(paddle.optimizer, optimizer)(rate, parameters=parameters)

        def step(x, label):
            value = loss(layer, x, label)
            value.backward()
            update.step()
            update.clear_grad()
            return value.detach()

        return step, lambda: [v.detach().clone() for _, v in sorted(layer.state_dict().items())]

    train.__name__ = f"{name}_training"
    case("model: training", calls, gradient=False, make=True)(train)


def filled(layer):
    """Its parameters set by fixed numbers, small as their sizes ask."""
    import paddle

    for k, p in enumerate(layer.parameters()):
        n = int(p.numel())
        scale = (2.0 / max(p.shape[0], 1)) ** 0.5 if p.ndim > 1 else 0.1
        if p.ndim == 4:
            scale = (2.0 / (p.shape[1] * p.shape[2] * p.shape[3])) ** 0.5
        values = (paddle.arange(n, dtype="float32") * 12.9898 + k).sin().reshape(p.shape) * scale
        p.set_value(values + 1.0 if p.ndim == 1 and "norm" in (p.name or "") else values)
    return layer
