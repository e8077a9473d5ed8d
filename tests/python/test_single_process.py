"""paddle.distributed in one process, and what programs import of it beside."""

import importlib

import numpy as np
import paddle
import paddle.distributed as dist
import pytest
from paddle.distributed import absent, fleet


@pytest.fixture
def world():
    yield dist.init_parallel_env()
    dist.destroy_process_group()


CALLS = {
    "all_reduce": lambda x, **k: dist.all_reduce(x, **k),
    "reduce": lambda x, **k: dist.reduce(x, 0, **k),
    "broadcast": lambda x, **k: dist.broadcast(x, 0, **k),
    "all_gather": lambda x, **k: dist.all_gather([], x, **k),
    "gather": lambda x, **k: dist.gather(x, [], **k),
    "scatter": lambda x, **k: dist.scatter(x, [x * 2], **k),
    "alltoall": lambda x, **k: dist.alltoall([], [x], **k),
    "alltoall_single": lambda x, **k: dist.alltoall_single(x, x * 2, **k),
    "reduce_scatter": lambda x, **k: dist.reduce_scatter(x, [x * 2], **k),
}


@pytest.mark.parametrize("name", CALLS)
def test_needs_a_group(name):
    with pytest.raises(RuntimeError, match=f"{name}: the global group is not initialized"):
        CALLS[name](paddle.ones([2]))


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("name", CALLS)
def test_one_process_gets_what_it_gave(name):
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    assert CALLS[name](x) is None
    doubled = name in ("scatter", "alltoall_single", "reduce_scatter")
    assert x.tolist() == ([2.0, 4.0] if doubled else [1.0, 2.0])
    assert CALLS[name](x, sync_op=False).wait()


@pytest.mark.parametrize("name", CALLS)
def test_more_processes_are_refused(name, monkeypatch):
    group = dist.new_group([0])
    monkeypatch.setenv("PADDLE_TRAINERS_NUM", "2")
    monkeypatch.setenv("PADDLE_TRAINER_ID", "1")
    assert (dist.get_rank(), dist.get_world_size()) == (1, 2)
    with pytest.raises(NotImplementedError, match="PADDLE_TRAINERS_NUM=1"):
        CALLS[name](paddle.ones([2]), group=group)
    for refused in (
        dist.init_parallel_env,
        dist.new_group,
        lambda: paddle.DataParallel(paddle.nn.Linear(1, 1)),
        lambda: fleet.init(is_collective=True),
        lambda: fleet.distributed_model(paddle.nn.Linear(1, 1)),
    ):
        with pytest.raises(NotImplementedError, match="PADDLE_TRAINERS_NUM=1"):
            refused()


@pytest.mark.usefixtures("world")
def test_wrong_arguments():
    x = paddle.ones([2])
    for call, part in (
        (lambda: dist.broadcast(x, 3), "the process is not in the group"),
        (lambda: dist.all_reduce(x, op=9), "argument `op` is wrong"),
        (lambda: dist.scatter(x, []), "Expected: 1, one for each process"),
        (lambda: dist.scatter(x, [paddle.ones([3])]), "the tensors differ"),
        (lambda: dist.alltoall_single(x, x, [1]), "in_split_sizes"),
        (lambda: dist.send(x, 0), "can not talk to itself"),
        (lambda: dist.new_group([0, 1]), "there is one process"),
    ):
        with pytest.raises(ValueError, match=part):
            call()


def test_environment(monkeypatch):
    monkeypatch.setenv("PADDLE_TRAINER_ENDPOINTS", "a:1,b:2")
    env = dist.ParallelEnv()
    assert (env.rank, env.local_rank, env.nranks, env.trainer_endpoints) == (
        0,
        0,
        1,
        ["a:1", "b:2"],
    )
    monkeypatch.setenv("PADDLE_TRAINER_ID", "x")
    with pytest.raises(ValueError, match="PADDLE_TRAINER_ID is wrong"):
        dist.ParallelEnv()


def test_data_parallel_is_its_layer():
    net = paddle.nn.Linear(3, 2)
    parallel = paddle.DataParallel(net)
    x = paddle.ones([4, 3])
    with parallel.no_sync():
        parallel.scale_loss(parallel(x).sum()).backward()
    np.testing.assert_array_equal(net.weight.grad.numpy(), np.full([3, 2], 4.0))
    other = paddle.DataParallel(paddle.nn.Linear(3, 2))
    other.set_state_dict(parallel.state_dict())
    np.testing.assert_array_equal(other(x).numpy(), net(x).numpy())
    assert isinstance(parallel, paddle.DataParallel) and not isinstance(net, paddle.DataParallel)
    assert [p is q for p, q in zip(parallel.parameters(), net.parameters(), strict=True)] == [
        True,
        True,
    ]


def test_a_class_derived_from_data_parallel():
    class Mine(paddle.DataParallel):
        def forward(self, x):
            return super().forward(x) + 1

    net = paddle.nn.Linear(3, 2)
    mine = Mine(net)
    assert isinstance(mine, (paddle.nn.Layer, paddle.DataParallel)) and issubclass(
        Mine, paddle.DataParallel
    )
    np.testing.assert_array_equal(
        mine(paddle.ones([1, 3])).numpy(), net(paddle.ones([1, 3])).numpy() + 1
    )


@pytest.mark.parametrize("path", sorted(absent.MODULES))
def test_what_is_absent_can_be_imported_and_raises(path):
    module = importlib.import_module(f"paddle.distributed.{path}")
    for name in absent.MODULES[path]:
        value = getattr(module, name)
        if name in absent.OTHER_HOMES.get(path, ()):
            continue
        assert not isinstance(paddle.nn.Linear(1, 1), value)
        with pytest.raises(NotImplementedError, match=name):
            value()
    with pytest.raises(AttributeError, match="no_such_name"):
        module.no_such_name  # noqa: B018


def test_generators_under_names():
    tracker = fleet.meta_parallel.RNGStatesTracker()
    tracker.add("a", 5)
    paddle.seed(1)
    expected = paddle.rand([2]).tolist(), paddle.rand([2]).tolist()
    paddle.seed(1)
    first = paddle.rand([2]).tolist()
    with tracker.rng_state("a"):
        drawn = paddle.rand([2]).tolist()
    with tracker.rng_state("a"):
        later = paddle.rand([2]).tolist()
    assert (first, paddle.rand([2]).tolist()) == expected  # the other generator stood still
    paddle.seed(5)
    assert [paddle.rand([2]).tolist() for _ in range(2)] == [drawn, later]
    for call in (lambda: tracker.add("a", 6), lambda: tracker.add("b", 5)):
        with pytest.raises(ValueError, match="is there already"):
            call()
    with pytest.raises(ValueError, match="no such generator"), tracker.rng_state("c"):
        pass
    other = fleet.meta_parallel.RNGStatesTracker()
    other.set_states_tracker(tracker.get_states_tracker())
    with other.rng_state("a"):
        third = paddle.rand([2]).tolist()
    with tracker.rng_state("a"):
        assert paddle.rand([2]).tolist() == third
