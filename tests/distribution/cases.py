"""Distributions whose results are recorded from PaddlePaddle 3.3.1.

PYTHON_WITH_PADDLEPADDLE tests/distribution/cases.py tests/distribution/expected.json
"""

import json
import os
import sys
import warnings

import numpy as np
import paddle
import paddle.distribution as D

warnings.simplefilter("ignore")


def t(*values):
    x = paddle.to_tensor(np.array(values, "float64"))
    x.stop_gradient = False
    return x


A, B = (0.3, 1.2, 2.5), (0.7, 0.4, 1.9)  # positive numbers
P, Q = (0.2, 0.4998, 0.9), (0.5, 0.3, 0.6)  # probabilities
REAL = ((-1.5, 0.25, 0.8), (0.3, 2.0, -0.4))
UNIT = ((0.1, 0.5, 0.9), (0.7, 0.2, 0.4))
COUNTS = ((0.0, 1.0, 3.0), (2.0, 4.0, 0.0))
SIMPLEX = ((0.2, 0.3, 0.5), (0.6, 0.1, 0.3))
MATRIX = ((2.0, 0.3, 0.1), (0.3, 1.0, -0.2), (0.1, -0.2, 0.7))
LOWER = ((1.2, 0.0, 0.0), (0.3, 0.9, 0.0), (-0.4, 0.2, 0.7))
CHOLESKY = (((1.0, 0.0, 0.0), (0.6, 0.8, 0.0), (0.0, 0.6, 0.8)),)

# name: (the distribution of parameters, its parameters, those of another for kl or None, values)
CASES = {
    "Bernoulli": (D.Bernoulli, (P,), (Q,), ((0.0, 1.0, 1.0), (1.0, 0.0, 1.0))),
    "Beta": (D.Beta, (A, B), (B, A), UNIT),
    "Binomial": (lambda p: D.Binomial(6, p), (P,), (Q,), COUNTS),
    "Categorical": (D.Categorical, (A,), (B,), None),
    "Cauchy": (D.Cauchy, (REAL[0], B), (REAL[1], A), REAL),
    "Chi2": (D.Chi2, (A,), (B,), A),
    "ContinuousBernoulli": (D.ContinuousBernoulli, (P,), (Q,), UNIT),
    "Dirichlet": (D.Dirichlet, (A,), (B,), SIMPLEX),
    "Exponential": (D.Exponential, (A,), (B,), UNIT),
    "Gamma": (D.Gamma, (A, B), (B, A), UNIT),
    "Geometric": (D.Geometric, (P,), (Q,), COUNTS),
    "Gumbel": (D.Gumbel, (REAL[0], B), None, REAL),
    "Independent": (lambda a, b: D.Independent(D.Normal(a, b), 1), (REAL, (A, B)), None, REAL),
    "LKJCholesky": (lambda c: D.LKJCholesky(3, c), ((0.6, 1.7),), None, CHOLESKY),
    "Laplace": (D.Laplace, (REAL[0], B), (REAL[1], A), REAL),
    "LogNormal": (D.LogNormal, (REAL[0], B), (REAL[1], A), UNIT),
    "Multinomial": (lambda p: D.Multinomial(5, p), ((A, B),), None, ((0.0, 2.0, 3.0), (1.0, 1.0, 3.0))),
    "MVN covariance": (D.MultivariateNormal, (REAL[0], MATRIX), (REAL[1], MATRIX), REAL),
    "MVN precision": (
        lambda a, m: D.MultivariateNormal(a, precision_matrix=m), (REAL, MATRIX), None, REAL),
    "MVN scale_tril": (lambda a, m: D.MultivariateNormal(a, scale_tril=m), (REAL, LOWER), None, REAL),
    "Normal": (D.Normal, (REAL[0], B), (REAL[1], A), REAL),
    "Poisson": (D.Poisson, (A,), (B,), ((1.0, 1.0, 3.0), (2.0, 4.0, 0.0))),
    "StudentT": (D.StudentT, (A, REAL[0], B), None, REAL),
    "Transformed": (
        lambda a, b: D.TransformedDistribution(
            D.Normal(a, b), [D.AffineTransform(t(1.0), t(2.0, 0.5, 1.0)), D.TanhTransform()]),
        (REAL[0], B), None, UNIT),
    "Transformed simplex": (
        lambda a, b: D.TransformedDistribution(D.Normal(a, b), [D.StickBreakingTransform()]),
        (REAL[0][:2], B[:2]), None, SIMPLEX),
    "Uniform": (D.Uniform, (REAL[0], A), None, ((-1.6, 1.0, 1.0), (0.0, 0.3, 5.0))),
}  # fmt: skip
METHODS = ("log_prob", "prob", "probs", "cdf", "icdf", "pmf", "log_pmf")
SHAPES = ([], [2], [4, 1])
TRANSFORMS = {
    "Abs": (D.AbsTransform, REAL), "Affine": (lambda: D.AffineTransform(t(1.0), t(*A)), REAL),
    "Chain": (lambda: D.ChainTransform([D.AffineTransform(t(1.0), t(*A)), D.SigmoidTransform()]), REAL),
    "Exp": (D.ExpTransform, REAL), "Independent": (lambda: D.IndependentTransform(D.ExpTransform(), 1), REAL),
    "Power": (lambda: D.PowerTransform(t(1.5)), UNIT), "Reshape": (lambda: D.ReshapeTransform((3,), (1, 3)), REAL),
    "Sigmoid": (D.SigmoidTransform, REAL), "Softmax": (D.SoftmaxTransform, REAL),
    "Stack": (lambda: D.StackTransform([D.ExpTransform(), D.TanhTransform(), D.PowerTransform(t(2.0))], -1), UNIT),
    "StickBreaking": (D.StickBreakingTransform, REAL), "Tanh": (D.TanhTransform, UNIT),
}  # fmt: skip


