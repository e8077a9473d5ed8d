"""Sparsity of 2 in 4: masks as PaddlePaddle 3.3.1 makes them, layers, optimizers."""

import numpy as np
import paddle
import pytest
from paddle.incubate import asp
from paddle.incubate.asp import utils


@pytest.fixture(autouse=True)
def nothing_is_left():
    known = dict(asp._pruning)
    yield
    asp.reset_excluded_layers()
    asp._pruning.clear()
    asp._pruning.update(known)


X = np.array(
    [
        [1, 5, -7, 2, 3, 9, 0.5, 1.5],
        [4, 4.5, 1, 2, -8, 3, 2.5, 6],
        [0.5, 0.25, 3, 1, 7, 8, 2, 1],
        [1, 2, 3, 4, 5, 6, 7, 8],
    ]
)
# What PaddlePaddle gives for rows without ties.
ONE_AXIS = ["01101100", "11001001", "00111100", "00110011"]
GREEDY = ["01100110", "11001001", "10011100", "00110011"]


def bits(mask):
    return ["".join(str(int(v)) for v in row) for row in mask]


def test_masks():
    assert bits(utils.get_mask_1d(X, 2, 4)) == ONE_AXIS
    greedy = utils.get_mask_2d_greedy(X, 2, 4)
    assert bits(greedy) == GREEDY
    best = utils.get_mask_2d_best(X, 2, 4)
    assert (best.reshape(4, 2, 4).sum(2) == 2).all() and (best.sum(0) == 2).all()
    assert (np.abs(X) * best).sum() >= (np.abs(X) * greedy).sum()


def test_the_best_mask_is_the_best_of_all():
    import itertools

    rng = np.random.default_rng(0)
    lines = [np.array(p) for p in set(itertools.permutations([0, 0, 1, 1]))]
    blocks = [np.stack(b) for b in itertools.product(lines, repeat=4)]
    blocks = [b for b in blocks if (b.sum(0) == 2).all()]
    assert len(blocks) == 90 == len(utils._patterns(2, 4))
    for _ in range(20):
        x = rng.standard_normal((4, 4))
        got = (np.abs(x) * utils.get_mask_2d_best(x, 2, 4)).sum()
        assert np.isclose(got, max((np.abs(x) * b).sum() for b in blocks))


@pytest.mark.parametrize("shape", [(5,), (3, 6), (2, 5, 4), (8, 4, 3, 3)])
@pytest.mark.parametrize("algorithm", list(utils.MaskAlgo))
def test_masks_of_any_shape_pass_their_check(shape, algorithm):
    x = np.random.default_rng(1).standard_normal(shape).astype("float32")
    mask = utils.create_mask(x, algorithm)
    assert mask.shape == shape and mask.dtype == x.dtype
    check = utils.CheckMethod.get_checking_method(algorithm)
    assert utils.check_sparsity(mask, check)
    assert not utils.check_sparsity(np.ones((4, 4)), check)


def test_other_patterns():
    x = np.random.default_rng(2).standard_normal((8, 8))
    assert utils.create_mask(x, n=1).mean() == 0.75  # in one axis n go
    assert utils.create_mask(x, utils.MaskAlgo.MASK_2D_BEST, n=1).mean() == 0.25  # in two n stay
    assert utils.create_mask(x, n=1, m=2).mean() == 0.5
    with pytest.raises(ValueError, match="0 < n <= m"):
        utils.create_mask(x, n=5)
    with pytest.raises(ValueError, match="1 to 4 axes"):
        utils.create_mask(np.ones([1] * 5))
    with pytest.raises(TypeError, match="MaskAlgo"):
        utils.create_mask(x, "mask_1d")


class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv = paddle.nn.Conv2D(4, 8, 3)
        self.hidden = paddle.nn.Linear(32, 16)
        self.out = paddle.nn.Linear(16, 10)

    def forward(self, x):
        return self.out(self.hidden(x))


def density(param):
    return asp.calculate_density(param.numpy())


@pytest.mark.parametrize("algorithm", ["mask_1d", "mask_2d_greedy", "mask_2d_best"])
def test_prune(algorithm):
    net = Net()
    before = net.hidden.weight.numpy()
    masks = asp.prune_model(net, mask_algo=algorithm)
    assert set(masks) == {net.conv.weight.name, net.hidden.weight.name, net.out.weight.name}
    after = net.hidden.weight.numpy()
    mask = masks[net.hidden.weight.name].numpy()
    assert (after == before * mask).all()
    groups = mask.T.reshape(-1, 4)  # along what a product adds up
    assert (groups.sum(1) <= 2).all() and mask.mean() > 0.4
    if algorithm == "mask_1d":
        kept = np.sort(np.abs(before.T.reshape(-1, 4)), 1)[:, 2:]
        assert np.allclose(np.sort(np.abs(after.T.reshape(-1, 4)), 1)[:, 2:], kept)
        conv = np.moveaxis(net.conv.weight.numpy(), 1, -1).reshape(-1, 4)
        assert (np.count_nonzero(conv, 1) == 2).all()
    assert (net.conv.bias.numpy() == 0).all()


def test_small_weights_are_left_alone():
    for layer in (paddle.nn.Linear(2, 8), paddle.nn.Conv2D(3, 8, 3)):
        with pytest.warns(UserWarning, match="not pruned"):
            asp.prune_model(layer)
        assert density(layer.weight) == 1
    assert asp.prune_model(paddle.nn.Conv1D(8, 8, 3)) == {}


