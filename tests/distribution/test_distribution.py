"""paddle.distribution against results recorded from PaddlePaddle (cases.py), samples against moments."""

import json
import math
import pathlib

import numpy as np
import paddle
import paddle.distribution as D
import pytest

from tests.distribution import cases

EXPECTED = json.loads((pathlib.Path(__file__).parent / "expected.json").read_text())
# Where PaddlePaddle is wrong or has nothing; "crash": its process ended.
DIFFERENT = {
    ("Bernoulli", "entropy gradients"): "misses the part through the probabilities",
    ("Geometric", "kl"): "the sum over all values is 1 / p times what it gives",
    ("Geometric", "kl gradients"): "as above",
    ("MVN precision", "entropy gradients"): "numbers near 1e-310",
    ("MVN precision", "log_prob gradients"): "numbers near 1e-310",
    **{("Categorical", w): "has none" for w in ("batch_shape", "event_shape")},
    **{("Uniform", w): "has none" for w in ("mean", "variance")},
}


@pytest.fixture(scope="module")
def results():
    return cases.results()


def same(got, expected):
    if isinstance(expected, dict):
        return got.keys() == expected.keys() and all(same(got[k], expected[k]) for k in got)
    if isinstance(expected, list):
        return len(got) == len(expected) and all(map(same, got, expected))
    if isinstance(expected, float) and isinstance(got, float):
        return (
            got == expected
            or math.isclose(got, expected, rel_tol=1e-6, abs_tol=1e-6)
            or got != got != expected
        )
    return got == expected


@pytest.mark.parametrize("name", EXPECTED)
def test_as_paddle(name, results):
    assert set(results[name]) == set(EXPECTED[name])
    for what, expected in EXPECTED[name].items():
        if expected == "crash" or (name, what) in DIFFERENT:
            continue
        assert same(results[name][what], expected), (what, results[name][what], expected)


def numeric_kl(p, q, values):
    log_p, log_q = p(values), q(values)
    return (np.exp(log_p) * (log_p - log_q)).sum(0)


def test_where_paddle_differs():
    p, q = paddle.to_tensor([0.3, 0.7], "float64"), paddle.to_tensor([0.6, 0.2], "float64")
    k = paddle.arange(200, dtype="float64").unsqueeze(-1)
    a, b = D.Geometric(p), D.Geometric(q)
    expected = numeric_kl(lambda v: a.log_pmf(v).numpy(), lambda v: b.log_pmf(v).numpy(), k)
    assert np.allclose(D.kl_divergence(a, b).numpy(), expected)
    assert D.Binomial(3, 0.5).log_prob(paddle.to_tensor([4.0])).item() == -math.inf
    assert D.Poisson(paddle.to_tensor([0.0])).log_prob(paddle.to_tensor([0.0, 1.0])).tolist() == [
        0,
        -math.inf,
    ]
    counts = D.Binomial(paddle.to_tensor([2.0, 5.0]), paddle.to_tensor([0.5, 0.3]))
    alone = [D.Binomial(2, 0.5).entropy().item(), D.Binomial(5, 0.3).entropy().item()]
    assert np.allclose(counts.entropy().numpy(), alone, rtol=1e-6)
    x = paddle.to_tensor([0.2, 0.7], "float64", stop_gradient=False)
    D.Bernoulli(x).entropy().sum().backward()
    assert np.allclose(x.grad.numpy(), np.log((1 - x.numpy()) / x.numpy()))
    one, two = D.Uniform(0.0, 1.0), D.Uniform(-1.0, 3.0)
    assert np.isclose(D.kl_divergence(one, two).item(), math.log(4))
    assert D.kl_divergence(two, one).item() == math.inf


def t(*values):
    return paddle.to_tensor(values, "float64")


