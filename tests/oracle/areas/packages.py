"""distribution, geometric, audio, text, static, jit, the rest of nn, vision, amp and device."""

from tests.oracle.inputs import *

# fmt: off
D = paddle.distribution
G = paddle.geometric
S = paddle.static
AF = paddle.audio.functional
OPS = paddle.vision.ops
TF = paddle.vision.transforms
MADE = [
    ("D.Normal({0}, {1})", "F32(3)"), ("D.Uniform({0}, {0} + 1)", "Q32(3)"), ("D.Bernoulli({2})",
         "T([0.0, 1.0, 1.0], 'float32')"), ("D.Beta({1}, {1} + 1)", "Q32(3)"),
    ("D.Gamma({1}, {1})", "P32(3)"), ("D.Exponential({1})", "P32(3)"), ("D.Laplace({0}, {1})", "F32(3)"),
         ("D.LogNormal({0}, {1})", "P32(3)"), ("D.Gumbel({0}, {1})", "F32(3)"),
    ("D.Cauchy({0}, {1})", "F32(3)"), ("D.Geometric({2})", "T([0.0, 1.0, 2.0], 'float32')"), ("D.Poisson({1})",
         "T([0.0, 1.0, 2.0], 'float32')"), ("D.Chi2({1})", "P32(3)"),
    ("D.StudentT({1}, {0}, {1})", "F32(3)"), ("D.ContinuousBernoulli({2})", "Q32(3)"),
         ("D.Binomial(T([5.0, 5.0, 5.0], 'float32'), {2})", "T([0.0, 1.0, 5.0], 'float32')"),
    ("D.Dirichlet({1})", "T([0.2, 0.3, 0.5], 'float32')"), ("D.Multinomial(4, {1})", "T([1.0, 2.0, 1.0], 'float32')"),
         ("D.MultivariateNormal({0}, covariance_matrix=paddle.diag({1}))", "F32(3)"),
    ("D.Independent(D.Normal({0}, {1}), 1)", "F32(3)"),
]
TRANSFORMS = ["D.AbsTransform()", "D.AffineTransform(T(1.0, 'float32'), T(2.0, 'float32'))", "D.ExpTransform()",
"D.PowerTransform(T(2.0, 'float32'))", "D.SigmoidTransform()", "D.SoftmaxTransform()",
              "D.TanhTransform()", "D.StickBreakingTransform()", "D.ReshapeTransform([3], [3, 1])",
              "D.ChainTransform([D.ExpTransform(), D.AffineTransform(T(0.0, 'float32'), T(2.0, 'float32'))])",
              "D.IndependentTransform(D.ExpTransform(), 1)",
              "D.StackTransform([D.ExpTransform(), D.TanhTransform(), D.ExpTransform()], 0)"]


def filled(template, value, method):
    made = template.format("F32(3)", "P32(3)", "Q32(3)")
    return f"{made}.{method}".replace("VALUE", value)


def program(build, **feed):
    """What a static program gives."""
    paddle.enable_static()
    try:
        main, start = S.Program(), S.Program()
        with S.program_guard(main, start):
            out = build(**{k: S.data(k, [None, *v.shape[1:]], str(v.dtype)) for k, v in feed.items()})
        runner = S.Executor(paddle.CPUPlace())
        runner.run(start)
        return runner.run(main, feed=feed, fetch_list=list(out) if isinstance(out, (list, tuple)) else [out])
    finally:
        paddle.disable_static()


def fill(layer):
    for _, p in layer.named_parameters():
        p.set_value(A("float32", *p.shape) / 4)
    return layer


def branch(x):
    if x.sum() > 0:
        y = x * 2
    else:
        y = x - 1
    return y


def loop(x):
    s = x
    for i in range(3):
        s = s + x * i
    while s.sum() < 10:
        s = s + 1
    return s


class Doubled(nn.Layer):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 2)
        self.items = nn.LayerList([nn.Linear(2, 2), nn.ReLU()])

    def forward(self, x):
        return self.inner(x) * 2


