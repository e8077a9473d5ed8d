"""What runs on a GPU agrees with the CPU. Without a GPU: asking for one says why there is none."""

import itertools
import os
import threading
import unittest

import numpy as np
import paddle

COUNT = paddle._C.device_count("gpu")
SMALL = bool(os.environ.get("GPU_TEST_SMALL"))  # under compute-sanitizer, which is slow

UNARY = "neg abs square sqrt rsqrt reciprocal exp log tanh sigmoid".split()
BINARY = "add subtract multiply divide".split()
TOLERANCE = {"float16": 2e-3, "bfloat16": 1e-2, "float32": 2e-6, "float64": 1e-14}


def draw(shape, seed=0, positive=False):
    x = np.random.default_rng(seed).standard_normal(shape)
    return np.abs(x) + 0.5 if positive else x


class NoGpu(unittest.TestCase):
    @unittest.skipIf(COUNT > 0, "there is a GPU")
    def test_asking_for_a_gpu_says_why_not(self):
        with self.assertRaisesRegex(RuntimeError, "(?i)gpu|cuda|driver"):
            paddle.full([2], 1.0).cuda()
        with self.assertRaisesRegex(RuntimeError, "(?i)gpu|cuda|driver"):
            paddle.set_device("gpu")


@unittest.skipIf(COUNT == 0, "there is no GPU")
class Gpu(unittest.TestCase):
    def same(self, gpu, cpu, tolerance):
        self.assertEqual(gpu.place, paddle.CUDAPlace(0))
        self.assertEqual(gpu.shape, cpu.shape)
        self.assertEqual(gpu.dtype, cpu.dtype)
        got, want = (t.cpu().astype("float64").numpy() for t in (gpu, cpu))
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)

    def check(self, function, *arrays, tolerance=1e-5, dtype="float32"):
        """Values and gradients on both devices."""
        results = []
        for device in ("cpu", "gpu"):
            leaves = [paddle.to_tensor(a).astype(dtype) for a in arrays]
            if device == "gpu":
                leaves = [t.cuda() for t in leaves]
            for t in leaves:
                t.stop_gradient = False
            out = function(*leaves)
            out.sum().backward()
            results.append([out, *(t.grad for t in leaves)])
        for cpu, gpu in zip(*results, strict=True):
            self.same(gpu, cpu, tolerance)

    def test_unary(self):
        for name, dtype in itertools.product(UNARY, TOLERANCE):
            with self.subTest(name, dtype=dtype):
                x = draw((130,) if SMALL else (70001,), positive=True)
                self.check(getattr(paddle, name), x, dtype=dtype, tolerance=4 * TOLERANCE[dtype])

    def test_binary(self):
        shapes = [((64, 33), (33,)), ((5, 1, 7), (1, 6, 1)), ((1001,), (1001,)), ((), (3, 2))]
        for name, dtype, (a, b) in itertools.product(BINARY, TOLERANCE, shapes):
            with self.subTest(name, dtype=dtype, shapes=(a, b)):
                x, y = draw(a), draw(b, 1, positive=True)
                sums = max(np.prod(a), np.prod(b)) if dtype in ("float16", "bfloat16") else 10
                self.check(
                    getattr(paddle, name),
                    x,
                    y,
                    dtype=dtype,
                    tolerance=TOLERANCE[dtype] * sums**0.5 * 4,
                )

    def test_integers(self):
        for dtype in ("int32", "int64"):
            x = np.arange(-500, 500, dtype=dtype).reshape(10, 100)
            a, b = paddle.to_tensor(x), paddle.to_tensor(x).cuda()
            self.same(b + b * b - 3, a + a * a - 3, 0)
            self.same(b.sum(axis=1), a.sum(axis=1), 0)

    def test_numbers_are_not_rounded_first(self):
        for dtype in ("float16", "bfloat16"):
            x = paddle.to_tensor([1000.0, 0.0, 2.0]).astype(dtype)
            for f in (
                lambda t: t * 1.003,
                lambda t: 1e5 - t,
                lambda t: t * 1e9,
                lambda t: 1 / (t + 1e-3),
            ):
                np.testing.assert_array_equal(
                    f(x.cuda()).cpu().astype("float32").numpy(), f(x).astype("float32").numpy()
                )

    def test_strides(self):
        self.check(lambda x, y: x.transpose([1, 0]) * y, draw((5, 7)), draw((7, 5)))
        self.check(lambda x: x.transpose([2, 0, 1])[1:, ::2] * 2.0, draw((6, 5, 4)))
        self.check(lambda x: x[1:] + x[:-1], draw((1001,)))  # not aligned to 16 bytes
        self.check(lambda x: x.expand([3, 4, 5]) * 1.0, draw((4, 1)))

    def test_writing_into_views(self):
        results = []
        for device in ("cpu", "gpu"):
            x = paddle.to_tensor(draw((6, 8)).astype("float32"))
            x = x.cuda() if device == "gpu" else x
            x[1:3, ::2] = x[2:4, 1::2]
            x[0] = 5.0
            results.append(x)
        self.same(results[1], results[0], 0)

    def test_sum(self):
        shapes = [(4, 300, 5), (1, 70001), (70001, 1), (3, 2049), (300, 65), (7, 1, 9)]
        if not SMALL:
            shapes += [(2, 5_000_000), (100_000, 3), (3, 100_000), (64, 64, 1025)]
        for shape in shapes:
            x = draw(shape)
            for r in range(len(shape) + 1):
                for axis in itertools.combinations(range(len(shape)), r):
                    with self.subTest(shape=shape, axis=axis):
                        self.check(
                            lambda t, axis=axis: t.sum(
                                axis=list(axis) or None, keepdim=len(axis) == 1
                            ),
                            x,
                            tolerance=2e-3,
                        )
        x = paddle.to_tensor(draw((40, 30))).cuda()
        self.same(x.transpose([1, 0]).sum(axis=0), x.cpu().transpose([1, 0]).sum(axis=0), 1e-12)
        ones = paddle.full([1 << 25], 1.0).cuda()
        self.assertEqual(ones.sum().item(), 1 << 25)
        self.assertEqual(paddle.full([0, 3], 1.0).cuda().sum().item(), 0)

    def test_the_same_sum_twice(self):
        x = paddle.to_tensor(draw((1 << 20,)).astype("float32")).cuda()
        self.assertEqual(len({x.sum().item() for _ in range(20)}), 1)

    def test_matmul(self):
        cases = [
            ((3, 64, 32), (3, 32, 48)),
            ((65, 33), (33, 17)),
            ((2, 3, 8, 4), (3, 4, 5)),
            ((9,), (9,)),
            ((4, 5, 6), (6, 7)),
            ((5, 6), (6,)),
            ((6,), (2, 6, 3)),
            ((2, 1, 3, 4), (1, 5, 4, 2)),
        ]
        for a, b in cases:
            with self.subTest(shapes=(a, b)):
                self.check(paddle.matmul, draw(a), draw(b, 1), dtype="float64", tolerance=1e-12)
                self.check(paddle.matmul, draw(a), draw(b, 1), tolerance=1e-4)
        for dtype in ("float16", "bfloat16"):
            self.check(paddle.matmul, draw((64, 64)), draw((64, 64), 1), dtype=dtype, tolerance=0.3)
        for tx, ty in itertools.product((False, True), repeat=2):
            x, y = draw((4, 5, 3) if tx else (4, 3, 5)), draw((4, 6, 5) if ty else (4, 5, 6), 1)
            self.check(
                lambda a, b, tx=tx, ty=ty: paddle.matmul(a, b, tx, ty),
                x,
                y,
                dtype="float64",
                tolerance=1e-12,
            )
        self.check(
            lambda x, y: paddle.matmul(x.transpose([1, 0]), y[::2]),
            draw((4, 3)),
            draw((8, 5)),
            dtype="float64",
            tolerance=1e-12,
        )
        self.assertEqual(
            paddle.matmul(paddle.ones([2, 0]).cuda(), paddle.ones([0, 3]).cuda()).tolist(),
            [[0] * 3] * 2,
        )

    def test_cast(self):
        x = paddle.to_tensor([0.0, 1.5, -2.5, 100.0])
        for dtype in ("bool", "int32", "int64", "float16", "bfloat16", "float64"):
            self.same(x.cuda().astype(dtype), x.astype(dtype), 0)

    def test_gradient_of_a_gradient(self):
        x = paddle.to_tensor(draw((50,))).cuda()
        x.stop_gradient = False
        (g,) = paddle.grad((x * x * x).sum(), x, create_graph=True)
        (h,) = paddle.grad(g.sum(), x)
        self.same(h, x.cpu().detach() * 6.0, 1e-12)

    def test_training_a_linear_model(self):
        x, w = draw((256, 8)).astype("float32"), draw((8, 1), 1).astype("float32")
        data, target = paddle.to_tensor(x).cuda(), paddle.to_tensor(x @ w).cuda()
        weight = paddle.zeros([8, 1]).cuda()
        for _ in range(200):
            weight.stop_gradient = False
            error = paddle.matmul(data, weight) - target
            (error * error).sum().backward()
            weight = (weight - weight.grad * 1e-3).detach()
        np.testing.assert_allclose(weight.cpu().numpy(), w, atol=1e-3)

    def test_what_host_code_reads(self):
        x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]]).cuda()
        self.assertEqual(x.tolist(), [[1.0, 2.0], [3.0, 4.0]])
        self.assertEqual(x[1, 0].item(), 3.0)
        self.assertIn("gpu:0", str(x))
        self.assertEqual(float(x.sum()), 10.0)
        np.testing.assert_array_equal(x.numpy(), [[1, 2], [3, 4]])
        self.assertEqual(x.cuda().place, paddle.CUDAPlace(0))

    def test_mixed_devices_are_refused(self):
        with self.assertRaisesRegex(ValueError, "different devices"):
            paddle.ones([3]).cuda() + paddle.ones([3])

    def test_a_missing_kernel_is_named(self):
        with self.assertRaisesRegex(NotImplementedError, "cumsum"):
            paddle.ones([3]).cuda().cumsum()

    def test_the_default_device(self):
        paddle.set_device("gpu")
        try:
            x = paddle.ones([4])
            self.assertEqual(x.place, paddle.CUDAPlace(0))
            cpu = paddle.to_tensor([1.0, 2.0], place=paddle.CPUPlace())
            cpu.stop_gradient = False
            (cpu * 2.0).sum().backward()  # rules follow the operands
            self.assertEqual(cpu.grad.place, paddle.CPUPlace())
        finally:
            paddle.set_device("cpu")

    def test_memory_is_reused(self):
        x = paddle.ones([1 << 20]).cuda()
        for _ in range(2000):
            x = x * 1.0
        self.assertEqual(x[5].item(), 1.0)

    def test_threads(self):
        failures = []

        def work(seed):
            try:
                x = paddle.to_tensor(draw((64, 64), seed)).cuda()
                for _ in range(20):
                    self.same(paddle.matmul(x, x), paddle.matmul(x.cpu(), x.cpu()), 1e-10)
            except Exception as e:
                failures.append(e)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])

    @unittest.skipIf(SMALL, "needs 20 GB")
    def test_more_than_two_to_the_31_elements(self):
        n = (1 << 31) + 1024
        x = paddle.zeros([1], "float16").cuda().expand([n])
        y = x + 1.0
        self.assertEqual(y[-1].item(), 1.0)
        wide = y.reshape([2, n // 2]).transpose([1, 0]) * 2.0
        self.assertEqual(wide[-1, -1].item(), 2.0)
        self.assertEqual(y.reshape([1024, -1]).astype("float32").sum(axis=1).sum().item(), n)


if __name__ == "__main__":
    unittest.main(verbosity=1)
