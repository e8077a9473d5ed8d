"""Layer: members, names, hooks, state, copies."""

import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import paddle
import pytest
from paddle import nn

CONSTANT = nn.initializer.Constant


def linear(n=2, m=3, value=0.5):
    return nn.Linear(n, m, weight_attr=CONSTANT(value))


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.fc = linear()
        self.act = nn.Identity()
        self.scale = self.create_parameter([1], default_initializer=CONSTANT(2.0))
        self.register_buffer("steps", paddle.full([1], 7.0))
        self.transient = paddle.full([1], 8.0)

    def forward(self, x):
        return self.act(self.fc(x)) * self.scale


def test_members_are_found_under_their_names():
    net = Net()
    assert [n for n, _ in net.named_parameters()] == ["scale", "fc.weight", "fc.bias"]
    assert [n for n, _ in net.named_parameters(include_sublayers=False)] == ["scale"]
    assert [n for n, _ in net.named_parameters(prefix="net")][0] == "net.scale"
    assert [n for n, _ in net.named_buffers()] == ["steps", "transient"]
    assert [n for n, _ in net.named_sublayers()] == ["fc", "act"]
    assert [n for n, _ in net.named_children()] == ["fc", "act"]
    assert list(net.state_dict()) == ["scale", "steps", "fc.weight", "fc.bias"]
    assert net.get_parameter("fc.weight") is net.fc.weight
    assert net.get_sublayer("fc") is net.fc and net.get_buffer("steps") is net.steps


def test_shared_members_are_listed_once():
    fc = linear()
    net = nn.Sequential(fc, fc)
    assert len(net.parameters()) == 2 and len(net.sublayers()) == 1


def test_attributes_change_kind():
    net = Net()
    net.fc = nn.Identity()
    assert [n for n, _ in net.named_parameters()] == ["scale"]
    net.scale = None
    assert net.scale is None and net.parameters() == []
    with pytest.raises(TypeError, match="Net: attribute `scale` is given the wrong type"):
        Net().scale = 3.0
    with pytest.raises(TypeError, match="Net: attribute `fc` is given the wrong type"):
        Net().fc = 3
    del net.act
    assert not hasattr(net, "act") and [n for n, _ in net.named_sublayers()] == ["fc"]
    net.other = net.steps
    assert "other" not in net.state_dict()  # a tensor set as an attribute is not saved


def test_direct_edits_of_the_registries_are_seen():
    net = Net()
    new = net.create_parameter([1], default_initializer=CONSTANT(1.0))
    net._parameters["scale"] = new
    assert net.scale is new
    del net._parameters["scale"]
    assert not hasattr(net, "scale")
    net._sub_layers = {"only": nn.Identity()}
    assert not hasattr(net, "fc") and isinstance(net.only, nn.Identity)
    net._sub_layers.clear()
    assert not hasattr(net, "only")


def test_wrong_members():
    net = nn.Layer()
    for name, error, text in (
        ("", KeyError, "can not be empty"),
        ("a.b", KeyError, "can not contain a dot: `a.b`"),
        (3, TypeError, "must be a str, not int"),
        ("train", KeyError, "already has an attribute `train`"),
    ):
        with pytest.raises(error, match=text):
            net.add_parameter(name, None)
        with pytest.raises(error, match=text):
            net.register_buffer(name, None)
    with pytest.raises(TypeError, match="add_parameter: argument `parameter` has the wrong type"):
        net.add_parameter("w", paddle.full([1], 1.0))
    with pytest.raises(TypeError, match="add_sublayer: argument `sublayer` has the wrong type"):
        net.add_sublayer("s", 3)
    with pytest.raises(AttributeError, match="Layer' object has no attribute 'missing"):
        net.missing  # noqa: B018

    class Forgetful(nn.Layer):
        def __init__(self):
            self.fc = nn.Identity()

    with pytest.raises(ValueError, match="super"):
        Forgetful()