NEW = """AdaptiveAvgPool3D(1)(F32(1,1,2,2,2)) AdaptiveMaxPool1D(2)(F32(1,1,4)) AdaptiveMaxPool3D(1)(F32(1,1,2,2,2)) AvgPool3D(2)(F32(1,1,2,2,2)) MaxPool3D(2)(F32(1,1,2,2,2)) CELU(0.5)(F32(4))
ChannelShuffle(2)(F32(1,4,2,2)) Dropout3D(0.0)(F32(1,1,2,2,2)) AlphaDropout(0.0)(F32(3)) Hardshrink()(F32(4)) Hardshrink(1.0)(F32(4)) Hardsigmoid()(F32(4)) LogSigmoid()(F32(4)) SELU()(F32(4)) Softshrink(1.0)(F32(4)) Softsign()(F32(4))
Tanhshrink()(F32(4)) RReLU(0.2,0.2)(F32(4)) PixelUnshuffle(2)(F32(1,1,4,4)) ZeroPad1D(1)(F32(1,1,3)) ZeroPad3D(1)(F32(1,1,1,1,1)) GaussianNLLLoss()(F32(3),F32(3),P32(3)) PoissonNLLLoss()(F32(3),P32(3)) SoftMarginLoss()(F32(3),T([1.0,-1.0,1.0],'float32'))
MultiLabelSoftMarginLoss()(F32(2,3),T([[1,0,1],[0,1,0]],'float32')) MultiMarginLoss()(F32(2,3),T([0,2])) TripletMarginWithDistanceLoss()(F32(2,3),F32(2,3)+1,F32(2,3)-1) MaxUnPool2D(2)(*F.max_pool2d(F32(1,1,4,4),2,return_mask=True))
Hardtanh()(F32(4)) ReflectionPad1D(1)(F32(1,1,3)) ReflectionPad2D([1,0,1,0])(F32(1,1,3,3)) ReplicationPad2D(1)(F32(1,1,2,2)) ConstantPad1D(1,2.0)(F32(1,1,3)) ConstantPad2D(1,2.0)(F32(1,1,2,2)) CircularPad2D(1)(F32(1,1,2,2)) SiLU()(F32(3))
Conv2d(1,1,1).weight.shape Module().training HSigmoidLoss(3,4)(F32(2,3),T([0,1])).shape AdaptiveLogSoftmaxWithLoss(3,4,[2])(F32(2,3),T([0,3]))[0].shape RNNTLoss()(F32(1,2,2,3),T([[1]],'int32'),T([2],'int32'),T([1],'int32'))""".split()