MOMENTS = {
    "Bernoulli": lambda: D.Bernoulli(t(0.2, 0.7)), "Beta": lambda: D.Beta(t(0.4, 2.0), t(0.8, 3.0)),
    "Binomial": lambda: D.Binomial(9, t(0.2, 0.7)), "Chi2": lambda: D.Chi2(t(1.0, 4.0)),
    "ContinuousBernoulli": lambda: D.ContinuousBernoulli(t(0.2, 0.5, 0.95)),
    "Dirichlet": lambda: D.Dirichlet(t(0.05, 0.7, 2.0)), "Exponential": lambda: D.Exponential(t(0.5, 3.0)),
    "Gamma": lambda: D.Gamma(t(0.3, 3.0), t(2.0, 0.5)), "Geometric": lambda: D.Geometric(t(0.2, 0.8)),
    "Gumbel": lambda: D.Gumbel(t(0.5, -1.0), t(1.0, 0.3)), "Laplace": lambda: D.Laplace(t(0.5, -1.0), t(1.0, 0.3)),
    "LogNormal": lambda: D.LogNormal(t(0.5, -1.0), t(0.5, 0.3)),
    "Multinomial": lambda: D.Multinomial(7, t(0.2, 0.5, 0.3)),
    "MultivariateNormal": lambda: D.MultivariateNormal(t(1.0, -1.0), t([2.0, 0.5], [0.5, 1.0])),
    "Normal": lambda: D.Normal(t(1.0, -1.0), t(2.0, 0.5)), "Poisson": lambda: D.Poisson(t(0.4, 12.0)),
    "StudentT": lambda: D.StudentT(t(9.0, 20.0), t(1.0, -1.0), t(2.0, 0.5)),
    "Uniform": lambda: D.Uniform(t(1.0, -1.0), t(2.0, 0.5)),
}  # fmt: skip


@pytest.mark.parametrize("name", MOMENTS)
def test_samples_have_the_moments(name):
    paddle.seed(7)
    d, n = MOMENTS[name](), 40000
    x = d.sample([n]).numpy()
    mean, variance = d.mean.numpy(), d.variance.numpy()
    assert x.shape[1:] == mean.shape and np.isfinite(x).all()
    assert (np.abs(x.mean(0) - mean) < 5 * np.sqrt(variance / n)).all(), (x.mean(0), mean)
    spread = ((x - mean) ** 2).std(0)
    assert (np.abs(((x - mean) ** 2).mean(0) - variance) < 6 * spread / math.sqrt(n)).all()


def test_categories_come_as_often_as_they_should():
    paddle.seed(1)
    logits = paddle.to_tensor([[0.0, 1.0, 2.0], [1.0, 0.0, 0.0]])
    drawn = D.Categorical(logits).sample([20000]).numpy()
    p = np.exp(logits.numpy()) / np.exp(logits.numpy()).sum(-1, keepdims=True)
    often = np.stack([(drawn == k).mean(0) for k in range(3)], -1)
    assert np.abs(often - p).max() < 0.02


def test_cauchy_has_its_quartiles():
    paddle.seed(1)
    x = D.Cauchy(1.0, 2.0).sample([40000]).numpy()
    assert np.allclose(np.quantile(x, [0.25, 0.5, 0.75]), [-1, 1, 3], atol=0.1)


@pytest.mark.parametrize("method", ["onion", "cvine"])
def test_correlation_matrices(method):
    paddle.seed(1)
    d = D.LKJCholesky(4, paddle.to_tensor([0.8, 3.0]), method)
    factor = d.sample([8000])
    matrix = (factor @ factor.transpose([0, 1, 3, 2])).numpy()
    assert np.allclose(np.diagonal(matrix, axis1=-2, axis2=-1), 1, atol=1e-5)
    # Each correlation is 2 b - 1 with b of a beta distribution with concentration + (dim - 2) / 2 twice.
    a = np.array([0.8, 3.0]) + 1
    for i, j in ((1, 0), (3, 0), (3, 2)):
        assert np.allclose(matrix[..., i, j].var(0), 1 / (2 * a + 1), rtol=0.08)
        assert np.abs(matrix[..., i, j].mean(0)).max() < 0.03


def test_gradients_of_samples():
    for make, count in ((D.Normal, 2), (D.Uniform, 2), (D.Laplace, 2), (D.Cauchy, 2), (D.Gumbel, 2), (D.LogNormal, 2),
                        (D.Exponential, 1), (D.Bernoulli, 1), (D.ContinuousBernoulli, 1)):  # fmt: skip
        values = [t(0.3, 0.6), t(0.8, 0.9)][:count]
        for v in values:
            v.stop_gradient = False

        def drawn(vs, make=make):
            paddle.seed(3)
            return make(*vs).rsample([5])

        drawn(values).sum().backward()
        for v in values:
            up, down = (
                [u.detach() + s if u is v else u.detach() for u in values] for s in (1e-6, -1e-6)
            )
            slope = ((drawn(up) - drawn(down)).sum(0) / 2e-6).numpy()
            assert np.allclose(v.grad.numpy(), slope, rtol=1e-4), make