def test_unique_names():
    with paddle.framework.unique_name.guard():
        a, b = linear(), linear()
        assert a.weight.name == "linear_0.w_0" and b.bias.name == "linear_1.b_0"
        assert a.full_name() == "linear_0"
        norm = nn.BatchNorm2D(3)
        assert [p.name for p in norm.parameters()] == [
            "batch_norm2d_0.w_0", "batch_norm2d_0.b_0", "batch_norm2d_0.w_1", "batch_norm2d_0.w_2",
        ]  # fmt: skip
        assert [p.stop_gradient for p in norm.parameters()] == [False, False, True, True]
        nn.Linear(1, 1, weight_attr=paddle.ParamAttr(name="mine", initializer=CONSTANT(0)))
        with pytest.raises(ValueError, match="in use"):
            nn.Linear(1, 1, weight_attr=paddle.ParamAttr(name="mine", initializer=CONSTANT(0)))


def test_create_parameter():
    layer = nn.Layer()
    assert layer.create_parameter([2], attr=False) is None
    attr = paddle.ParamAttr(
        learning_rate=0.5, trainable=False, need_clip=False, initializer=CONSTANT(3)
    )
    p = layer.create_parameter([2], attr, dtype="float64")
    assert p.dtype is paddle.float64 and p.stop_gradient and not p.need_clip
    assert p.optimize_attr == {"learning_rate": 0.5} and p.tolist() == [3, 3]
    assert layer.create_parameter([2], is_bias=True).tolist() == [0, 0]
    with pytest.raises(ValueError, match="create_parameter: a size is negative"):
        layer.create_parameter([-1])
    with pytest.raises(TypeError, match="there is no default initializer for this dtype"):
        layer.create_parameter([1], dtype="int64")


def test_hooks():
    net, seen = Net(), []
    handles = [
        net.register_forward_pre_hook(lambda layer, args: seen.append("pre")),
        net.register_forward_pre_hook(lambda layer, args: seen.append("first"), prepend=True),
        net.register_forward_post_hook(lambda layer, args, out: out * 2),
        net.register_forward_post_hook(
            lambda layer, args, kwargs, out: seen.append(kwargs), with_kwargs=True
        ),
    ]
    net.forward = lambda x, k=0: x
    x = paddle.full([1, 2], 1.0)
    assert net(x, k=3).tolist() == [[2, 2]]
    assert seen == ["first", "pre", {"k": 3}]
    for handle in handles:
        handle.remove()
        handle.remove()
    assert net(x).tolist() == [[1, 1]] and len(seen) == 3

    def fail(x):
        raise RuntimeError("inside")

    net.forward = fail
    net.register_forward_post_hook(lambda *a: seen.append("always"), always_call=True)
    with pytest.raises(RuntimeError, match="inside"):
        net(x)
    assert seen[-1] == "always"


def test_state_dict_round_trip():
    a, b = Net(), Net()
    a.fc.weight.set_value(np.full([2, 3], 9.0, "float32"))
    assert b.set_state_dict(a.state_dict()) == ([], [])
    assert b.fc.weight.tolist() == [[9] * 3] * 2
    with pytest.warns(UserWarning):
        missing, unexpected = b.set_state_dict({"scale": np.ones([2], "float32"), "x": 1})
    assert "scale" in missing and unexpected == ["scale", "x"]
    with pytest.raises(RuntimeError, match="Missing"), pytest.warns(UserWarning):
        b.load_state_dict({})


def test_modes_and_apply():
    net = nn.Sequential(nn.Dropout(0.5), nn.Sequential(nn.Dropout(0.5)))
    assert net.eval() is net and not net[1][0].training
    assert net.train()[0].training
    names = []
    net.apply(lambda layer: names.append(type(layer).__name__))
    assert names == ["Dropout", "Dropout", "Sequential", "Sequential"]


