"""Snippets whose results differ from the oracle's, by reason.

WIDER: the oracle refuses them with a text in which the pattern is found; here they have an answer.
DELIBERATE: the oracle is wrong there. Each reason of these two is a line of docs/differences-from-paddle.md.
KNOWN: what is not mended yet; each reason is a line of docs/STATUS.md.
"""

import re

WIDER = {
    "A dtype that has no CPU kernel in Paddle, or that its Python checks refuse": re.compile(
        r"kernel_factory\.cc|data ?type of .* must be|dtype of .* must be|not support.*(type|dtype)"
        r"|Unsupported data ?type|must be .*(float|int|complex)\d+|on a bool tensor is not supported"
    ),
    "Integers of several widths, or integers and floating point numbers, meet in one operator": re.compile(
        r"type_promotion\.h|phi::CppTypeToDataType<T>::Type|isn't consistent, the first tensor is"
        r"|need tensor with dtype|dtype\(\).* src\.dtype\(\)|value\.dtype\(\)"
    ),
    "A Python number or a numpy array stands where Paddle wants a tensor, or a tensor where it wants a number": re.compile(
        r"must be Tensor, but got (int|float|bool|complex|numpy)|must be tensor type, but got <class '(int|float)"
        r"|must be (scalar type|int or float), but received|unsupported operand type"
        r"|'(int|float|list)' object has no attribute '(shape|dtype)'|does not support ufuncs"
    ),
    "A tensor of one element is a number, of any rank": re.compile(
        r"only 0-dimensional arrays can be converted"
    ),
    "Axes as a tensor, as a list or as a bool, where Paddle wants one of the others": re.compile(
        r"must be list( of int)?(, tuple, int, or Tensor| or tuple)?, but got (bool|Tensor)"
        r"|must be int, list or tuple in imperative mode|'int' object is not iterable|got '<class 'int'>"
        r"|The pool_size's length must be 2|data type <class 'range'>|must be list of int, but got bool"
    ),
    "A form of a call, a name of an argument or a method that Paddle has elsewhere but not there": re.compile(
        r"unexpected keyword argument '(dim|keepdim)'|'(Tensor|ParameterDict)' object has no attribute"
        r"|module 'paddle[.a-z]*' has no attribute"
        r"|positional arguments? but|missing 1 required positional argument"
    ),
    "Paddle's own code fails on the way": re.compile(
        r"^$|returned a result with an exception set|not supported between instances|unimplemented in CPU"
        r"|has no attribute '_incr_ratio'|holder_ should not be null|x_grad:0 == nullptr|rank\):0 != true"
        r"|mutable_data|tensor_version|__len__' should not be called|'NoneType' object has no attribute"
        r"|set_value function, arguments type only support"
    ),
}

