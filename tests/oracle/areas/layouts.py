"""Empty, 0-D, transposed, repeated, sliced and narrow inputs through functions of every kind; arguments by name."""

from tests.oracle.inputs import *

# fmt: off
SHAPED = ["F32(0)", "F32(0, 3)", "F32(3, 0)", "F32()", "F32(3, 2).T", "F32(1, 3).expand([2, 3])",
"F32(4, 6)[::2, ::2]", "F32(2, 3)[::-1]", "G32(3, 2).T * 1",
          "F32(2, 3, 1).squeeze(-1)", "F64(3, 3)[1:, :]", "I64(3, 2).T", "F32(1, 1)", "F32(2, 1, 3)[:, 0]"]
ONE = """sum mean max min prod argmax argmin any all cumsum sort argsort flip({},0) roll({},1) transpose({},[1,0]) reshape({},[-1]) flatten unsqueeze({},0) squeeze tile({},[2,1]) concat([{},{}])
stack([{},{}]) split({},1) chunk({},1) unbind expand({},[2,2,3]) broadcast_to({},[2,2,3]) where({}>0,{},{}*2) clip({},-1,1) abs exp tril triu diag diagonal norm logsumexp std var median topk({},1)
gather({},T([0])) index_select({},T([0]),1) take_along_axis({},T([[0]]),1) masked_select({},{}>0) nonzero unique isnan matmul({},{}.T) numel shape cast({},'int32') full_like({},2) zeros_like add({},{})
multiply({},2.0) kron({},{}) outer({},{}) allclose({},{}) equal_all({},{}) count_nonzero diff repeat_interleave({},2) rot90 unstack moveaxis({},0,1) amax amin nansum quantile({},0.5) kthvalue({},1) mode
bincount histogram pad({},[1,1]) scale({},2.0,1.0) cummax logcumsumexp({},0) cumprod({},0) as_strided({},[1],[1]) assign clone slice({},[0],[0],[1]) strided_slice({},[0],[0],[2],[1]) index_sample({},T([[0],[1]]))
scatter({},T([0]),{}[:1]) put_along_axis({},T([[0]]),1.0,1) index_add({},T([0]),0,{}[:1]) masked_fill({},{}>0,9.0) bmm({}[None],{}.T[None]) einsum('ij->ji',{}) t trace nan_to_num isfinite floor round tanh rsqrt""".split()
FUNCTIONAL = """relu gelu softmax log_softmax sigmoid silu({}) layer_norm({},{}.shape[-1]) normalize({}) linear({},F32(3,2)) dropout({},0.0) one_hot({}.astype('int64').abs(),12) mse_loss({},{}) cross_entropy({},T([0,1])) l1_loss({},{})
smooth_l1_loss({},{}*2) kl_div({},{}) cosine_similarity({},{}) pad({},[1,1,0,0]) embedding({}.astype('int64').abs()%3,F32(3,2)) glu({},0) softplus leaky_relu hardswish binary_cross_entropy_with_logits({},{}) label_smooth({}) swiglu({}) rms_norm({},[{}.shape[-1]])""".split()
NARROW = ["F16(2, 3)", "BF16(2, 3)"]


def calls(prefix, functions, inputs):
    """f for f(x), and text with {} for each x."""
    return [prefix + (f.replace("{}", x) if "{}" in f else f"{f}({x})") for f in functions for x in inputs]


