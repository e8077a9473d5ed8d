"""What runs on a GPU agrees with the CPU. Without a GPU: asking for one says why there is none."""

import unittest

import numpy as np
import paddle

COUNT = paddle._C.device_count("gpu")


class NoGpu(unittest.TestCase):
    @unittest.skipIf(COUNT > 0, "there is a GPU")
    def test_asking_for_a_gpu_says_why_not(self):
        with self.assertRaisesRegex(RuntimeError, "(?i)gpu|cuda|driver"):
            paddle.full([2], 1.0).cuda()
        with self.assertRaisesRegex(RuntimeError, "(?i)gpu|cuda|driver"):
            paddle.set_device("gpu")


@unittest.skipIf(COUNT == 0, "there is no GPU")
class Gpu(unittest.TestCase):
    def check(self, function, *shapes):
        arrays = [
            np.random.default_rng(i).standard_normal(s).astype("float32")
            for i, s in enumerate(shapes)
        ]
        results = []
        for device in ("cpu", "gpu"):
            inputs = [paddle.to_tensor(a) for a in arrays]
            for t in inputs:
                t.stop_gradient = False
            moved = [t if device == "cpu" else t.cuda() for t in inputs]
            out = function(*moved)
            out.sum().backward()
            results.append([out.cpu().numpy(), *(t.grad.numpy() for t in inputs)])
        for cpu, gpu in zip(*results, strict=True):
            np.testing.assert_allclose(cpu, gpu, rtol=1e-4, atol=1e-5)

    def test_elementwise(self):
        self.check(lambda x, y: (x + y) * x - y / 2.0, (64, 33), (33,))

    def test_strided(self):
        self.check(lambda x, y: x.transpose([1, 0]) * y, (5, 7), (7, 5))

    def test_sum(self):
        self.check(lambda x: x.sum(axis=[0, 2]), (4, 300, 5))

    def test_matmul(self):
        self.check(paddle.matmul, (3, 64, 32), (3, 32, 48))
        self.check(paddle.matmul, (65, 33), (33, 17))

    def test_round_trip(self):
        x = paddle.to_tensor(np.arange(10, dtype="float32"))
        self.assertEqual(x.cuda().place, paddle.CUDAPlace(0))
        np.testing.assert_array_equal(x.cuda().cpu().numpy(), x.numpy())


if __name__ == "__main__":
    unittest.main(verbosity=2)