def test_dtypes():
    net = Net()
    weight = net.fc.weight
    net.to(dtype="float64")
    assert net.fc.weight is weight and weight.dtype is paddle.float64
    assert net.bfloat16().fc.weight.dtype is paddle.bfloat16
    assert net.float().steps.dtype is paddle.float32
    assert not weight.stop_gradient


def test_copies_and_pickles():
    net = Net()
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other.fc.weight.tolist() == net.fc.weight.tolist()
        assert other.fc.weight is not net.fc.weight
        other.fc.weight.set_value(np.zeros([2, 3], "float32"))
        assert net.fc.weight.tolist()[0][0] == 0.5
        assert other.fc is other._sub_layers["fc"]
        other.fc = nn.Identity()
        assert len(other.parameters()) == 1 and len(net.parameters()) == 3
    shallow = copy.copy(net)
    shallow._parameters["scale"] = None
    assert net.scale is None and shallow.scale is None


def test_layers_die_without_the_collector():
    gc.disable()
    try:
        net = Net()
        alive = weakref.ref(net)
        del net
        assert alive() is None
    finally:
        gc.enable()


def test_containers():
    layers = nn.LayerList([linear(1, i + 1) for i in range(3)])
    assert layers[-1].weight.shape == [1, 3] and len(layers[:2]) == 2
    layers.insert(0, nn.Identity())
    layers.append(nn.Identity())
    del layers[1]
    assert len(layers) == 4 and [n for n, _ in layers.named_children()] == ["0", "1", "2", "3"]
    assert isinstance(layers.pop(0), nn.Identity) and len(layers + [nn.Identity()]) == 4
    with pytest.raises(IndexError, match=r"index 9 is out of range \[-3, 3\)"):
        layers[9]
    named = nn.Sequential(("a", nn.Identity()), ("b", nn.Identity()))
    assert named["a"] is named[0] and named.b is named[-1]
    named[1] = nn.Flatten()
    assert isinstance(named.b, nn.Flatten)
    table = nn.LayerDict({"x": nn.Identity()})
    table.update([("y", nn.Flatten())])
    assert list(table) == ["x", "y"] and isinstance(table.pop("y"), nn.Flatten)
    ps = nn.ParameterList([nn.Parameter(paddle.full([2], 1.0))])
    ps.append(nn.Parameter(paddle.full([3], 1.0)))
    assert len(ps) == 2 and len(ps.parameters()) == 2 and ps[-1].shape == [3]


def test_repr():
    net = nn.Sequential(linear(2, 3), nn.Sequential(nn.Dropout(0.1)))
    assert repr(net) == (
        "Sequential(\n"
        "  (0): Linear(in_features=2, out_features=3, dtype=float32)\n"
        "  (1): Sequential(\n"
        "    (0): Dropout(p=0.1, axis=None, mode=upscale_in_train, inplace=False)\n"
        "  )\n)"
    )
    conv = nn.Conv2D(4, 6, 3, stride=2, padding=1, weight_attr=CONSTANT(0))
    assert repr(conv) == (
        "Conv2D(4, 6, kernel_size=[3, 3], stride=[2, 2], padding=1, data_format=NCHW)"
    )


def test_parameter():
    source = paddle.full([2], 1.0)
    p = nn.Parameter(source)
    assert isinstance(p, paddle.Tensor) and p.trainable and p.persistable
    assert source.stop_gradient  # a parameter over its memory does not change it
    p.trainable = False
    assert p.stop_gradient
    with pytest.raises(ValueError, match="Parameter: `trainable` must be True or False"):
        p.trainable = 1
    assert str(p).startswith("Parameter containing:\n")
    other = copy.deepcopy(p)
    assert other.name != p.name and other.tolist() == [1, 1] and isinstance(other, nn.Parameter)
    for _ in range(1000):  # the type outlives its objects
        nn.Parameter(source)


