"""Tensor's properties and methods, printing, gradients, random numbers, mixed precision, data, metrics."""

import tempfile

from tests.oracle.inputs import *

# fmt: off

IO = paddle.io
M = paddle.metric
T_ = paddle.vision.transforms
OPS = paddle.vision.ops


class Square(IO.Dataset):
    def __len__(self):
        return 5

    def __getitem__(self, i):
        return np.float32(i), np.array([i, i * i])


class Count(IO.IterableDataset):
    def __iter__(self):
        return iter(range(5))


class Cube(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensor()
        return g * 3 * x * x


def image(h=4, w=5, c=3):
    return A("uint8", h, w, c) * 11 % 256


def stored(value, **how):
    """What paddle.load reads where paddle.save wrote `value`."""
    with tempfile.TemporaryDirectory() as folder:
        paddle.save(value, folder + "/x.pd")
        return paddle.load(folder + "/x.pd", **how)


PRINTED = ["F32(3)", "F32()", "I64(2, 3)", "B(2, 2)", "F32(0)", "F32(0, 3)", "C64(2)", "F16(3)", "BF16(2)", "G32(2)",
"F64(2)", "T([1e10, 1.0], 'float32')", "T([1e-10, 1.0], 'float32')",
"T([float('nan'), float('inf'), 1.0], 'float32')", "paddle.arange(2000)", "paddle.ones([100, 100])", "T([1.5, 2.25])",
"T([123456.0, 0.001], 'float32')", "U8(2)", "F32(2, 2, 2)", "T([100000000.0, 1.0], 'float32')", "T(1e-8)", "T(3)",
"T(True)",
           "G32(2) * 2", "T([0.1, 0.2, 0.3])", "T([-1.0, 10.0])", "paddle.zeros([2, 2])", "paddle.ones([3, 1001])",
           "T([1e38, -1e38], 'float32')", "I32(2, 2).T", "T([1.0, 2.0, 3.0])", "T([1000.5, 0.25])",
           "T([1 + 2j, -0.5j], 'complex64')"]

PROPERTIES = """shape ndim dtype size stop_gradient is_leaf T mT place persistable itemsize grad strides real().shape dim() ndimension() numel() element_size() rank() is_floating_point() is_complex() is_integer() is_contiguous()
inplace_version name.__class__ type layout is_dense() is_sparse() nbytes data grad_fn requires_grad device is_cuda offset data.shape get_strides() stride() stride(0) stride(-1) size.__class__ get_device() is_sparse_coo() is_dist()""".split()

METHODS = """abs() sum() mean(0) max() argmax() astype('int32') cast('float64') float() double() half() int() long() bool() short() char() byte() bfloat16() cfloat() item(0) tolist() numpy() clone() detach() cpu() T t() flatten() reshape([-1]) reshape(-1) reshape(3,2) view(-1) view([6])
transpose([1,0]) transpose(0,1) permute(1,0) permute([1,0]) unsqueeze(0) squeeze() expand([2,2,3]) expand(2,2,3) tile([2,1]) repeat(2,1) repeat([2,1]) norm() std() var() clip(-1,1) clamp(min=0) pow(2) exp() matmul(F32(3,2)) mm(F32(3,2)) add(F32(3)) add(1) sub(F32(2,3)) subtract(F32(3)) mul(2) multiply(F32(3)) div(2) divide(F32(3)) scale(2.0) split(3,1)
split([1,2],1) chunk(3,1) topk(1) sort() argsort() unbind() cumsum(0) cumsum() cumprod(0) gather(T([0])) index_select(T([0]),1) masked_select(B(2,3)) masked_fill(B(2,3),0.0) where(B(2,3),F32(2,3)) nonzero() all() any() isnan() equal(F32(2,3)) eq(1.0) not_equal(F32(3)) ge(0.0) gt(F32(3)) less_than(F32(3)) logical_not() sigmoid() softmax() softmax(0) relu() tanh() sqrt() rsqrt() square() log() floor() ceil() round()
sign() neg() flip(0) roll(1) tril() triu() diag() diagonal() trace() unique() numel() dim() ndimension() size() fill_(2.0) zero_() add_(1.0) sub_(F32(3)) multiply_(F32(3)) mul_(2.0) div_(2.0) scale_(2.0) clip_(-1,1) exp_() sqrt_() floor_() round_() unsqueeze_(0) squeeze_() flatten_() reshape_([6]) reshape_(3,2) transpose_([1,0]) copy_(F32(2,3)*0) set_value(A('float32',2,3)) set_value(F32(3)) masked_fill_(B(2,3),0.0) tanh_() sigmoid_()
fill_diagonal_(0.0) index_fill(T([0]),0,1.0) index_fill_(T([0]),0,1.0) index_add(T([0]),0,F32(1,3)) index_add_(T([0]),0,F32(1,3)) put_along_axis(T([[0],[1]]),1.0,1) put_along_axis_(T([[0],[1]]),1.0,1) take_along_axis(T([[0],[1]]),1) scatter(T([0]),F32(1,3)) scatter_(T([0]),F32(1,3)) lerp(F32(2,3),0.5) lerp_(F32(2,3),0.5) nan_to_num() nan_to_num_() new_zeros([2]) new_ones([2]) new_full([2],3) new_empty([2]).shape new_tensor([1])
type_as(I32(2)) to('float64') to('cpu') to(I64(1)) to(dtype='int32') to('cpu','float64') to(paddle.CPUPlace()) contiguous() pin_memory() swapaxes(0,1) unstack() quantile(0.5) median() kthvalue(1) mode() logsumexp() prod() min() argmin(1) amax(0) amin(1) outer(F32(2)) inverse() bmm(F32(2,3)) dot(F32(3)) expand_as(F32(2,2,3)) broadcast_to([2,2,3]) view_as(F32(6)) unflatten(1,[3,1]) bincount() histogram(3) isin(F32(2)) allclose(F32(2,3)) equal_all(F32(2,3))
is_same_shape(F32(2,3)) element_size() is_tensor() is_empty() conj() real() imag() angle() as_complex() erf() erfinv() lgamma() digamma() log1p() log2() log10() expm1() trunc() frac() sin() cos() tan() asin() sinh() reciprocal() logit() stack() concat() norm(1,0) norm(p=2,axis=1) max(0) max(axis=1,keepdim=True) sum([0,1]) sum(0,keepdim=True) sum(dtype='float64') mean([0,1]) apply(lambda\tx:x*2) __len__() __bool__() __float__() __int__() __index__() __array__().dtype.name
value().shape get_tensor().shape() data_ptr().__class__ uniform_().shape normal_().shape bernoulli_().shape exponential_().shape cauchy_().shape geometric_(0.5).shape log_normal_().shape random_().shape type() type('float64') sum_to_size([3]) cross(F32(2,3)) slice([0],[0],[1]) strided_slice([0],[0],[2],[1]) cov() corrcoef() diff() rot90() unfold(1,2,1) as_strided([2],[1]) narrow(0,0,1) msort() ravel() rad2deg() remainder(2.0) mod(2.0) floor_divide(2.0) floor_mod(F32(3)) atan2(F32(2,3)) hypot(F32(3))
maximum(F32(3)) minimum(F32(3)) fmax(F32(3)) heaviside(F32(3)) repeat_interleave(2) diag_embed() moveaxis(0,1) vsplit(2) hsplit(3) tensor_split(2) resize_([3]) set_() unique_consecutive() take(T([0])) vander() cdist(F32(2,3)) log_softmax() gelu() silu() leaky_relu() mse_loss(F32(2,3)) cross_entropy(T([0,1])) dropout() pad([1,1]) layer_norm(3) gcd(I32(3)) bitwise_not() digamma_() cumsum_(0) triu_() tril_() cast_('int32') bool().any() requires_grad_() detach_() retain_grads() clear_grad() zero_grad() gradient() register_hook(lambda\tg:g).__class__""".split()

CALLS = (
    grid("repr({x})", x=PRINTED) + grid("F32(2, 3).{p}", p=PROPERTIES) + grid("G32(2).{p}",
         p="stop_gradient grad is_leaf requires_grad dtype gradient() persistable trainable".split()) + grid("I64(3).{p}",
         p="itemsize dtype size nbytes T mT is_leaf".split())
    + [f"F32(2, 3).{m}".replace("\t", " ") for m in METHODS]
    + grid("C64(2, 2).{m}",
         m="real() imag() conj() abs() angle() T sum() mean() numpy() tolist() item(0) is_complex() as_real() astype('float32') matmul(C64(2,2)) exp()".split())
    + grid("moments({c})", c=["paddle.rand([100, 100])", "paddle.randn([100, 100])", "paddle.uniform([100, 100])",
         "paddle.uniform([100, 100], min=2, max=5)", "paddle.normal(1.0, 2.0, [100, 100])",
         "paddle.normal(paddle.zeros([100, 100]), paddle.ones([100, 100]))", "paddle.normal(shape=[100, 100])",
         "paddle.standard_normal([100, 100], 'float64')", "paddle.randint(0, 10, [100, 100]), 0.2",
         "paddle.randint(5, shape=[100, 100]), 0.2", "paddle.randint(-5, 5, [100, 100], 'int32'), 0.2",
         "paddle.randint_like(F32(100, 100), 0, 10), 0.2", "paddle.rand([100, 100], 'float64')",
         "paddle.rand(100, 100)", "paddle.randn(100, 100)",
        "paddle.bernoulli(paddle.full([100, 100], 0.3))", "paddle.bernoulli(F32(2) * 0 + 2)",
        "paddle.poisson(paddle.full([100, 100], 3.0)), 0.1",
        "paddle.binomial(paddle.full([100, 100], 10), paddle.full([100, 100], 0.3)), 0.1",
        "paddle.multinomial(T([0.2, 0.8]), 5000, True)", "paddle.multinomial(T([0.2, -0.8]), 1)",
        "paddle.standard_gamma(paddle.full([100, 100], 2.0)), 0.1", "paddle.log_normal(0.0, 0.5, [100, 100]), 0.1",
        "F32(100, 100).uniform_(0, 2)", "F32(100, 100).normal_(1.0, 2.0)", "F32(100, 100).exponential_(2.0)",
        "F32(100, 100).bernoulli_(0.3)", "F32(100, 100).geometric_(0.5), 0.1", "paddle.rand_like(F32(100, 100))",
        "paddle.randn_like(F32(100, 100), dtype='float64')",
        "F.dropout(paddle.ones([100, 100]), 0.3)",
        "F.dropout(paddle.ones([100, 100]), 0.3, mode='downscale_in_infer')",
        "F.alpha_dropout(paddle.ones([100, 100]), 0.3)", "F.dropout2d(paddle.ones([100, 100, 2, 2]), 0.5)",
        "F.gumbel_softmax(paddle.zeros([1000, 4]))", "F.rrelu(-paddle.ones([100, 100]))",
        "paddle.rand([100, 100], 'bfloat16')", "paddle.randn([100, 100], 'float16')",
        "paddle.randint(0, 2, [100, 100], 'bool')", "paddle.uniform([100, 100], 'float64', 0.0, 1.0, 5)",
        "paddle.distribution.Normal(0.0, 1.0).sample([10000])",
        "paddle.distribution.Uniform(0.0, 1.0).sample([10000])"])
    + grid("{c}", c=["paddle.randperm(5).sort()", "paddle.randperm(5, 'int32').dtype", "paddle.randperm(0)",
         "paddle.randperm(-1)", "paddle.randint(5, 2)", "paddle.randint(0, 0, [2])", "meta(paddle.rand([]))",
         "meta(paddle.rand([0, 2]))", "paddle.randint(3, shape=None).shape", "paddle.rand([2, -1])",
         "paddle.multinomial(T([0.0, 1.0]), 1)", "paddle.multinomial(T([0.5, 0.5]), 3)",
         "paddle.bernoulli(T([0.0, 1.0]))", "paddle.uniform([2], min=1, max=1)", "paddle.randn([2], 'int32')",
         "paddle.randint(0, 5, [2], 'float32')", "paddle.poisson(T([-1.0]))", "paddle.normal(T([0.0]), T([-1.0]))",
         "paddle.seed('a')",
        "a = paddle.seed(3); x = paddle.rand([3]); paddle.seed(3); y = paddle.rand([3]); x.equal_all(y)",
        "s = paddle.get_rng_state(); x = paddle.rand([3]); paddle.set_rng_state(s); x.equal_all(paddle.rand([3]))",
        "kind(paddle.seed(1))"])
    + lines("""
x = G32(3); y = x * x; y.backward(F32(3)); x.grad.numpy()
x = G32(3); (x * x).backward()
x = G32(3); y = (x * x).sum(); y.backward(); y.backward()
x = G32(3); y = (x * x).sum(); y.backward(retain_graph=True); y.backward(); x.grad.numpy()
x = G32(3); y = (x * x).sum(); paddle.grad(y, x)
x = G32(3); y = x * x; paddle.grad([y], [x], grad_outputs=[F32(3)])
x = G32(3); y = (x * x * x).sum(); g = paddle.grad(y, x, create_graph=True)[0]; paddle.grad(g.sum(), x)
x = G32(3); z = G32(3); paddle.grad((x * x).sum(), [x, z])
x = G32(3); z = G32(3); paddle.grad((x * x).sum(), [x, z], allow_unused=True)
x = F32(3); paddle.grad((x * x).sum(), x)
x = G32(3); paddle.grad((x * x).sum(), x, no_grad_vars=[x])
x = F32(3); x.sum().backward()
x = G32(3); y = x.detach(); [y.stop_gradient, y.is_leaf]
x = G32(3); y = x * 2; [y.stop_gradient, y.is_leaf, y.grad]
x = G32(3); y = x * 2; y.retain_grads(); y.sum().backward(); y.grad.numpy()
x = G32(3); h = x.register_hook(lambda g: g * 2); (x * x).sum().backward(); x.grad.numpy()
x = G32(3); h = x.register_hook(lambda g: g * 2); h.remove(); (x * x).sum().backward(); x.grad.numpy()
F32(3).register_hook(lambda g: g)
x = G32(3); (x * x).sum().backward(); x.clear_grad(); x.grad.numpy()
x = G32(3); (x * x).sum().backward(); x.clear_gradient(False); x.grad is None
x = G32(3); (x * x).sum().backward(); x.gradient()
x = G32(3); y = x * 1; y.stop_gradient = True; (y * y).sum().stop_gradient
x = F32(3); x.stop_gradient = False; x.requires_grad
x = F32(3); x.requires_grad = True; x.stop_gradient
with_ = paddle.no_grad(); f = with_(lambda v: v * 2); f(G32(2)).stop_gradient
f = paddle.no_grad()(lambda v: v * 2); f(G32(2)).stop_gradient
paddle.set_grad_enabled(False); y = (G32(2) * 2).stop_gradient; paddle.set_grad_enabled(True); y
paddle.is_grad_enabled()
Cube.apply(G32(3))
x = G32(3); Cube.apply(x).sum().backward(); x.grad.numpy()
paddle.autograd.jacobian(*(lambda v: (v * v, v))(G32(3)))[:]
paddle.autograd.hessian(*(lambda v: ((v * v * v).sum(), v))(G32(3)))[:]
x = G32(3); y = x * x; y += 1; y.sum().backward(); x.grad.numpy()
x = G32(3); y = x * x; y.multiply_(F32(3)); y.sum().backward(); x.grad.numpy()
x = G32(3); y = x.exp(); y.add_(F32(3)); y.sum().backward()
x = G32(3); x.add_(F32(3))
x = G32(2, 2); y = x * 1; y[0] = 0.0; y.sum().backward(); x.grad.numpy()
x = G32(3); x.grad = F32(3); x.grad.numpy()
x = G32(3); x.grad = None; x.grad
x = G32(3); x.grad = 3
x = F32(3); x.set_value(np.zeros(3, 'float32')); x
x = F32(3); x.set_value(np.zeros(3, 'float64')); x
x = F32(3); x.set_value(np.zeros(2, 'float32'))
x = F32(3); x.set_value(T([1, 2, 3])); x
x = F32(3); x.copy_(T([1, 2, 3])); x
x = F32(3); x.name = 'abc'; x.name
x = F32(3); x.persistable = True; x.persistable
x = F32(3); x.foo = 3; x.foo
x = F32(3); x.shape = [1, 3]
x, y = F32(3), F32(3); hash(x) == hash(y)
import copy; copy.deepcopy(G32(2))
import copy; copy.copy(F32(2))
import pickle; pickle.loads(pickle.dumps(F32(2)))
np.asarray(F32(2))
np.array(I64(2), dtype='float32')
np.sum(F32(3))
np.add(F32(2), np.ones(2, 'float32'))
np.ones(2, 'float32') * F32(2)
np.exp(F32(2))
G32(2).numpy()
paddle.utils.dlpack.from_dlpack(paddle.utils.dlpack.to_dlpack(F32(3)))
f'{F32()[()] if False else T(1.5)}'
f'{T(1.5):.2f}'
f'{T([1.5]):.2f}'
f'{T(3):d}'
'%.2f' % T(1.5)
'{}'.format(T([1, 2]))
paddle.set_printoptions(precision=2); s = repr(F32(3)); paddle.set_printoptions(precision=8); s
paddle.set_printoptions(sci_mode=True); s = repr(F32(3)); paddle.set_printoptions(sci_mode=False); s
paddle.set_printoptions(threshold=5, edgeitems=1); s = repr(I32(10)); paddle.set_printoptions(threshold=1000, edgeitems=3); s
paddle.set_printoptions(linewidth=20); s = repr(I32(10)); paddle.set_printoptions(linewidth=80); s
text(paddle.float32, paddle.int64, paddle.bool, paddle.bfloat16)
[paddle.float32 == 'float32', F32(1).dtype == paddle.float32, F32(1).dtype == 'float32', paddle.float32 != paddle.float64]
[F32(1).dtype.name, str(F32(1).dtype), F32(1).dtype in (paddle.float32, paddle.float64)]
text(paddle.CPUPlace(), F32(1).place)
[F32(1).place == paddle.CPUPlace(), F32(1).place.is_cpu_place(), F32(1).place.is_gpu_place()]
paddle.CPUPlace() == paddle.CPUPlace()
paddle.device.get_device()
paddle.set_device('cpu')
paddle.set_device('foo')
paddle.is_compiled_with_cuda.__class__
[paddle.in_dynamic_mode(), kind(paddle.shape(F32(2)))]
paddle.nn.Parameter is paddle.nn.Parameter
isinstance(nn.Linear(2, 2).weight, paddle.Tensor)
kind(nn.Linear(2, 2).weight)
c = paddle.amp.auto_cast(level='O1', dtype='bfloat16'); c.__enter__(); y = [(F32(2, 2) @ F32(2, 2)).dtype, F32(2).exp().dtype, F.softmax(F32(2)).dtype, (F32(2) + F32(2)).dtype]; c.__exit__(None, None, None); len(y)
s = paddle.amp.GradScaler(init_loss_scaling=8.0); s.scale(T(2.0, 'float32'))
s = paddle.amp.GradScaler(enable=False); s.scale(T(2.0, 'float32'))
s = paddle.amp.GradScaler(); sorted(s.state_dict())
paddle.amp.GradScaler(incr_ratio=0.5)
[paddle.amp.GradScaler().is_enable(), paddle.amp.GradScaler().get_incr_ratio(), paddle.amp.GradScaler().get_decr_every_n_nan_or_inf()]
[v for v in IO.DataLoader(Square(), batch_size=2)]
[v for v in IO.DataLoader(Square(), batch_size=2, drop_last=True)]
[v for v in IO.DataLoader(Count(), batch_size=2)]
[v for v in IO.DataLoader(Square(), batch_size=None)][1]
[len(IO.DataLoader(Square(), batch_size=2)), len(Square())]
len(IO.DataLoader(Count(), batch_size=2))
[v for v in IO.DataLoader(Square(), batch_sampler=IO.BatchSampler(Square(), batch_size=3))]
[v for v in IO.DataLoader(IO.TensorDataset([F32(3, 2), I64(3)]), batch_size=2)]
list(IO.BatchSampler(Square(), batch_size=2))
list(IO.BatchSampler(sampler=IO.SequenceSampler(Square()), batch_size=2, drop_last=True))
len(IO.BatchSampler(Square(), batch_size=2, drop_last=True))
IO.BatchSampler(Square(), batch_size=0)
sorted(IO.RandomSampler(Square()))
len(list(IO.RandomSampler(Square(), replacement=True, num_samples=7)))
list(IO.SequenceSampler(Square()))
len(list(IO.WeightedRandomSampler([0.1, 0.9], 4)))
list(IO.WeightedRandomSampler([0.0, 1.0], 3))
[len(v) for v in IO.random_split(Square(), [2, 3])]
[len(v) for v in IO.random_split(Square(), [0.4, 0.6])]
IO.random_split(Square(), [2, 2])
IO.Subset(Square(), [1, 3])[1]
IO.ConcatDataset([Square(), Square()])[7]
IO.ConcatDataset([Square(), Square()])[-1]
IO.ComposeDataset([Square(), Square()])[2]
list(IO.ChainDataset([Count(), Count()]))
IO.TensorDataset([F32(3), F32(2)])
list(IO.DistributedBatchSampler(Square(), 2, num_replicas=2, rank=1))
list(IO.DistributedBatchSampler(Square(), 2, num_replicas=2, rank=0, drop_last=True))
sorted(IO.SubsetRandomSampler([3, 1]))
IO.get_worker_info()
IO.DataLoader(Square(), batch_size=2, collate_fn=lambda b: len(b)).__iter__().__next__()
IO.DataLoader([1, 2, 3], batch_size=2).__iter__().__next__()
M.accuracy(Q32(4, 3), T([[0], [1], [2], [1]]))
M.accuracy(Q32(4, 3), T([[0], [1], [2], [1]]), k=2)
m = M.Accuracy(); m.update(m.compute(Q32(4, 3), T([[0], [1], [2], [1]]))); m.accumulate()
m = M.Accuracy(topk=(1, 2)); m.update(m.compute(Q32(4, 3), T([[0], [1], [2], [1]]))); [m.accumulate(), m.name()]
m = M.Precision(); m.update(np.array([0.1, 0.6, 0.8]), np.array([0, 1, 0])); m.accumulate()
m = M.Recall(); m.update(np.array([0.1, 0.6, 0.8]), np.array([1, 1, 0])); m.accumulate()
m = M.Auc(); m.update(np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]]), np.array([[0], [1], [0]])); m.accumulate()
m = M.Accuracy(); m.accumulate()
T_.ToTensor()(image())
T_.to_tensor(image(), 'HWC')
T_.to_tensor(A('float32', 2, 3, 1))
T_.Normalize([0.5] * 3, [0.25] * 3)(F32(3, 2, 2))
T_.Normalize(1.0, 2.0, data_format='HWC')(A('float32', 2, 2, 3))
T_.normalize(A('float32', 3, 2, 2), [1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
T_.Transpose()(image())
T_.CenterCrop(2)(image())
T_.center_crop(image(), (2, 3))
T_.crop(image(), 1, 1, 2, 2)
T_.hflip(image())
T_.vflip(image())
T_.pad(image(2, 2), 1)
T_.pad(image(2, 2), (1, 2), 7)
T_.pad(image(3, 3), (1, 0, 0, 2), padding_mode='reflect')
T_.Pad(1, padding_mode='edge')(image(2, 2))
T_.Compose([T_.Transpose(), T_.Normalize(0.0, 255.0)])(image())
T_.Grayscale()(image()).shape
T_.RandomHorizontalFlip(1.0)(image())
T_.RandomVerticalFlip(0.0)(image())
T_.RandomCrop(4)(image(4, 4))
T_.RandomCrop(9)(image(4, 4))
T_.erase(F32(3, 3, 3), 0, 1, 2, 2, 0.0)
T_.erase(image(), 0, 1, 2, 2, 0)
T_.Resize((2, 3))(F32(3, 4, 6)).shape
T_.adjust_brightness(F32(3, 2, 2).abs() / 4, 0.5)
T_.adjust_contrast(F32(3, 2, 2).abs() / 4, 2.0)
T_.rotate(F32(1, 3, 3), 90)
T_.affine(F32(1, 3, 3), 0, [1, 0], 1.0, [0, 0])
OPS.nms(T([[0, 0, 2, 2], [0, 0, 2, 3], [5, 5, 6, 6]], 'float32'), 0.5)
OPS.nms(T([[0, 0, 2, 2], [0, 0, 2, 3], [5, 5, 6, 6]], 'float32'), 0.5, T([0.1, 0.9, 0.5], 'float32'))
OPS.nms(T([[0, 0, 2, 2], [0, 0, 2, 3], [5, 5, 6, 6]], 'float32'), 0.5, T([0.1, 0.9, 0.5], 'float32'), T([0, 1, 0]), [0, 1], 2)
OPS.roi_align(G32(1, 2, 6, 6), T([[1, 1, 4, 4]], 'float32'), T([1], 'int32'), 2)
OPS.roi_pool(F32(1, 2, 6, 6), T([[1, 1, 4, 4]], 'float32'), T([1], 'int32'), 2)
OPS.psroi_pool(F32(1, 4, 6, 6), T([[1, 1, 4, 4]], 'float32'), T([1], 'int32'), 2)
OPS.deform_conv2d(G32(1, 2, 4, 4), G32(1, 8, 3, 3) if False else F32(1, 8, 3, 3), F32(2, 2, 2, 2))
OPS.box_coder(F32(3, 4).abs().cumsum(1), T([0.1, 0.1, 0.2, 0.2], 'float32').expand([3, 4]), F32(2, 4).abs().cumsum(1))
stored({'a': F32(2), 'b': 3, 'c': [I64(2), (F16(2), 'x')]})
stored([F32(2), 'x', None, 2.5], return_numpy=True)
stored(F32(2))
stored(nn.Linear(2, 2).state_dict().keys().__len__())
stored({1: F32(2)}, return_numpy=True)
stored(BF16(3))
stored(G32(2)).stop_gradient
paddle.load('nothing_there.pd')
import io; b = io.BytesIO(); paddle.save(F32(2), b); b.seek(0); paddle.load(b)
paddle.flops.__class__
paddle.utils.try_import('math').__name__
paddle.utils.try_import('no_such_module')
paddle.utils.unique_name.generate.__class__
with_ = paddle.utils.unique_name.guard(); with_.__enter__(); n = [paddle.utils.unique_name.generate('a'), paddle.utils.unique_name.generate('a')]; with_.__exit__(None, None, None); n
paddle.utils.flatten([1, [2, (3, 4)]])
paddle.utils.map_structure(lambda v: v + 1, [1, (2, 3)])
""")
)