# fmt: off
DELIBERATE = {
    'Infinity has its limits (`sqrt(inf)`, `logaddexp(inf, inf)`, `logsumexp` of infinities, `i0`, `hypot`, the piecewise activations), and the exponent of `frexp` is 0 there': [
        "paddle.sqrt(T([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e-30, 1e30], 'float32'))",
        "paddle.i0(T([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e-30, 1e30], 'float32'))",
        "paddle.i1(T([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e-30, 1e30], 'float32'))",
        "paddle.hypot(T([float('nan'), float('inf'), 0.0, -0.0, -7.5]), T([[1.0], [float('inf')], [-2.0], [0.0]]))",
        "paddle.logaddexp(T([float('nan'), float('inf'), 0.0, -0.0, -7.5]), T([[1.0], [float('inf')], [-2.0], [0.0]]))",
        "paddle.frexp(T([0.0, float('inf'), float('nan'), -8.0], 'float64'))",
        "paddle.logaddexp(T([float('inf'), -float('inf')]), T([float('inf'), -float('inf')]))",
        "F.softshrink(T([float('nan'), float('inf'), -float('inf'), 0.0], 'float32'))",
        "F.log_sigmoid(T([float('nan'), float('inf'), -float('inf'), 0.0], 'float32'))",
        "F.thresholded_relu(T([float('nan'), float('inf'), -float('inf'), 0.0], 'float32'))",
        "paddle.logsumexp(T([-float('inf'), -float('inf')]))",
        "paddle.logsumexp(T([float('inf'), 1.0]))",
        "paddle.logcumsumexp(T([-float('inf'), 1.0]))",
    ],
    'NaN stays NaN (`relu`, max-pooling, `sinc`, `logcumsumexp`); `argmax`, `argmin`, `cummax` and `cummin` find the first NaN, `unique` keeps one, `nanquantile` leaves all of them out': [
        "paddle.sinc(T([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e-30, 1e30], 'float32'))",
        "F.relu(T([float('nan'), float('inf'), -float('inf'), 0.0], 'float32'))",
        "F.max_pool2d(T([[[[float('nan'), 1.0], [2.0, 3.0]]]], 'float32'), 2)",
        "paddle.argmax(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'))",
        "paddle.argmin(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'))",
        "paddle.unique(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'))",
        "paddle.cummax(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'))",
        "paddle.cummin(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'))",
        "paddle.logcumsumexp(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'))",
        "paddle.nanquantile(T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32'), 0.5, 1)",
    ],
    '`erfinv` beyond [-1, 1] is NaN, and of tiny numbers is not 0': [
        'paddle.erfinv(I32(2, 3))',
        "paddle.erfinv(T([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 1e-30, 1e30], 'float32'))",
        'paddle.erfinv(F32())',
        'x = F64(2, 3); x.erfinv_()',
        'F32(2, 3).erfinv()',
    ],
    'Numbers given to operators keep 64 bits (`stanh`, `selu`, `hardsigmoid` of float64), and `atan2` of integers is computed in float64': [
        'paddle.stanh(GQ64(2, 3))',
        'paddle.atan2(I32(2, 3), I32(3))',
        'F.selu(G64(2, 5))',
        'F.hardsigmoid(G64(2, 5))',
    ],
    'A text or None is no number and no tensor': [
        "paddle.full_like(F32(2), 'float32')",
        "paddle.full_like(F32(2), 'float64')",
        "paddle.full_like(F32(2), 'int32')",
        "paddle.full_like(F32(2), 'int64')",
        "paddle.full_like(F32(2), 'bool')",
        "paddle.full_like(F32(2), 'float16')",
        "paddle.full_like(F32(2), 'bfloat16')",
        "paddle.full_like(F32(2), 'complex64')",
        "paddle.full_like(F32(2), 'uint8')",
        "paddle.full_like(F32(2), 'float')",
        "paddle.full_like(F32(2), 'int')",
        "paddle.full_like(F32(2), 'double')",
        "paddle.full_like(F32(2), 'half')",
        "paddle.full_like(F32(2), 'complex')",
        "paddle.full_like(F32(2), 'foo')",
        'F32(2).astype(None)',
        "paddle.full([2], '1.5')",
        "paddle.full([2], 'inf')",
        'paddle.assign(None)',
        "paddle.assign('a')",
        "paddle.full_like(F32(2), '3')",
        "T([1, 2], 'bool') + 'a'",
        "T([1, 2], 'int32') + 'a'",
        "T([1, 2], 'int32') / 'a'",
        "T([1, 2], 'float32') + 'a'",
        "T([1, 2], 'float32') / 'a'",
        "T([1, 2], 'complex64') + 'a'",
        "T([1, 2], 'complex64') / 'a'",
        "F32(2) != 'a'",
        "F32(2).__add__('a')",
        "F32(2).__radd__('a')",
        "F32(2).__sub__('a')",
        "F32(2).__rsub__('a')",
        "F32(2).__truediv__('a')",
        "F32(2).__rtruediv__('a')",
        "F32(2).__floordiv__('a')",
        "F32(2).__rfloordiv__('a')",
        "F32(2).__mod__('a')",
        "F32(2).__rmod__('a')",
        "F32(2).__pow__('a')",
        "F32(2).__rpow__('a')",
        "F32(2).__eq__('a')",
        "F32(2).__lt__('a')",
        "F32(2).__ge__('a')",
        "F32(2).__ne__('a')",
    ],
    'Bools are not negated; what divides, averages or scales them gives floats, what adds numbers to them gives numbers': [
        'paddle.neg(B(3))',
        'paddle.deg2rad(B(3))',
        'paddle.rad2deg(B(3))',
        "T([1, 2], 'bool') + np.int64(2)",
        "T([1, 2], 'bool') + np.float32(2.5)",
        "T([1, 2], 'bool') * np.int64(2)",
        "T([1, 2], 'bool') * np.float32(2.5)",
        "T([1, 2], 'bool') / True",
        "T([1, 2], 'bool') / np.float32(2.5)",
        "-T([1, 2], 'bool')",
        'paddle.mean(B(2, 2))',
        "paddle.mean(F32(3), dtype='bool')",
        "paddle.mean(I32(3), dtype='bool')",
        "paddle.mean(B(3), dtype='bool')",
    ],
    'numpy.float32(2.5) beside integers is not cut to 2': [
        "T([1, 2], 'int32') + np.float32(2.5)",
        "T([1, 2], 'int32') * np.float32(2.5)",
        "T([1, 2], 'int32') / np.float32(2.5)",
    ],
    'The remainder of complex numbers has the sign of a real divisor': [
        "T([1, 2], 'complex64') % 2",
        "T([1, 2], 'complex128') % 2",
        "2.5 % T([1, 2], 'complex64')",
        "2.5 % T([1, 2], 'complex128')",
    ],
    'Integers: their powers to a fraction, `copysign`, `var`, `std` and `nanmedian` are floats that are not cut; sums of narrow ones and `trace` are int64': [
        'paddle.copysign(I32(2, 3), I32(3))',
        'paddle.pow(I64(3), 0.5)',
        'paddle.copysign(I32(3), -1.0)',
        'x = I32(3); x.pow_(2.5); x',
        'paddle.sum(U8(4))',
        'paddle.sum(I8(9))',
        'paddle.std(I32(2, 3))',
        'paddle.std(I64(3))',
        'paddle.var(I32(2, 3))',
        'paddle.var(I64(3))',
        'paddle.nanmedian(I32(2, 3))',
        'paddle.nanmedian(I64(3))',
        "paddle.sum(T([127, 127], 'int8'))",
        'paddle.trace(I32(2, 2))',
    ],
    '`copy_` keeps the shape of the tensor that is written; `sinc_` gives the tensor itself; `gammainc` and `gammaincc` of negative numbers are NaN': [
        'x = Q64(2, 3); y = x.sinc_(); [x, y is x]',
        'x = F64(2, 3); x.gammainc_(P64(2, 3))',
        'x = F64(2, 3); x.gammaincc_(P64(2, 3))',
        'x = F64(2, 3); x.copy_(F64(3, 2))',
        'x = F64(2, 3); x.copy_(F64(1, 3), True)',
    ],
    '`paddle.flops` counts a layer that has no others in it; halves are supported on a CPU': [
        'paddle.amp.is_float16_supported()',
        'paddle.flops(nn.Linear(2, 3), [1, 2])',
        'paddle.flops(nn.Conv2D(2, 3, 3), [1, 2, 8, 8])',
    ],
    '`gcd` of floats raises': [
        'paddle.gcd(F32(3), F32(3))',
    ],
    'Every floating point argument has its gradient, and it is the right one: weights of `lerp`, labels and targets of losses, values of `masked_fill` and `diagonal_scatter`, factors of `prod` beside a 0, `solve` with a vector, `triangular_solve`, `pinv`, `matrix_exp`, R of `qr`, overlapping `as_strided`': [
        'paddle.lerp(G32(2), GP32(2), GQ32(2))',
        'F.binary_cross_entropy_with_logits(GQ64(3, 2), GQ64(3, 2))',
        "F.binary_cross_entropy_with_logits(GQ64(3, 2), GQ64(3, 2), reduction='sum')",
        "F.binary_cross_entropy_with_logits(GQ64(3, 2), GQ64(3, 2), reduction='none')",
        'F.kl_div(GQ64(3, 2), GQ64(3, 2))',
        "F.kl_div(GQ64(3, 2), GQ64(3, 2), reduction='sum')",
        "F.kl_div(GQ64(3, 2), GQ64(3, 2), reduction='none')",
        'F.binary_cross_entropy(GQ64(3, 2), GQ64(3, 2))',
        "F.binary_cross_entropy(GQ64(3, 2), GQ64(3, 2), reduction='sum')",
        "F.binary_cross_entropy(GQ64(3, 2), GQ64(3, 2), reduction='none')",
        'F.gaussian_nll_loss(G32(3), F32(3) + 1, GP32(3))',
        'paddle.linalg.matrix_exp(spd())',
        'paddle.linalg.solve(gapped(), F64(3))',
        'paddle.linalg.triangular_solve(paddle.tril(gapped()), F64(3, 2), upper=False)',
        'paddle.linalg.triangular_solve(paddle.triu(gapped()), F64(3, 2), transpose=True)',
        'paddle.linalg.triangular_solve(paddle.triu(gapped()), F64(3, 2), unitriangular=True)',
        "paddle.linalg.qr(gapped(), mode='r').abs()",
        'paddle.linalg.pinv(spd(), hermitian=True)',
        "paddle.masked_fill(G32(3), B(3), leaf(T(2.0, 'float32')))",
        'paddle.diagonal_scatter(G32(3, 3), G32(3))',
        'paddle.as_strided(G32(6), [2, 2], [1, 1])',
        'paddle.prod(leaf(T([2.0, 0.0, 3.0])))',
        'paddle.prod(leaf(T([0.0, 0.0, 3.0])))',
    ],
    'Whether a result wants a gradient: indices and other integers never do, `diag_embed`, `eigvals` and the permutation of `lu_unpack` as far as they depend on the argument': [
        'paddle.diag_embed(G32(2, 2))',
        'F.max_pool2d(G32(1, 1, 4, 4), 2, return_mask=True)',
        'paddle.linalg.matrix_power(gapped(), 0)',
        'paddle.linalg.lu(gapped(), get_infos=True)[2]',
        'paddle.linalg.lu_unpack(*paddle.linalg.lu(gapped()))',
        'paddle.topk(G32(5), 2)',
        'paddle.topk(G32(3, 4), 2, 0)',
        'paddle.topk(G32(3, 4), k=1, axis=-1, largest=False)',
        'paddle.kthvalue(G32(5), 2)',
        'paddle.kthvalue(G32(3, 4), 2, 0)',
    ],
    'An index or an axis out of range is an error; Paddle reads or writes beside the tensor, or does nothing': [
        'F.embedding(T([-1]), F32(3, 2))',
        'F32(3, 4)[[3]]',
        'F32(3, 4)[T([3])]',
        'F32(3, 4)[T([-4])]',
        'paddle.gather(F32(0), T([0]))',
        'paddle.index_fill(F32(3), T([3]), 0, 1.0)',
        'paddle.index_put(F32(3), (T([3]),), F32(1))',
        'paddle.slice(F32(3, 4), [2], [0], [1])',
        'paddle.select_scatter(F32(3, 4), F32(4), 0, 3)',
        'paddle.as_strided(F32(6), [4, 4], [3, 1])',
    ],
    'There is no largest, smallest, most frequent element among none, and no transform of none': [
        'paddle.fft.fft(F32(0))',
        'paddle.fft.rfft(F32(0))',
        'paddle.amax(F32(0))',
        'paddle.amax(F32(0, 3))',
        'paddle.amin(F32(0))',
        'paddle.amin(F32(0, 3))',
        'paddle.argmax(F32(0))',
        'paddle.argmin(F32(0))',
        'paddle.mode(F32(0))',
    ],
    'What does not fit raises: a permutation, a shape, values, a mask of numbers, a window larger than its input or full of padding, a reduction that does not exist, bounds, sizes that are floats': [
        'paddle.linspace(0, 1, 5.0)',
        'paddle.diag(F32())',
        "F.kl_div(GQ64(3, 2), GQ64(3, 2), reduction='x')",
        'F.nll_loss(F32(3, 4), T([[0], [1], [3]]))',
        'F.conv2d(F32(1, 2, 2, 2), F32(2, 2, 3, 3))',
        'F.max_pool2d(G32(1, 2, 5, 5), 2, padding=2)',
        'F.max_pool2d(G32(1, 2, 5, 5), 6)',
        'F.avg_pool2d(G32(1, 2, 5, 5), 2, padding=2)',
        'F.avg_pool2d(G32(1, 2, 5, 5), 6)',
        'F.pad(F32(1, 1, 2, 3), [1, 2, 3])',
        'x = F64(2, 3); x.fill_diagonal_tensor_(F64(2))',
        'drawn(I.Assign(np.ones(3)), 2)',
        'paddle.linalg.det(F32(3))',
        'paddle.transpose(F32(2, 3), [0])',
        'paddle.tile(F32(2), 2, 2)',
        'paddle.expand(F32(3), [])',
        'paddle.broadcast_to(F32(3), [])',
        'paddle.scatter(F32(3, 2), T([0]), F32(2, 2))',
        'paddle.masked_fill(F32(3), T([0, 1, 1]), 1.0)',
        'paddle.masked_scatter(F32(3), T([True, True, True]), F32(2))',
        'paddle.poisson(T([-1.0]))',
        'paddle.amp.GradScaler(incr_ratio=0.5)',
    ],
    '`baddbmm` adds a matrix to each product, `cdist` of batches, `pinv` of complex matrices and `avg_pool2d` with `divisor_override` at the border are right': [
        'F.avg_pool2d(F32(1, 1, 4, 4), 3, 2, 1, divisor_override=2)',
        'paddle.baddbmm(F32(2, 2), F32(2, 2, 3), F32(2, 3, 2), 0.5, 2.0)',
        'paddle.linalg.pinv(C128(3, 3))',
        'paddle.cdist(F64(2, 3, 2), F64(2, 4, 2), 3.0)',
    ],
    '`log_softmax` is not cut off at -64': [
        "F.log_softmax(T([100.0, -100.0, 30.0], 'float32'))",
    ],
    'None beside index tensors makes an axis where it stands; an axis named twice by `slice` is cut twice': [
        'F32(3, 4)[None,T([0,1]),None]',
        'F32(2, 3, 4)[T([0]),None,T([1])]',
        'F32(2, 3, 4)[None,:,None,0]',
        'paddle.slice(F32(3, 4), [0, 0], [0, 1], [2, 3])',
    ],
    'The initializer `Bilinear` is symmetric; a tensor as `beta1` of `Adam` corrects its bias from the first step; `Layer.astype` casts the parameters': [
        "steps(OPT.Adam, learning_rate=0.1, beta1=T(0.8, 'float32'))",
        "l = fill(nn.Linear(2, 2)); l.astype('float16').weight.dtype",
        'drawn(I.Bilinear(), 1, 1, 4, 4)',
    ],
    "The order of eigenvalues is LAPACK's; condition numbers of singular matrices are rounding": [
        'paddle.linalg.cond(T([[1.0, 2.0], [2.0, 4.0]]))',
        'paddle.linalg.eigvals(gapped())',
        'paddle.linalg.eigvals(F32(2, 3, 3) + 4 * paddle.eye(3))',
        'paddle.linalg.eigvals(C128(3, 3))',
    ],
    'More is taken: no repetitions, no numbers between bounds, index tensors of any rank and of bytes, negative indices, broadcasting in losses and in `index_add`, inputs of other ranks, any `epsilon`, lists as values, `crop` to the end, one channel, labels beyond the classes of `shard_index` or of another shape, values that wrap around in `full_like` as in `full`, inputs of `binary_cross_entropy` outside [0, 1] (NaN)': [
        'paddle.logspace(0, 2, 0)',
        'paddle.full_like(U8(2), -1)',
        'paddle.full_like(U8(2), 300)',
        'paddle.combinations(F32(3), 0)',
        'F.maxout(G32(1, 4, 2), 2)',
        'F.maxout(F32(1, 2, 4), 2, axis=-1)',
        'F.smooth_l1_loss(F32(2, 3), F32(3))',
        'F.kl_div(F32(2, 3), F32(3))',
        'F.softmax_with_cross_entropy(F32(3, 4), T([0, 1, 3]))',
        "F.binary_cross_entropy(T([2.0], 'float32'), T([1.0], 'float32'))",
        'F.layer_norm(G32(2, 3, 2), [3, 2], G32(3, 2), G32(3, 2))',
        'F.layer_norm(F32(2, 3), 3, epsilon=0.1)',
        "F.interpolate(F32(1, 1, 4), scale_factor=2, mode='nearest', data_format='NCW')",
        'x = F32(3, 4); x[[],0] = 9.0; x',
        'x = F32(3, 4); x[[]] = 9.0; x',
        'x = F32(3, 4); x[0] = [1.0, 2.0, 3.0, 4.0]; x',
        'x = F32(3, 4); x[1:3] = [1.0, 2.0, 3.0, 4.0]; x',
        'x = F32(3, 4); x[T([0,2])] = [1.0, 2.0, 3.0, 4.0]; x',
        'x = F32(3, 4); x[...] = [1.0, 2.0, 3.0, 4.0]; x',
        "F32(3)[T([0, 1]).astype('uint8')]",
        'x = F64(2, 3); x.uniform_(2.0, 2.0)',
        'paddle.linalg.matrix_exp(F32(0, 3, 3))',
        'paddle.reshape(G32(2, 3, 2), np.array([3, 4]))',
        'paddle.repeat_interleave(F32(3), 0)',
        'paddle.gather(F32(3, 2), T([[0, 1]]))',
        'paddle.index_select(F32(3), T(0))',
        'paddle.index_sample(F32(2, 3), T([[-1], [0]]))',
        'paddle.index_add(F32(3, 2), T([0]), 0, F32(2))',
        'paddle.crop(F32(3, 4), offsets=[1, 2])',
        'paddle.shard_index(T([[25]]), 20, 2, 0)',
        'F32(2, 3).pin_memory()',
        'T_.affine(F32(1, 3, 3), 0, [1, 0], 1.0, [0, 0])',
        "OPS.psroi_pool(F32(1, 4, 6, 6), T([[1, 1, 4, 4]], 'float32'), T([1], 'int32'), 2)",
        'OPS.distribute_fpn_proposals(P32(3, 4).cumsum(-1) * 20, 2, 5, 4, 224)',
    ],
    "`expand` and its kin give views (stride 0); the strides of axes of size 1 and of empty tensors are the view's own": [
        'strides(F32(1, 3).expand([4, 3]))',
        'strides(F32(2, 3).T[None])',
        'strides(F32(2, 3).broadcast_to([4, 2, 3]))',
        'strides(F32(2, 3).expand_as(F32(2, 2, 3)))',
        'strides(F32(0, 3))',
    ],
    'Print-outs show numbers below 1e-8 or above 1e16 with an exponent, not as 0 or with digits that are not there, and infinity as `inf`': [
        "repr(T([1e-10, 1.0], 'float32'))",
        "repr(T([float('nan'), float('inf'), 1.0], 'float32'))",
        "repr(T([1e38, -1e38], 'float32'))",
    ],
    'Where integers become floats, they become the default dtype': [
        "paddle.set_default_dtype('float64'); I32(2) / 2",
        "paddle.set_default_dtype('float64'); I32(2) * 0.5",
        "paddle.set_default_dtype('float64'); paddle.exp(I32(2))",
    ],
    'A numpy scalar becomes a tensor without axes; a Python number does not widen float16 in `where`; `@` promotes as `matmul` does': [
        'paddle.assign(np.float32(3))',
        '(lambda a, b: a @ b)(F32(2, 3), F64(3, 2))',
        'paddle.where(B(3), F16(3), 1.0)',
    ],
    '`backward` of a result that depends on nothing raises; gradients of leaves want no gradient themselves': [
        'x = F32(3); x.sum().backward()',
    ],
    'Scalers of `paddle.amp` take effect on a CPU; names of dtypes are in lower case; all places are of one class; an int beyond int32 wraps around where it is written': [
        'x = I32(3, 4); x[0] = 2**40; x',
        'x = I32(3, 4); x[T([0,2])] = 2**40; x',
        '[F32(1).dtype.name, str(F32(1).dtype), F32(1).dtype in (paddle.float32, paddle.float64)]',
        "paddle.set_device('cpu')",
        's = paddle.amp.GradScaler(); sorted(s.state_dict())',
    ],
}