def test_initializers():
    init = nn.initializer
    layer = nn.Linear(2, 2, weight_attr=init.Assign([[1, 2], [3, 4]]), bias_attr=CONSTANT(5.0))
    assert layer.weight.tolist() == [[1, 2], [3, 4]] and layer.bias.tolist() == [5, 5]
    with pytest.raises(ValueError, match="Assign: the number of values is not the parameter's"):
        nn.Linear(2, 2, weight_attr=init.Assign([1, 2]))
    init.set_global_initializer(CONSTANT(3.0), CONSTANT(4.0))
    try:
        assert nn.Linear(1, 1).weight.item() == 3 and nn.Linear(1, 1).bias.item() == 4
        assert nn.Linear(1, 1, weight_attr=CONSTANT(1.0)).weight.item() == 1
    finally:
        init.set_global_initializer(None)
    assert init.calculate_gain("tanh") == 5 / 3
    with pytest.raises(ValueError, match="calculate_gain: unknown nonlinearity `nothing`"):
        init.calculate_gain("nothing")
    kernel = nn.Conv1D(2, 2, 3, weight_attr=init.Dirac()).weight
    assert kernel.numpy()[1, 1].tolist() == [0, 1, 0]


def test_a_layer_inside_itself_has_a_text():
    net = paddle.nn.Sequential(paddle.nn.ReLU())
    net.add_sublayer("again", net)
    assert repr(net) == "Sequential(\n  (0): ReLU()\n  (again): Sequential(...)\n)"
    pair = [paddle.nn.LayerList(), paddle.nn.LayerDict()]
    pair[0].append(pair[1])
    pair[1]["up"] = pair[0]
    assert repr(pair[0]).count("LayerList") == 2 and repr(pair[1]).count("LayerDict") == 2
    assert len(net.sublayers()) == 2 and net.parameters() == [] and net.eval() is net
    with pytest.raises(ValueError, match="contains itself"):
        net.state_dict()
    with pytest.raises(ValueError, match="contains itself"):
        list(net.named_sublayers(remove_duplicate=False))


def test_deep_nesting():
    net = paddle.nn.Linear(1, 1)
    for _ in range(3000):
        net = paddle.nn.Sequential(net)
    assert "Sequential(...)" in repr(net) and len(repr(net)) < 100_000
    assert len(net.sublayers()) == 3000 and len(net.parameters()) == 2
    assert not net.eval().sublayers()[-1].training


def test_threads_do_not_count_as_depth():
    together = threading.Barrier(4, timeout=20)

    class Innermost(nn.Layer):
        def extra_repr(self):
            together.wait()  # all threads are 40 layers deep
            return "here"

    def show(texts):
        net = Innermost()
        for _ in range(40):
            net = nn.Sequential(net)
        texts.append(repr(net))

    texts = []
    threads = [threading.Thread(target=show, args=(texts,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 4 and all("here" in text and "(...)" not in text for text in texts)


def test_constructors_name_the_argument():
    for make, text in (
        (lambda: paddle.nn.Linear("a", 2), "Linear"),
        (lambda: paddle.nn.Conv2D(3, 4, object()), "Conv2D: argument `kernel_size`"),
        (lambda: paddle.nn.SELU("a"), "SELU: argument `scale`"),
        (lambda: paddle.nn.Parameter(1), "Parameter: argument `data`"),
        (lambda: paddle.nn.initializer.Uniform("a", 1), "Uniform: argument `low`"),
        (lambda: paddle.optimizer.lr.StepDecay("a", 2), "StepDecay: argument `learning_rate`"),
    ):
        with pytest.raises(TypeError, match=text):
            make()


def test_a_name_may_be_anything():
    assert "AlphaDropout" in repr(paddle.nn.AlphaDropout(name=paddle.ones([2])))
    for make in (paddle.nn.Sigmoid, paddle.nn.ReLU, lambda name: paddle.nn.Pad1D(1, name=name)):
        assert "name" not in repr(make(name="")) and "name=a)" in repr(make(name="a"))
    assert repr(paddle.nn.Linear(3, 4, weight_attr=False)).startswith("Linear(in_features=3")