def told(f):
    """Numbers and shape of a result, or that there is none."""
    try:
        x = f()
    except Exception as error:
        return type(error).__name__
    if isinstance(x, (tuple, list)) and not (x and isinstance(x[0], paddle.Tensor)):
        return [int(n) for n in x]
    if isinstance(x, (tuple, list)):
        return [told(lambda v=v: v) for v in x]
    numbers = x.numpy().astype("float64").reshape(-1).tolist()
    return {"shape": [int(n) for n in x.shape], "values": [float(f"{v:.9g}") for v in numbers]}


def gradients(kind, numbers, f):
    """Of the sum of a result weighted by 1, 2, ... to the parameters of a new distribution."""

    def run():
        parameters = [t(*n) for n in numbers]
        out = f(kind(*parameters))
        weight = paddle.arange(1, out.size + 1).astype("float64").reshape(out.shape)
        (out * weight).sum().backward()
        return [p.grad for p in parameters]

    def safely():
        try:
            return [None if g is None else told(lambda g=g: g) for g in run()]
        except Exception as error:
            return type(error).__name__

    return isolated(safely) if __name__ == "__main__" else safely()


def isolated(f):
    """What f gives in a process of its own, or "crash": PaddlePaddle ends in some of these gradients."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.write(writer, json.dumps(f()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        text = file.read()
    os.wait()
    return json.loads(text) if text else "crash"


def results():
    made = {}
    for name, (kind, numbers, others, values) in CASES.items():
        d = kind(*[t(*n) for n in numbers])
        values = (
            paddle.to_tensor([0, 2, 1]) if values is None else t(*values)
        )  # Paddle crashes without gradients
        row = {
            what: told(lambda d=d, w=what: getattr(d, w)) for what in ("mean", "variance", "stddev")
        }
        row.update(
            {
                what: told(lambda d=d, w=what: getattr(d, w))
                for what in ("batch_shape", "event_shape")
            }
        )
        row["entropy"] = told(d.entropy)
        row["entropy gradients"] = gradients(kind, numbers, lambda d: d.entropy())
        for method in METHODS:
            if callable(getattr(d, method, None)):
                row[method] = told(lambda m=method, d=d, v=values: getattr(d, m)(v))
        row["log_prob gradients"] = gradients(kind, numbers, lambda d, v=values: d.log_prob(v))
        row["samples"] = [told(lambda s=s, d=d: d.sample(s).shape) for s in SHAPES]
        if others is not None:
            q = kind(*[t(*n) for n in others])
            row["kl"] = told(lambda d=d, q=q: D.kl_divergence(d, q))
            row["kl gradients"] = gradients(kind, numbers, lambda d, q=q: D.kl_divergence(d, q))
        made[name] = row
    for name, (make, values) in TRANSFORMS.items():
        transform, x = make(), paddle.to_tensor(np.array(values))
        y = transform.forward(x)
        row = {
            "forward": told(lambda y=y: y),
            "inverse": told(lambda y=y, f=transform: f.inverse(y)),
        }
        row["forward_log_det"] = told(lambda x=x, f=transform: f.forward_log_det_jacobian(x))
        row["inverse_log_det"] = told(lambda y=y, f=transform: f.inverse_log_det_jacobian(y))
        for way in ("forward_shape", "inverse_shape"):
            shape = tuple(int(n) for n in (x if way == "forward_shape" else y).shape)
            row[way] = told(lambda f=transform, w=way, s=shape: getattr(f, w)(s))
        made["transform " + name] = row
    return made


if __name__ == "__main__":
    lines = (
        f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in results().items()
    )
    with open(sys.argv[1], "w") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