KNOWN = {
    'Complex numbers in `deg2rad`, `rad2deg`, `sinc`, `softplus`, `softsign`, `hardswish`, `slogdet`, `median`': [
        'paddle.deg2rad(C64(3))',
        'paddle.rad2deg(C64(3))',
        'paddle.sinc(C64(3))',
        'F.softplus(C64(2))',
        'F.softsign(C64(2))',
        'F.hardswish(C64(2))',
        'paddle.linalg.slogdet(C128(3, 3))',
        'paddle.median(C64(3))',
    ],
    '`vecdot` does not broadcast, and keeps int32; `lu` gives a list': [
        'paddle.vecdot(F32(2, 3), F32(3))',
        'paddle.vecdot(I32(3), I32(3))',
        'paddle.linalg.lu(gapped())',
    ],
    'Flags of Paddle that have no meaning here are unknown to `get_flags`; `Layer.create_tensor` gives one of no elements': [
        'Doubled().create_tensor().shape',
        "paddle.get_flags(['FLAGS_check_nan_inf', 'FLAGS_sort_sum_gradient'])",
    ],
    'Missing: hierarchical and adaptive softmax, RNN-T, `F.softmax_`, `F.gather_tree`, `F.class_center_sample`, `F.lp_pool1d`, `F.lp_pool2d`, `linalg.svd_lowrank`, `Tensor.type`, `Tensor.grad_fn`, `Tensor.random_`, `Tensor.set_`, the methods of `get_tensor()`, the result of `paddle.seed`': [
        'F.softmax_(F32(3))',
        'F.gather_tree(T([[[2, 2]], [[6, 1]]]), T([[[0, 0]], [[1, 1]]]))',
        'F.class_center_sample(T([1, 3]), 5, 3)[0]',
        'F.lp_pool2d(F32(1, 1, 4, 4), 2, 2)',
        'F.lp_pool1d(P32(1, 1, 4), 3.0, 2)',
        'paddle.linalg.svd_lowrank(F64(4, 3))[1].shape',
        'F32(2, 3).type',
        'F32(2, 3).grad_fn',
        'F32(2, 3).get_tensor().shape()',
        'F32(2, 3).random_().shape',
        'F32(2, 3).set_()',
        'kind(paddle.seed(1))',
        'F.adaptive_log_softmax_with_loss(F32(2, 3), T([0, 3]), F32(3, 3), [[F32(3, 1), F32(1, 2)]], [2, 4])[0].shape',
        'F.hsigmoid_loss(F32(2, 3), T([0, 1]), 4, F32(3, 3)).shape',
        'nn.HSigmoidLoss(3,4)(F32(2,3),T([0,1])).shape',
        'nn.AdaptiveLogSoftmaxWithLoss(3,4,[2])(F32(2,3),T([0,3]))[0].shape',
        "nn.RNNTLoss()(F32(1,2,2,3),T([[1]],'int32'),T([2],'int32'),T([1],'int32'))",
    ],
}
# fmt: on


def wider(ours, theirs):
    """The reason for which only the oracle raises, or None."""
    if "raises" in ours["value"] or "raises" not in theirs["value"]:
        return None
    says = theirs["value"]["says"]
    return next((reason for reason, pattern in WIDER.items() if pattern.search(says)), None)