CALLS = (
    calls("paddle.", [f for f in ONE if not f.startswith("pad")], SHAPED)
    + calls("F.", FUNCTIONAL, SHAPED)
    + calls("paddle.", [f for f in ONE if not f.startswith("pad")], NARROW)
    + calls("F.", FUNCTIONAL, NARROW)
    + grid("F32(2, 3).{m}", m=["sum(axis=0, keepdim=True)", "mean(axis=-1)", "max(axis=0)", "reshape(shape=[3, 2])",
         "transpose(perm=[1, 0])", "unsqueeze(axis=0)", "unsqueeze(dim=0)", "squeeze(axis=0)",
         "expand(shape=[2, 2, 3])",
           "tile(repeat_times=[1, 2])", "cast(dtype='int32')", "astype(dtype='int32')",
           "gather(index=T([0]), axis=1)", "topk(k=1, axis=0)", "sort(axis=0, descending=True)", "argsort(axis=0)",
           "argmax(axis=1, keepdim=True)",
           "split(num_or_sections=3, axis=1)", "chunk(chunks=3, axis=1)", "flatten(start_axis=0, stop_axis=1)",
           "cumsum(axis=0)", "clip(min=0.0)", "clip(max=0.0)", "norm(p=1, axis=0)", "flip(axis=[0])",
           "roll(shifts=1, axis=0)",
           "index_select(index=T([1]), axis=0)", "masked_fill(mask=B(2, 3), value=0.0)",
           "masked_select(mask=B(2, 3))", "scale(scale=2.0, bias=1.0)", "pow(y=2)", "add(y=F32(3))",
           "multiply(y=F32(3))", "matmul(y=F32(3, 2))",
           "matmul(y=F32(2, 3), transpose_y=True)", "any(axis=0)", "all(axis=0, keepdim=True)",
           "std(axis=0, unbiased=False)", "var(axis=0)", "prod(axis=0)", "unbind(axis=1)", "tril(diagonal=1)",
           "triu(diagonal=-1)", "repeat_interleave(repeats=2, axis=0)",
           "take_along_axis(indices=T([[0]]), axis=1)", "put_along_axis(indices=T([[0]]), values=1.0, axis=1)",
           "scatter(index=T([0]), updates=F32(1, 3), overwrite=False)", "where(x=F32(2, 3), y=F32(2, 3))",
           "equal(y=F32(3))", "unique(return_counts=True)",
           "nonzero(as_tuple=True)", "quantile(q=0.5, axis=0)", "logsumexp(axis=0, keepdim=True)", "diff(axis=0)",
           "moveaxis(source=0, destination=1)", "to(device='cpu', dtype='float64')", "sum(dim=0, keepdim=True)",
           "mean(dim=-1)", "softmax(dim=0)", "cumsum(dim=0)",
           "flatten(start_dim=0)", "norm(p=2, dim=0)", "argmax(dim=0)", "unbind(dim=0)", "transpose(dim0=0, dim1=1)",
           "view(shape_or_dtype=[6])", "expand(2, -1, -1)", "sum(0, 1)", "sum((0, 1))", "permute(dims=[1, 0])",
           "clamp(0, 1)", "repeat(2, 1)",
           "type('int32')", "new_zeros(2, 3)", "new_full((2,), 1.5)", "new_ones([2], dtype='int32')",
           "masked_fill(B(2, 3), float('-inf'))", "gather(1, T([[0], [1]]))", "scatter(1, T([[0], [1]]), F32(2, 1))",
           "index_select(1, T([0]))", "size(0)", "size()", "dim", "stride(0)"])
    + lines("""
q, k = F32(1, 2, 3, 4), F32(1, 2, 3, 4); F.softmax(paddle.matmul(q, k, transpose_y=True) / 4 ** 0.5, -1)
x = F32(2, 3, 4); a, b = x.chunk(2, -1); paddle.concat([-b, a], -1)
m = paddle.tril(paddle.ones([3, 3])); paddle.where(m == 0, paddle.full([3, 3], -1e9), paddle.zeros([3, 3]))
m = paddle.triu(paddle.full([3, 3], float('-inf')), 1); F.softmax(F32(3, 3) + m)
x = F32(4, 3); (x - x.mean(0)) / (x.std(0) + 1e-5)
x = F32(2, 3); x / x.norm(axis=-1, keepdim=True).clip(min=1e-6)
x = F32(2, 8); x.reshape([2, 2, 4]).transpose([0, 2, 1]).flatten(1)
b = paddle.arange(3).unsqueeze(0).expand([2, 3]); b < T([[1], [3]])
i = T([2, 0, 1]); paddle.zeros([3, 3]).put_along_axis(i.unsqueeze(1), 1.0, 1)
p = F.softmax(F32(3, 4)); -(F.one_hot(T([0, 1, 2]), 4) * p.log()).sum(-1).mean()
x = F32(2, 3); n = paddle.shape(x)[0]; paddle.arange(n)
x = F32(2, 3); x.reshape([paddle.shape(x)[0], -1])
x = F32(2, 3); int(paddle.shape(x)[1]) + 1
x = F32(2, 3); paddle.zeros([x.shape[0], 2])
x = F32(2, 3); paddle.zeros(paddle.shape(x))
x = F32(5); x[x.argmax()]
x = F32(5); x[int(x.argmax())]
v, i = F32(2, 5).topk(2); i.astype('float32').sum() + v.sum()
e = paddle.ones([2]); [e.set_value(e * 0.9 + F32(2) * 0.1) for _ in range(2)]; e
x = F32(3, 4); x[paddle.arange(3), T([0, 2, 1])]
x = F32(3, 4); x[:, paddle.to_tensor([True, False, True, False])]
x = F32(2, 3); x[..., :2] = 0; x[:, -1] += 1; x
t = paddle.linspace(0, 1, 4); f = 1.0 / (10000 ** (paddle.arange(0, 4, 2, dtype='float32') / 4)); paddle.outer(t, f).cos()
x = F32(2, 3); mask = x > 0; x = x * mask.astype(x.dtype); x
x = F32(6); x.reshape([2, 3]).sum(0).tolist()
paddle.stack([paddle.to_tensor(float(i)) for i in range(3)])
paddle.concat([paddle.to_tensor([i]) for i in range(3)]).astype('float32').mean()
w = G32(2, 2); o = paddle.optimizer.SGD(0.1, parameters=[w]); loss = (w ** 2).mean(); loss.backward(); o.step(); o.clear_grad(); w
x = leaf(F32(2, 3)); y = F.layer_norm(x, 3); (y * y).mean().backward(); x.grad.numpy()
x = G32(4); loss = F.mse_loss(x, paddle.zeros([4])) + 0.1 * x.abs().sum(); loss
x = G32(3, 4); F.cross_entropy(x, T([1, 0, 3])) + 0.5 * x.pow(2).sum()
sum(v.sum() for v in [F32(2), F32(3)])
[float(v) for v in paddle.linspace(0, 1, 3)]
max(F32(3).tolist())
'%d' % T(3).item()
x = F32(2, 3); b, c = x.shape; [b, c]
x = F32(2, 3); x.shape == [2, 3]
x = F32(2, 3); x.shape[-1] // 2
list(F32(2, 3).shape) + [1]
tuple(F32(2, 3).shape)
F32(2, 3).shape + [4]
[4] + F32(2, 3).shape
F32(2, 3).shape[:1]
F32(2, 3).shape.numel() if hasattr(F32(2, 3).shape, 'numel') else 6
np.prod(F32(2, 3).shape)
str(F32(2, 3).shape)
F32(2, 3).shape.index(3)
[2, 3] == F32(2, 3).shape
F32(2, 3).shape == (2, 3)
isinstance(F32(2, 3).shape, list)
isinstance(F32(2, 3).shape, tuple)
""")
)