CALLS = (
    [filled(m, v, f) for m, v in MADE for f in ["log_prob(VALUE)", "prob(VALUE)", "entropy()", "mean", "variance",
         "stddev", "batch_shape", "event_shape", "sample().shape", "sample([4, 2]).shape", "rsample([2]).shape",
         "cdf(VALUE)", "kl_divergence(VALUE)"]]
    + grid("D.kl_divergence({p}, {q})", p=["D.Normal(F32(3), P32(3))"], q=["D.Normal(F32(3) + 1, P32(3))",
         "D.Uniform(F32(3), F32(3) + 1)"])
    + grid("D.kl_divergence(D.{c}, D.{c})", c=["Bernoulli(Q32(3))", "Beta(P32(3), P32(3))", "Gamma(P32(3), P32(3))",
         "Dirichlet(P32(3))", "Categorical(P32(3))", "Uniform(F32(3), F32(3) + 1)", "Laplace(F32(3), P32(3))",
         "Exponential(P32(3))", "Poisson(P32(3))", "Cauchy(F32(3), P32(3))"])
    + grid("{t}.{f}", t=TRANSFORMS, f=["forward(Q32(3))", "inverse(Q32(3))", "forward_log_det_jacobian(Q32(3))",
         "forward_shape([3])", "inverse_shape([3])"])
    + grid("D.Categorical(P32(2, 3)).{f}", f=["entropy()", "log_prob(T([0, 2]))", "probs(T([0, 2]))",
         "sample([5]).shape", "sample().dtype", "logits"])
    + lines("""
D.Normal(0.0, 1.0).log_prob(0.5)
D.Normal(0, 1).mean
D.Normal([0.0, 1.0], 2.0).entropy()
D.Normal(F32(2), -P32(2)).log_prob(F32(2))
D.Normal(G32(2), GP32(2)).log_prob(F32(2))
D.Normal(F64(2), P64(2)).log_prob(F64(2))
D.Uniform(0.0, 1.0).log_prob(T(2.0, 'float32'))
D.Bernoulli(0.3).log_prob(T(1.0, 'float32'))
D.TransformedDistribution(D.Normal(F32(3), P32(3)), [D.ExpTransform()]).log_prob(P32(3))
G.segment_sum(G32(4, 2), T([0, 0, 1, 2]))
G.segment_mean(G32(4, 2), T([0, 0, 1, 1]))
G.segment_max(F32(4, 2), T([0, 0, 2, 2]))
G.segment_min(F32(4, 2), T([0, 0, 1, 1]))
G.segment_sum(F32(3), T([1, 0, 1]))
G.send_u_recv(G32(3, 2), T([0, 1, 2, 0]), T([1, 2, 1, 0]))
G.send_u_recv(F32(3, 2), T([0, 1, 2, 0]), T([1, 2, 1, 0]), 'mean')
G.send_u_recv(F32(3, 2), T([0, 1, 2, 0]), T([1, 2, 1, 0]), 'max', out_size=4)
G.send_ue_recv(F32(3, 2), F32(4, 2), T([0, 1, 2, 0]), T([1, 2, 1, 0]), 'mul', 'sum')
G.send_uv(F32(3, 2), F32(3, 2), T([0, 1]), T([1, 2]), 'add')
G.send_u_recv(F32(3, 2), T([0, 9]), T([1, 2]))
G.reindex_graph(T([0, 1, 2]), T([8, 9, 0, 4, 7, 6, 7]), T([2, 3, 2], 'int32'))
paddle.text.viterbi_decode(F32(1, 3, 4), F32(4, 4), T([3]))
paddle.text.viterbi_decode(F32(2, 3, 4), F32(4, 4), T([3, 2]), include_bos_eos_tag=False)
AF.hz_to_mel(440.0)
AF.hz_to_mel(P32(3) * 1000, True)
AF.mel_to_hz(10.0)
AF.mel_frequencies(5)
AF.fft_frequencies(16000, 8)
AF.compute_fbank_matrix(8000, 32, 5)
AF.power_to_db(P32(4))
AF.power_to_db(P32(4), ref_value=2.0, amin=1e-3, top_db=5.0)
AF.create_dct(3, 5)
AF.get_window('hann', 6)
AF.get_window('hamming', 6, fftbins=False)
AF.get_window(('gaussian', 2.0), 6)
AF.get_window(('kaiser', 4.0), 6)
AF.get_window('blackman', 6, dtype='float32')
AF.get_window('foo', 6)
paddle.audio.features.Spectrogram(n_fft=16, hop_length=8)(F32(1, 64))
paddle.audio.features.MelSpectrogram(sr=800, n_fft=32, hop_length=16, n_mels=4, f_min=10.0)(F32(1, 64))
paddle.audio.features.MFCC(sr=800, n_mfcc=3, n_fft=32, hop_length=16, n_mels=4, f_min=10.0)(F32(1, 64))
program(lambda x: x * 2 + 1, x=A('float32', 3, 2))
program(lambda x: [x.sum(0), paddle.mean(x)], x=A('float32', 3, 2))
program(lambda x: S.nn.fc(x, 2, weight_attr=nn.initializer.Constant(0.5)), x=A('float32', 3, 2))
program(lambda x: S.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x - 1), x=A('float32', 3, 2))
program(lambda x: S.nn.while_loop(lambda i, v: i < 3, lambda i, v: [i + 1, v * 2], [paddle.zeros([1], 'int64'), x]), x=A('float32', 3, 2))
program(lambda x: S.nn.case([(x.sum() > 100, lambda: x), (x.sum() < 100, lambda: x * 3)]), x=A('float32', 3, 2))
program(lambda x: S.nn.switch_case(paddle.full([1], 1, 'int32'), [lambda: x, lambda: x * 5]), x=A('float32', 3, 2))
program(lambda x, y: paddle.matmul(x, y, transpose_y=True), x=A('float32', 3, 2), y=A('float32', 3, 2))
program(lambda x: paddle.reshape(x, [-1]), x=A('float32', 3, 2))
program(lambda x: x[0], x=A('float32', 3, 2))
program(lambda x: x.shape[1] * x, x=A('float32', 3, 2))
program(lambda x: paddle.shape(x), x=A('float32', 3, 2))
program(lambda x: F.softmax(x), x=A('float32', 3, 2))
program(lambda x: paddle.concat([x, x], 0), x=A('float32', 3, 2))
program(lambda x: x + 'a', x=A('float32', 3, 2))
program(lambda x: paddle.unknown(x), x=A('float32', 3, 2))
paddle.jit.to_static(branch)(G32(2, 2))
paddle.jit.to_static(branch)(-P32(2, 2))
paddle.jit.to_static(loop)(P32(2))
paddle.jit.to_static(lambda x: x.exp().sum())(G32(3))
paddle.jit.to_static(lambda x, k=2: x * k)(F32(3), k=3)
paddle.jit.to_static(lambda x: {'a': x, 'b': [x + 1, (x, 2)]})(F32(3))
paddle.jit.to_static(fill(nn.Linear(2, 2)))(F32(1, 2))
paddle.jit.not_to_static(branch)(F32(2, 2))
str(S.InputSpec([None, 3], 'float32', 'x'))
S.InputSpec.from_tensor(F32(2, 3), 'x').shape
S.InputSpec([2], 'int64').batch(3).shape
S.InputSpec([3, 2], 'int64').unbatch().shape
[n for n, _ in Doubled().named_parameters()]
[n for n, _ in Doubled().named_sublayers()]
[n for n, _ in Doubled().named_children()]
[kind(v) for v in Doubled().sublayers()]
[kind(v) for v in Doubled().sublayers(include_self=True)]
[n for n, _ in Doubled().named_parameters('p', include_sublayers=False)]
str(Doubled())
Doubled().full_name()[:7]
len(Doubled().parameters())
len(Doubled().parameters(include_sublayers=False))
list(Doubled().state_dict(structured_name_prefix='a.'))
l = Doubled(); l.add_sublayer('z', nn.ReLU()); [n for n, _ in l.named_children()]
l = Doubled(); del l.inner; [n for n, _ in l.named_children()]
l = Doubled(); l.inner = None; [n for n, _ in l.named_children()]
l = Doubled(); l.inner = nn.ReLU(); kind(l.inner)
l = Doubled(); l.inner.weight = F32(2, 2)
l = Doubled(); l.w = paddle.create_parameter([1], 'float32'); [n for n, _ in l.named_parameters()]
l = Doubled(); l.x = F32(1); [list(l.state_dict()), kind(l.x)]
l = Doubled(); l.train(); l.eval(); [v.training for v in l.sublayers()]
l = Doubled(); l.set_dict(l.state_dict())
Doubled().get_sublayer('inner').__class__.__name__
Doubled().create_tensor().shape
hasattr(Doubled(), 'foo')
fill(Doubled())(F32(1, 2))
fill(Doubled())(x=F32(1, 2))
nn.LayerDict([('a', nn.ReLU()), ('b', nn.Tanh())]).keys().__len__()
l = nn.LayerDict({'a': nn.ReLU()}); l.pop('a'); len(l)
l = nn.LayerDict({'a': nn.ReLU()}); l.update({'c': nn.Tanh()}); l.clear(); len(l)
l = nn.LayerList([nn.ReLU()]); l.extend([nn.Tanh()]); [kind(v) for v in l]
l = nn.LayerList([nn.ReLU(), nn.Tanh()]); [kind(l[-1]), kind(l[0:1]), len(l)]
l = nn.LayerList([nn.ReLU(), nn.Tanh()]); del l[0]; [kind(v) for v in l]
l = nn.LayerList([nn.ReLU()]); l[3]
l = nn.ParameterDict({'a': paddle.create_parameter([1], 'float32')}); list(l.keys())
nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2D(2))).__class__.__name__
nn.Transformer.generate_square_subsequent_mask(nn.Transformer(4, 2, 1, 1, 4), 3)
nn.GRUCell(2, 3).state_shape
nn.LSTMCell(2, 3).state_shape
nn.GRUCell(2, 3).get_initial_states(F32(4, 2))
F.adaptive_log_softmax_with_loss(F32(2, 3), T([0, 3]), F32(3, 3), [[F32(3, 1), F32(1, 2)]], [2, 4])[0].shape
F.hsigmoid_loss(F32(2, 3), T([0, 1]), 4, F32(3, 3)).shape
paddle.metric.Metric()
paddle.nn.initializer.set_global_initializer(nn.initializer.Constant(2.0)); l = nn.Linear(1, 1); paddle.nn.initializer.set_global_initializer(None); [l.weight, l.bias]
[paddle.device.is_compiled_with_rocm(), paddle.device.is_compiled_with_xpu(), paddle.device.is_compiled_with_custom_device('npu')]
paddle.device.get_all_custom_device_type()
paddle.amp.is_bfloat16_supported()
paddle.amp.is_float16_supported()
paddle.amp.decorate(nn.Linear(2, 2), level='O1').weight.dtype
paddle.amp.is_autocast_enabled() if hasattr(paddle.amp, 'is_autocast_enabled') else False
paddle.get_flags('FLAGS_check_nan_inf')
paddle.set_flags({'FLAGS_check_nan_inf': False})
paddle.get_flags('FLAGS_no_such_flag')
paddle.get_flags(['FLAGS_check_nan_inf', 'FLAGS_sort_sum_gradient'])
paddle.version.__class__
paddle.utils.require_version('0.0.1')
paddle.utils.unique_name.switch().__class__
paddle.summary(nn.Linear(2, 3), (1, 2))
paddle.flops(nn.Linear(2, 3), [1, 2])
paddle.flops(nn.Conv2D(2, 3, 3), [1, 2, 8, 8])
OPS.prior_box(F32(1, 2, 2, 2), F32(1, 3, 8, 8), [2.0], [4.0], [1.0, 2.0])
OPS.yolo_box(F32(1, 14, 2, 2), T([[8, 8]], 'int32'), [10, 13], 2 + 7, 0.01, 32) if False else 0
OPS.yolo_box(F32(1, 14, 2, 2), T([[8, 8]], 'int32'), [10, 13, 16, 30], 2, 0.01, 32)
OPS.matrix_nms(P32(1, 3, 4).cumsum(-1), Q32(1, 2, 3), 0.1, 0.1, 3, 3)
OPS.distribute_fpn_proposals(P32(3, 4).cumsum(-1) * 20, 2, 5, 4, 224)
OPS.RoIAlign(2)(F32(1, 2, 6, 6), T([[1, 1, 4, 4]], 'float32'), T([1], 'int32'))
OPS.RoIPool(2)(F32(1, 2, 6, 6), T([[1, 1, 4, 4]], 'float32'), T([1], 'int32'))
fill(OPS.DeformConv2D(2, 2, 2))(F32(1, 2, 4, 4), F32(1, 8, 3, 3))
TF.adjust_hue(P32(3, 2, 2) / 8, 0.2)
TF.to_grayscale(P32(3, 2, 2) / 8)
TF.resize(F32(3, 4, 4), 2)
TF.resize(F32(3, 4, 6), [2, 3], 'nearest')
TF.perspective(F32(1, 4, 4), [[0, 0], [3, 0], [3, 3], [0, 3]], [[0, 0], [3, 0], [3, 3], [0, 3]])
TF.rotate(F32(1, 4, 4), 45)
TF.affine(F32(3, 4, 4), 30, [1, 0], 1.5, [10, 5])
TF.Resize(2)(F32(3, 4, 6)).shape
TF.RandomResizedCrop(2)(F32(3, 4, 4)).shape
TF.ColorJitter(0.0, 0.0, 0.0, 0.0)(F32(3, 2, 2).abs() / 4)
TF.RandomRotation(0)(F32(3, 3, 3)).shape
TF.RandomErasing(0.0)(F32(3, 3, 3))
TF.BrightnessTransform(0.0)(F32(3, 2, 2).abs() / 4)
TF.Compose([])(F32(2))
paddle.vision.get_image_backend()
paddle.vision.set_image_backend('foo')
sum(p.size for p in paddle.vision.models.LeNet().parameters())
list(paddle.vision.models.LeNet().state_dict())
[list(v.shape) for v in paddle.vision.models.mobilenet_v2(scale=0.25).parameters()][:6]
""")
    + [f"nn.{c}" for c in NEW]
)