def test_samples_without_gradients():
    x = paddle.to_tensor([0.5], stop_gradient=False)
    for d in (
        D.Exponential(x),
        D.Gamma(x, x),
        D.Laplace(x, x),
        D.Beta(x, x),
        D.Bernoulli(x),
        D.Poisson(x),
    ):
        assert d.sample([2]).stop_gradient, d


def test_arguments():
    assert D.Normal(0, 1).sample().shape == [] and D.Normal([0, 1], 2.0).batch_shape == (2,)
    assert D.Normal(np.zeros(2), 1.0).dtype == "float64" and D.Gamma(1, 2.0).dtype == "float32"
    assert D.Normal(paddle.zeros([2, 1]), paddle.ones([3])).sample((4,)).shape == [4, 2, 3]
    z = D.Normal(1 + 1j, 2.0)
    assert z.sample([3]).dtype == paddle.complex64
    paddle.seed(1)
    spread = (z.sample([20000]) - (1 + 1j)).abs().square().mean().item()
    assert abs(spread - 4) < 0.15
    assert isinstance(D.ExpTransform()(D.Normal(0.0, 1.0)), D.TransformedDistribution)


@pytest.mark.parametrize("call, error, text", [
    (lambda: D.Normal("a", 1.0), TypeError, "argument `loc`"),
    (lambda: D.Chi2(-1.0), ValueError, "`df` is not positive"),
    (lambda: D.Multinomial(0, paddle.ones([2])), ValueError, "`total_count`"),
    (lambda: D.MultivariateNormal(paddle.zeros([2])), ValueError, "one matrix"),
    (lambda: D.MultivariateNormal(paddle.zeros([2]), paddle.eye(3)), ValueError, "does not fit"),
    (lambda: D.LKJCholesky(1), ValueError, "`dim`"), (lambda: D.Cauchy(0.0, 1.0).mean, ValueError, "no mean"),
    (lambda: D.Independent(D.Normal(0.0, 1.0), 1), ValueError, "out of range"),
    (lambda: D.kl_divergence(D.Normal(0.0, 1.0), D.Uniform(0.0, 1.0)), NotImplementedError, "no rule"),
    (lambda: D.Normal(0.0, 1.0).kl_divergence(D.Uniform(0.0, 1.0)), TypeError, "`other`"),
    (lambda: D.Normal(0.0, 1.0).sample(3), TypeError, "`shape`"),
    (lambda: D.register_kl(int, int), TypeError, "register_kl"),
    (lambda: D.AbsTransform().forward_log_det_jacobian(paddle.ones([1])), NotImplementedError, "injective"),
    (lambda: D.ReshapeTransform((2,), (3,)), ValueError, "differ in size"),
    (lambda: D.Distribution().mean, NotImplementedError, "none"),
    (lambda: D.AffineTransform(1.0, 2.0), TypeError, "`loc`"),
    (lambda: D.ChainTransform([1]), TypeError, "`transforms`"),
])  # fmt: skip
def test_errors(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_registered_rules():
    class Near(D.Normal):
        pass

    @D.register_kl(Near, D.Normal)
    def rule(p, q):
        return paddle.full([], 7.0)

    assert D.kl_divergence(Near(0.0, 1.0), D.Normal(0.0, 1.0)).item() == 7
    assert D.kl_divergence(D.Normal(0.0, 1.0), Near(0.0, 1.0)).item() == 0


def test_bregman_divergence():
    """The general rule of exponential families agrees with the special ones."""
    from paddle.distribution.kl import _of_families

    for p, q in (
        (D.Gamma(t(0.5), t(2.0)), D.Gamma(t(1.5), t(0.7))),
        (D.Beta(t(0.5), t(2.0)), D.Beta(t(1.5), t(0.7))),
        (D.Exponential(t(0.5)), D.Exponential(t(2.0))),
        (D.Dirichlet(t(0.5, 2.0)), D.Dirichlet(t(1.5, 0.7))),
    ):
        assert np.allclose(_of_families(p, q).numpy(), D.kl_divergence(p, q).numpy())
