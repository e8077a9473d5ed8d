"""Datasets, samplers, DataLoader."""

import numpy as np
import paddle
import pytest
from paddle import io


class Numbers(io.Dataset):
    def __init__(self, n=10):
        self.n = n

    def __getitem__(self, i):
        return np.full([2], i, "float32"), i

    def __len__(self):
        return self.n


class Stream(io.IterableDataset):
    def __iter__(self):
        return (np.float32(i) for i in range(5))


def test_loader_batches():
    batches = list(io.DataLoader(Numbers(), batch_size=4))
    assert [b[0].shape for b in batches] == [[4, 2], [4, 2], [2, 2]]
    assert batches[0][1].dtype is paddle.int64 and batches[2][1].tolist() == [8, 9]
    loader = io.DataLoader(Numbers(), batch_size=4, drop_last=True)
    assert len(loader) == 2 and len(list(loader)) == 2
    np.random.seed(0)
    seen = [i for _, y in io.DataLoader(Numbers(), batch_size=4, shuffle=True) for i in y.tolist()]
    assert sorted(seen) == list(range(10)) and seen != list(range(10))
    assert [y for _, y in io.DataLoader(Numbers(3), batch_size=None)] == [0, 1, 2]
    assert [b.tolist() for b in io.DataLoader(Stream(), batch_size=2)] == [[0, 1], [2, 3], [4]]
    assert len(list(io.DataLoader(Stream(), batch_size=2, drop_last=True))) == 2
    assert list(io.DataLoader(Stream(), batch_size=None)) == [0, 1, 2, 3, 4]


def test_collate():
    samples = [
        {"x": np.ones(2), "y": [1, 2.5], "s": "a"},
        {"x": np.zeros(2), "y": [3, 4.5], "s": "b"},
    ]
    (batch,) = io.DataLoader(samples, batch_size=2)
    assert batch["x"].shape == [2, 2] and batch["x"].dtype is paddle.float64
    assert [part.tolist() for part in batch["y"]] == [[1, 3], [2.5, 4.5]] and batch["s"] == [
        "a",
        "b",
    ]
    with pytest.raises(TypeError, match="collate_fn"):
        list(io.DataLoader([object()]))
    with pytest.raises(RuntimeError, match="parts"):
        list(io.DataLoader([[1], [1, 2]], batch_size=2))
    (batch,) = io.DataLoader(
        Numbers(2), batch_size=2, collate_fn=lambda b: np.array([y for _, y in b])
    )
    assert batch.tolist() == [0, 1]


def test_batch_sampler_of_ones_own():
    class Two(io.BatchSampler):
        def __init__(self):
            super().__init__(dataset=range(10), batch_size=3)

        def __iter__(self):
            yield [1, 2]
            yield [5]

        def __len__(self):
            return 2

    loader = io.DataLoader(Numbers(), batch_sampler=Two())
    assert len(loader) == 2 and [y.tolist() for _, y in loader] == [[1, 2], [5]]


def test_datasets():
    numbers = io.Subset(range(100), [10, 20, 30])
    assert len(numbers) == 3 and numbers[1] == 20
    joined = io.ConcatDataset([numbers, range(5)])
    assert len(joined) == 8 and joined[3] == 0 and joined[-1] == 4
    with pytest.raises(IndexError, match=r"index 8 is out of range \[-8, 8\)"):
        joined[8]
    assert io.ComposeDataset([Numbers(3), Numbers(3)])[2][1::2] == (2, 2)
    assert [float(x) for x in io.ChainDataset([Stream(), Stream()])] == [0, 1, 2, 3, 4] * 2
    with pytest.raises(TypeError, match="ConcatDataset: a dataset has the wrong kind"):
        io.ConcatDataset([Stream()])
    with pytest.raises(TypeError, match="ChainDataset: a dataset has the wrong kind"):
        io.ChainDataset([Numbers()])
    with pytest.raises(ValueError, match="ComposeDataset: the lengths differ"):
        io.ComposeDataset([Numbers(2), Numbers(3)])
    with pytest.raises(RuntimeError, match="Stream: an IterableDataset has no samples by index"):
        Stream()[0]
    with pytest.raises(NotImplementedError, match="Dataset: __getitem__ is not written"):
        io.Dataset()[0]


def test_samplers():
    assert list(io.SequenceSampler(range(3))) == [0, 1, 2]
    assert sorted(io.RandomSampler(range(5))) == [0, 1, 2, 3, 4]
    assert len(list(io.RandomSampler(range(5), replacement=True, num_samples=20))) == 20
    assert list(io.RandomSampler(range(5), num_samples=2, generator=iter([3, 1, 4]))) == [3, 1]
    with pytest.raises(ValueError, match="without replacement there are not so many samples"):
        io.RandomSampler(range(5), num_samples=9)
    assert set(io.WeightedRandomSampler([0, 1, 1], 20)) == {1, 2}
    with pytest.raises(
        ValueError, match="WeightedRandomSampler: a weight is negative or not finite"
    ):
        list(io.WeightedRandomSampler([-1, 1], 2))
    batches = io.BatchSampler(sampler=[4, 3, 2], batch_size=2)
    assert list(batches) == [[4, 3], [2]] and len(batches) == 2
    with pytest.raises(ValueError, match="BatchSampler: give either `dataset` or `sampler`"):
        io.BatchSampler()
    np.random.seed(3)
    order = list(io.RandomSampler(range(6)))
    np.random.seed(3)
    assert order == np.random.choice(np.arange(6), 6, replace=False).tolist()


@pytest.mark.parametrize("n", [1, 7, 8, 9, 16])
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_distributed_batches(n, ranks):
    samplers = [
        io.DistributedBatchSampler(range(n), 2, num_replicas=ranks, rank=r, shuffle=True)
        for r in range(ranks)
    ]
    for epoch in range(2):
        seen, counts = [], []
        for sampler in samplers:
            sampler.set_epoch(epoch)
            batches = list(sampler)
            assert len(batches) == len(sampler)
            counts.append(sum(map(len, batches)))
            seen += [i for batch in batches for i in batch]
        assert set(seen) == set(range(n)) and len(set(counts)) == 1