def test_training_keeps_the_zeros_and_learns():
    paddle.seed(3)
    net = Net()
    optimizer = asp.decorate(paddle.optimizer.AdamW(0.01, parameters=net.parameters()))
    masks = asp.prune_model(net)
    x, y = paddle.randn([64, 32]), paddle.randint(0, 10, [64])
    losses = []
    for _ in range(20):
        loss = paddle.nn.functional.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(loss.item())
    assert losses[-1] < losses[0] * 0.8
    for layer in (net.hidden, net.out):
        weight = layer.weight.numpy()
        assert (weight[masks[layer.weight.name].numpy() == 0] == 0).all()
        assert density(layer.weight) == 0.5
    assert optimizer.get_lr() == 0.01


def test_a_captured_step_gives_the_same_bits():
    def run(capture):
        paddle.seed(5)
        net = Net()
        optimizer = asp.decorate(paddle.optimizer.Adam(0.01, parameters=net.parameters()))
        asp.prune_model(net)
        x = paddle.randn([8, 32])

        def step(x):
            loss = (net(x) ** 2).mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
            return loss

        step = paddle.jit.to_static(step) if capture else step
        losses = [step(x).item() for _ in range(4)]
        return losses, net.hidden.weight.numpy()

    eager, captured = run(False), run(True)
    assert eager[0] == captured[0] and (eager[1] == captured[1]).all()
    assert np.count_nonzero(captured[1]) == captured[1].size // 2


def test_state_holds_the_masks(tmp_path):
    net = Net()
    optimizer = asp.decorate(paddle.optimizer.Adam(0.1, parameters=net.parameters()))
    masks = asp.prune_model(net)
    net(paddle.rand([4, 32])).sum().backward()
    optimizer.step()
    state = optimizer.state_dict()
    name = net.hidden.weight.name
    assert (state[name + ".asp_mask"] == masks[name]).all()
    paddle.save(state, str(tmp_path / "state"))
    del net.hidden.weight._asp_mask
    optimizer.set_state_dict(paddle.load(str(tmp_path / "state")))
    assert (net.hidden.weight._asp_mask == masks[name]).all()
    optimizer.clear_grad()
    net(paddle.rand([4, 32])).sum().backward()
    optimizer.minimize(net(paddle.rand([4, 32])).sum())
    assert density(net.hidden.weight) == 0.5


def test_without_masks_steps_fill_the_zeros():
    net = Net()
    optimizer = asp.decorate(paddle.optimizer.SGD(0.1, parameters=net.parameters()))
    asp.prune_model(net, with_mask=False)
    (net(paddle.rand([4, 32])) ** 2).sum().backward()
    optimizer.step()
    assert density(net.hidden.weight) > 0.9


def test_excluded_and_added_layers():
    net = Net()
    asp.set_excluded_layers([net.out.weight.name])
    assert set(asp.prune_model(net)) == {net.conv.weight.name, net.hidden.weight.name}
    asp.reset_excluded_layers()
    assert net.out.weight.name in asp.prune_model(net)

    seen = []

    def prune(weight, m, n, algorithm, name):
        seen.append((weight.shape, m, n, algorithm.name, name))
        return weight * 0, np.zeros_like(weight)

    table = paddle.nn.Embedding(8, 6)
    assert asp.prune_model(table) == {}
    asp.add_supported_layer(paddle.nn.Embedding, prune)
    asp.prune_model(table)
    assert seen == [((8, 6), 4, 2, "MASK_1D", table.weight.name)] and density(table.weight) == 0


def test_bfloat16():
    layer = paddle.nn.Linear(8, 8)
    layer.bfloat16()
    masks = asp.prune_model(layer)
    assert density(layer.weight.astype("float32")) == 0.5
    assert masks[layer.weight.name].dtype == paddle.bfloat16


def test_errors():
    layer = paddle.nn.Linear(8, 8)
    with pytest.raises(ValueError, match="mask_algo"):
        asp.prune_model(layer, mask_algo="bad")
    with pytest.raises(ValueError, match="0 < n <= m"):
        asp.prune_model(layer, n=5, m=4)
    with pytest.raises(TypeError, match="model"):
        asp.prune_model(3)
    with pytest.raises(TypeError, match="layer"):
        asp.add_supported_layer(3)
    with pytest.raises(TypeError, match="optimizer"):
        asp.decorate(3)
    with pytest.raises(NotImplementedError, match="static programs"):
        asp.prune_model(paddle.static.Program())


def test_settings_of_tuning(tmp_path):
    set_config = paddle.incubate.autotune.set_config
    assert set_config() is None and set_config({"layout": {"enable": True}, "other": 1}) is None
    path = tmp_path / "config.json"
    path.write_text('{"kernel": {"enable": true, "tuning_range": [1, 3]}}')
    assert set_config(str(path)) is None
    for wrong in (
        3,
        {"kernel": 3},
        {"kernel": {"enable": 3}},
        {"dataloader": {"tuning_steps": []}},
    ):
        with pytest.raises(TypeError):
            set_config(wrong)
    with pytest.raises(OSError):
        set_config(str(tmp_path / "missing.json"))
