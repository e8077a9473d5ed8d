"""Generators, devices and what is asked of GPUs, on a build without one as in PaddlePaddle's CPU wheel."""

import paddle
import pytest

without_gpu = pytest.mark.skipif(
    paddle.is_compiled_with_cuda(), reason="a build with CUDA answers otherwise"
)


def test_a_generator_is_the_one_that_operators_draw_from():
    generator = paddle.Generator().manual_seed(11)
    assert isinstance(generator, paddle.Generator) and generator.initial_seed() == 11
    a = paddle.rand([4]).tolist()
    assert paddle.seed(11).initial_seed() == 11
    assert paddle.rand([4]).tolist() == a
    state = generator.get_state()
    b = paddle.rand([4]).tolist()
    generator.set_state(state)
    assert paddle.rand([4]).tolist() == b
    seed = generator.seed()
    assert generator.initial_seed() == seed
    assert len({generator.random() for _ in range(20)}) == 20
    assert 0 <= generator.random() < 2**64
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="`seed` is out of range"):
            generator.manual_seed(wrong)


def test_states_are_of_the_cpu():
    for get in (paddle.get_rng_state, paddle.device.get_rng_state, paddle.cuda.get_rng_state):
        get("cpu")
        with pytest.raises(ValueError, match="has no generator"):
            get("gpu:0")
    with pytest.raises(ValueError, match="has no generator"):
        paddle.set_rng_state(paddle.get_rng_state(), "gpu")
    with pytest.raises(ValueError, match="has no generator"):
        paddle.Generator("gpu")
    paddle.set_cuda_rng_state([])
    with pytest.raises(ValueError, match="other generators"):
        paddle.set_cuda_rng_state([1])


@without_gpu
def test_what_a_gpu_would_tell():
    assert paddle.device.device_count() == paddle.device.cuda.device_count() == 0
    assert paddle.device.get_available_device() == []
    assert not paddle.cuda.is_available() and paddle.cuda.current_device() == 0
    paddle.device.cuda.empty_cache()
    for name in ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved",
                 "reset_max_memory_allocated", "memory_summary", "get_device_properties", "get_device_name",
                 "get_device_capability", "vmm_compact"):  # fmt: skip
        with pytest.raises(ValueError, match=name):
            getattr(paddle.device.cuda, name)()
    with pytest.raises(RuntimeError, match="synchronize"):
        paddle.device.cuda.synchronize()
    for make in (paddle.device.Stream, paddle.device.cuda.Event, paddle.device.current_stream):
        with pytest.raises(RuntimeError, match="this build has none"):
            make()
    with pytest.raises(RuntimeError):
        paddle.cuda.set_device(0)
    with pytest.raises(RuntimeError, match="no XPUs"):
        paddle.XPUPinnedPlace()


def test_guards_bring_the_device_back():
    before = paddle.get_device()
    with paddle.device.device_guard("cpu"):
        assert paddle.get_device() == "cpu"
    with pytest.raises(KeyError), paddle.device.device(paddle.CPUPlace()):
        raise KeyError
    assert paddle.get_device() == before
    with pytest.raises(TypeError, match="device_guard"):
        paddle.device.device_guard(1.5)
    with pytest.raises(TypeError, match="stream_guard"):
        paddle.device.stream_guard(1)
    paddle.set_default_device("cpu")
    assert paddle.get_default_device() == "cpu"
