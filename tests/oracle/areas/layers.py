"""Layers, containers, optimizers, schedulers, clips, initializers and their moments."""

from tests.oracle.inputs import *

# fmt: off

OPT = paddle.optimizer
LR = paddle.optimizer.lr
I = nn.initializer  # noqa: E741


def fill(layer):
    """Parameters and float buffers that follow from their shape."""
    for name, p in layer.named_parameters():
        values = A("float32", *p.shape) / 4
        p.set_value(np.abs(values) + 0.5 if name.endswith("variance") else values)
    for name, b in layer.named_buffers():
        if "float" in str(b.dtype) and b.ndim:
            b.set_value(np.abs(A("float32", *b.shape)) + (0.5 if "variance" in name else 0.0))
    return layer


def use(layer, *inputs, train=True):
    """Results, shapes of the state and the gradients of the parameters."""
    fill(layer)
    layer.train() if train else layer.eval()
    out = layer(*inputs)
    first = out
    while isinstance(first, (list, tuple)):
        first = first[0]
    first.astype("float32").sum().backward()
    state = {k: list(v.shape) for k, v in layer.state_dict().items()}
    return [out, state, [None if p.grad is None else p.grad.numpy() for p in layer.parameters()]]


def steps(make, n=4, shape=(3,), **more):
    """The parameter after each of n steps down a bent valley."""
    p = paddle.create_parameter(list(shape), "float32", default_initializer=I.Assign(A("float32", *shape) * 1.3))
    opt, seen = make(parameters=[p], **more), []
    for i in range(n):
        ((p * p * (i + 1)).sum() + p.abs().sum()).backward()
        opt.step()
        opt.clear_grad()
        seen.append(p.clone().detach())
    return seen


def rates(schedule, n=8, *values):
    """The learning rates of n steps."""
    seen = []
    for i in range(n):
        seen.append(float(schedule()))
        schedule.step(*[v[i] for v in values])
    return [*seen, schedule.last_epoch]


def drawn(initializer, *shape):
    return paddle.create_parameter(list(shape), "float32", default_initializer=initializer)


SGD = [f"OPT.{c}" for c in ["SGD", "Momentum", "Adam", "AdamW", "Adagrad", "Adamax", "Adadelta", "RMSProp", "Lamb",
"NAdam", "RAdam", "Rprop", "ASGD"]]

CALLS = (
    grid("use({c})", c=[
        "nn.Linear(3, 2), F32(2, 3)", "nn.Linear(3, 2, bias_attr=False), F32(2, 3)",
        "nn.Conv2D(2, 3, 3), F32(1, 2, 4, 4)", "nn.Conv2D(2, 4, [2, 3], 2, 1, 1, 2, 'zeros'), F32(1, 2, 4, 4)",
        "nn.Conv2D(2, 3, 3, padding=1, padding_mode='reflect'), F32(1, 2, 4, 4)",
        "nn.Conv2D(2, 3, 3, padding='same', padding_mode='circular'), F32(1, 2, 4, 4)",
        "nn.Conv2D(2, 3, 2, data_format='NHWC'), F32(1, 4, 4, 2)",
        "nn.Conv1D(2, 3, 3, padding=1), F32(1, 2, 5)", "nn.Conv3D(1, 2, 2), F32(1, 1, 3, 3, 3)",
        "nn.Conv1DTranspose(2, 3, 3), F32(1, 2, 4)",
        "nn.Conv2DTranspose(2, 3, 2, 2, output_padding=1), F32(1, 2, 3, 3)",
        "nn.Conv3DTranspose(1, 2, 2), F32(1, 1, 2, 2, 2)", "nn.Embedding(5, 3), T([0, 4, 0])",
        "nn.Embedding(5, 3, padding_idx=0), T([0, 4])", "nn.LayerNorm(3), F32(2, 3)",
        "nn.LayerNorm([2, 3], 1e-3), F32(2, 2, 3)", "nn.LayerNorm(3, bias_attr=False), F32(2, 3)",
        "nn.BatchNorm1D(3), F32(4, 3)", "nn.BatchNorm1D(3), F32(2, 3, 4)", "nn.BatchNorm2D(2), F32(2, 2, 3, 3)",
        "nn.BatchNorm2D(2, momentum=0.5, epsilon=0.1), F32(2, 2, 3, 3)", "nn.BatchNorm3D(2), F32(2, 2, 2, 2, 2)",
        "nn.BatchNorm(2), F32(2, 2, 3, 3)", "nn.BatchNorm(2, act='relu'), F32(2, 2, 3)",
        "nn.GroupNorm(2, 4), F32(2, 4, 3)", "nn.InstanceNorm1D(2), F32(2, 2, 4)",
        "nn.InstanceNorm2D(2), F32(2, 2, 3, 3)", "nn.InstanceNorm3D(2), F32(1, 2, 2, 2, 2)",
        "nn.SyncBatchNorm(2), F32(2, 2, 3, 3)",
        "nn.PReLU(), F32(2, 3)", "nn.PReLU(3), F32(2, 3)", "nn.Bilinear(3, 2, 4), F32(2, 3), F32(2, 2)",
        "nn.SimpleRNN(3, 4), F32(2, 5, 3)", "nn.LSTM(3, 4), F32(2, 5, 3)", "nn.GRU(3, 4), F32(2, 5, 3)",
        "nn.LSTM(3, 4, 2, 'bidirect'), F32(2, 5, 3)", "nn.GRU(3, 4, time_major=True), F32(5, 2, 3)",
        "nn.LSTM(3, 4, proj_size=2), F32(2, 5, 3)", "nn.GRU(3, 4, direction='bidirectional'), F32(2, 5, 3)",
        "nn.SimpleRNN(3, 4, activation='relu'), F32(2, 5, 3)", "nn.LSTM(3, 4), F32(2, 5, 3), None, T([5, 2])",
        "nn.LSTM(3, 4), F32(2, 5, 3), (F32(1, 2, 4), F32(1, 2, 4))",
        "nn.LSTMCell(3, 4), F32(2, 3)", "nn.GRUCell(3, 4), F32(2, 3)", "nn.SimpleRNNCell(3, 4), F32(2, 3)",
        "nn.RNN(nn.GRUCell(3, 4)), F32(2, 5, 3)", "nn.BiRNN(nn.GRUCell(3, 4), nn.GRUCell(3, 4)), F32(2, 5, 3)",
        "nn.MultiHeadAttention(4, 2), F32(2, 3, 4)",
        "nn.MultiHeadAttention(4, 2, kdim=3, vdim=2), F32(2, 3, 4), F32(2, 5, 3), F32(2, 5, 2)",
        "nn.MultiHeadAttention(4, 2, need_weights=True), F32(2, 3, 4)",
        "nn.MultiHeadAttention(4, 2), F32(2, 3, 4), None, None, B(2, 1, 3, 3)",
        "nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0), F32(2, 3, 4)",
        "nn.TransformerEncoderLayer(4, 2, 8, 0.0, 'gelu', normalize_before=True), F32(2, 3, 4)",
        "nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 2), F32(2, 3, 4)",
        "nn.TransformerDecoderLayer(4, 2, 8, 0.0), F32(2, 3, 4), F32(2, 5, 4)",
        "nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, 0.0), 2), F32(2, 3, 4), F32(2, 5, 4)",
        "nn.Transformer(4, 2, 1, 1, 8, 0.0), F32(2, 3, 4), F32(2, 2, 4)",
        "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)), F32(2, 3)",
        "nn.Sequential(('a', nn.Linear(3, 4)), ('b', nn.Tanh())), F32(2, 3)",
        "nn.SpectralNorm([3, 2], 0, 2), G32(3, 2)", "nn.utils.weight_norm(nn.Linear(3, 2)), F32(2, 3)",
        "nn.utils.weight_norm(nn.Conv2D(2, 3, 2), dim=None), F32(1, 2, 3, 3)",
        "nn.utils.spectral_norm(nn.Linear(3, 2)), F32(2, 3)"])
    + grid("use({c}, train=False)", c=["nn.BatchNorm1D(3), F32(4, 3)", "nn.BatchNorm2D(2), F32(2, 2, 3, 3)",
         "nn.BatchNorm(2, use_global_stats=True), F32(2, 2, 3, 3)",
         "nn.Sequential(nn.Linear(3, 3), nn.Dropout(0.9)), F32(2, 3)", "nn.SyncBatchNorm(2), F32(2, 2, 3, 3)",
         "nn.LSTM(3, 4, 2, dropout=0.5), F32(2, 5, 3)"])
    + grid("nn.{c}", c=["ReLU()(F32(3))", "ReLU6()(F32(3))", "LeakyReLU(0.2)(F32(3))", "GELU(True)(F32(3))",
         "Sigmoid()(F32(3))", "Softmax()(F32(2, 3))", "Softmax(axis=0)(F32(2, 3))", "LogSoftmax()(F32(2, 3))",
         "Hardswish()(F32(3))", "Silu()(F32(3))", "Swish()(F32(3))", "Mish()(F32(3))", "ELU(0.5)(F32(3))",
         "Softplus(2, 3)(F32(3))", "Maxout(2)(F32(1, 4, 2, 2))", "GLU()(F32(2, 4))", "Hardtanh(-2, 2)(F32(3))",
         "Softmax2D()(F32(1, 2, 2, 2))", "ThresholdedReLU(0.5)(F32(3))", "Flatten()(F32(2, 3, 2))",
         "Flatten(0, 1)(F32(2, 3, 2))", "Unflatten(1, [2, 3])(F32(2, 6))",
        "Identity()(F32(3))", "Pad2D(1)(F32(1, 1, 2, 2))", "Pad2D([1, 0, 2, 0], 'replicate')(F32(1, 1, 2, 2))",
        "Pad1D(1, value=2.0)(F32(1, 1, 2))", "Pad3D(1)(F32(1, 1, 1, 1, 1))",
        "ZeroPad2D([1, 0, 0, 1])(F32(1, 1, 2, 2))", "MaxPool2D(2)(F32(1, 1, 4, 4))",
        "MaxPool2D(2, return_mask=True)(F32(1, 1, 4, 4))", "AvgPool2D(3, 2, 1)(F32(1, 1, 4, 4))",
        "AvgPool1D(2)(F32(1, 1, 4))", "MaxPool1D(2)(F32(1, 1, 4))", "AdaptiveAvgPool2D(1)(F32(1, 2, 3, 3))",
        "AdaptiveMaxPool2D(2)(F32(1, 2, 3, 3))", "AdaptiveAvgPool1D(2)(F32(1, 2, 5))",
        "Upsample(scale_factor=2)(F32(1, 1, 2, 2))", "Upsample([3, 3], mode='bilinear')(F32(1, 1, 2, 2))",
        "UpsamplingBilinear2D([3, 3])(F32(1, 1, 2, 2))", "UpsamplingNearest2D(scale_factor=2)(F32(1, 1, 2, 2))",
        "PixelShuffle(2)(F32(1, 4, 2, 2))", "CosineSimilarity()(F32(2, 3), F32(2, 3))",
        "PairwiseDistance()(F32(2, 3), F32(2, 3))", "Unfold(2)(F32(1, 1, 3, 3))", "Fold([3, 3], 2)(F32(1, 4, 4))",
        "Dropout(0.0)(F32(3))", "LocalResponseNorm(3)(F32(1, 3, 2, 2))", "CrossEntropyLoss()(F32(2, 3), T([0, 2]))",
        "CrossEntropyLoss(P32(3), 1, 'sum')(F32(2, 3), T([0, 2]))",
        "CrossEntropyLoss(label_smoothing=0.1)(F32(2, 3), T([0, 2]))", "MSELoss()(F32(3), F32(3))",
        "L1Loss('sum')(F32(3), F32(3) + 1)", "SmoothL1Loss(delta=0.5)(F32(3), F32(3) + 1)",
        "BCELoss()(Q32(3), Q32(3))",
        "BCEWithLogitsLoss(pos_weight=T(2.0, 'float32'))(F32(3), Q32(3))",
        "KLDivLoss('batchmean')(F32(2, 3), Q32(2, 3))", "NLLLoss()(F32(2, 3), T([0, 2]))",
        "MarginRankingLoss(0.1)(F32(3), F32(3), F32(3))",
        "CTCLoss()(F32(4, 2, 3), T([[1, 2], [2, 1]], 'int32'), T([4, 4]), T([2, 1]))",
        "TripletMarginLoss()(F32(2, 3), F32(2, 3) + 1, F32(2, 3))",
        "HingeEmbeddingLoss()(F32(3), T([1.0, -1.0, 1.0], 'float32'))",
        "CosineEmbeddingLoss()(F32(2, 3), F32(2, 3), T([1, -1]))"])
    + grid("str({c})", c=["nn.Linear(3, 2)", "nn.Conv2D(2, 3, 3, padding=1)",
         "nn.Conv2D(2, 4, 3, stride=2, groups=2, dilation=2)", "nn.Sequential(nn.Linear(3, 4), nn.ReLU())",
         "nn.BatchNorm2D(3)", "nn.LayerNorm(3)", "nn.Dropout(0.3)", "nn.Embedding(3, 4, padding_idx=1)",
         "nn.MaxPool2D(2)", "nn.AvgPool2D(2, 1)", "nn.AdaptiveAvgPool2D(1)", "nn.LSTM(2, 3, 2)", "nn.GRUCell(2, 3)",
         "nn.GroupNorm(2, 4)", "nn.LeakyReLU(0.1)", "nn.Softmax()", "nn.PReLU()", "nn.Upsample(scale_factor=2)",
         "nn.Pad2D(1)", "nn.Flatten()", "nn.Identity()", "nn.Conv2DTranspose(2, 3, 2)", "nn.MultiHeadAttention(4, 2)",
         "nn.CrossEntropyLoss()",
        "nn.LayerList([nn.ReLU(), nn.Tanh()])", "nn.LayerDict({'a': nn.ReLU()})",
        "nn.ParameterList([paddle.create_parameter([2], 'float32')])", "nn.PixelShuffle(2)", "nn.InstanceNorm2D(3)",
        "nn.ELU(0.5)", "nn.GELU(True)", "nn.Hardswish()", "nn.Unfold(2)", "nn.TransformerEncoderLayer(4, 2, 8)",
        "nn.Bilinear(2, 3, 4)", "nn.CosineSimilarity()", "nn.SyncBatchNorm(3)", "nn.SpectralNorm([2, 2])",
        "nn.Maxout(2)", "nn.Softplus()", "nn.GLU()", "nn.Silu()", "nn.Dropout2D(0.5)", "nn.BatchNorm(3)"])
    # optimizers and schedulers
    + grid("steps({o}, learning_rate=0.1{a})", o=SGD, a=["", ", weight_decay=0.1",
         ", grad_clip=nn.ClipGradByGlobalNorm(0.5)", ", grad_clip=nn.ClipGradByNorm(0.5)",
         ", grad_clip=nn.ClipGradByValue(0.5, -0.25)"])
    + grid("steps({o}, learning_rate=LR.StepDecay(0.2, 1, 0.5))", o=SGD)
    + grid("steps({o}, learning_rate=0.1, weight_decay={w})", o="OPT.SGD OPT.Adam OPT.Momentum".split(),
         w=["paddle.regularizer.L2Decay(0.1)", "paddle.regularizer.L1Decay(0.1)"])
    + grid("steps({c})", c=["OPT.Momentum, learning_rate=0.1, momentum=0.5, use_nesterov=True",
         "OPT.Adam, learning_rate=0.1, beta1=0.5, beta2=0.9, epsilon=1e-3",
         "OPT.Adam, learning_rate=0.1, amsgrad=True",
         "OPT.AdamW, learning_rate=0.1, weight_decay=0.5, lr_ratio=lambda p: 0.5",
         "OPT.AdamW, learning_rate=0.1, apply_decay_param_fun=lambda n: False",
         "OPT.RMSProp, learning_rate=0.1, rho=0.5, momentum=0.9, centered=True",
         "OPT.Adagrad, learning_rate=0.1, initial_accumulator_value=0.5",
         "OPT.Adadelta, learning_rate=0.1, rho=0.5, epsilon=1e-3",
         "OPT.Lamb, learning_rate=0.1, lamb_weight_decay=0.5", "OPT.Rprop, learning_rate=0.1, etas=(0.4, 1.3)",
         "OPT.NAdam, learning_rate=0.1, momentum_decay=0.1",
        "OPT.SGD, learning_rate=T(0.1, 'float32')", "OPT.SGD, learning_rate='a'",
        "OPT.Adam, learning_rate=0.1, beta1=1.5", "OPT.SGD, learning_rate=None",
        "OPT.Adam, learning_rate=0.1, beta1=T(0.8, 'float32')", "OPT.ASGD, learning_rate=0.1, batch_num=2"])
    + grid("rates(LR.{s})", s=["StepDecay(0.5, 3)", "StepDecay(0.5, 2, 0.1)", "MultiStepDecay(0.5, [2, 4], 0.1)",
         "ExponentialDecay(0.5, 0.9)", "CosineAnnealingDecay(0.5, 5)", "CosineAnnealingDecay(0.5, 5, eta_min=0.1)",
         "PolynomialDecay(0.5, 5)", "PolynomialDecay(0.5, 3, 0.1, 2.0, cycle=True)", "NoamDecay(64, 4)",
         "NoamDecay(64, 4, 2.0)", "PiecewiseDecay([2, 5], [0.5, 0.3, 0.1])", "NaturalExpDecay(0.5, 0.1)",
         "InverseTimeDecay(0.5, 0.1)", "LambdaDecay(0.5, lambda e: 0.9 ** e)",
         "MultiplicativeDecay(0.5, lambda e: 0.9)", "LinearWarmup(0.5, 3, 0.0, 0.5)",
         "LinearWarmup(LR.StepDecay(0.5, 2), 3, 0.1, 0.5)", "OneCycleLR(1.0, 8)",
         "OneCycleLR(1.0, 8, phase_pct=0.5, anneal_strategy='linear')",
        "OneCycleLR(1.0, 8, three_phase=True)", "CyclicLR(0.1, 1.0, 3)", "CyclicLR(0.1, 1.0, 2, 1, 'triangular2')",
        "CyclicLR(0.1, 1.0, 2, mode='exp_range', exp_gamma=0.9)", "CosineAnnealingWarmRestarts(0.5, 3)",
        "CosineAnnealingWarmRestarts(0.5, 2, 2, 0.1)", "LinearLR(0.5, 4)", "LinearLR(0.5, 4, 0.5, 0.8)",
        "StepDecay(0.5, 0)", "StepDecay('a', 1)", "MultiStepDecay(0.5, [4, 2])", "ExponentialDecay(0.5, 0.9, 3)",
        "ExponentialDecay(0.5, 1.5)", "PiecewiseDecay([2], [0.5])", "LinearWarmup('a', 3, 0, 1)",
        "CosineAnnealingDecay(0.5, 0)"])
    + grid("rates(LR.ReduceOnPlateau({s}), 8, [1.0, 0.9, 0.95, 0.95, 0.95, 0.8, 0.8, 0.8])", s=["0.5, patience=1",
         "0.5, mode='max', patience=0, factor=0.5",
         "0.5, patience=1, threshold=0.1, threshold_mode='abs', cooldown=1", "0.5, patience=0, min_lr=0.2",
         "0.5, mode='x'", "0.5, factor=1.5"])
    + lines("""
s = LR.StepDecay(0.5, 2); s.step(); s.step(); s.state_dict()
s = LR.StepDecay(0.5, 2); s.set_state_dict({'last_epoch': 5, 'last_lr': 0.1}); [s.last_lr, s.last_epoch, s()]
s = LR.StepDecay(0.5, 2); s.step(5); s()
s = LR.CosineAnnealingDecay(0.5, 4); s.step(3); [s.get_lr(), s.last_lr]
s = LR.LinearWarmup(LR.StepDecay(0.5, 2), 3, 0.1, 0.5); s.step(); s.state_dict()
l = nn.Linear(2, 2); o = OPT.Adam(0.1, parameters=l.parameters()); [o.get_lr(), kind(o.state_dict())]
l = fill(nn.Linear(2, 2)); o = OPT.SGD(LR.StepDecay(0.5, 1), parameters=l.parameters()); o.get_lr()
l = nn.Linear(2, 2); o = OPT.SGD(0.5, parameters=l.parameters()); o.set_lr(0.1); o.get_lr()
l = nn.Linear(2, 2); o = OPT.SGD(LR.StepDecay(0.5, 1), parameters=l.parameters()); o.set_lr(0.1)
p = G32(2); o = OPT.SGD(1.0, parameters=[p]); (p * p).sum().backward(); o.step(); p
p = G32(2); o = OPT.SGD(1.0, parameters=[{'params': [p], 'learning_rate': 0.1}]); (p * p).sum().backward(); o.step(); p
p = drawn(I.Constant(1.0), 2); o = OPT.SGD(1.0, parameters=[{'params': [p], 'learning_rate': 0.1}]); (p * p).sum().backward(); o.step(); p
p = drawn(I.Constant(1.0), 2); o = OPT.SGD(1.0, parameters=[{'params': [p], 'weight_decay': 0.5}]); (p * p).sum().backward(); o.step(); p
p = drawn(I.Constant(1.0), 2); o = OPT.Adam(1.0, parameters=[{'params': [p], 'learning_rate': 0.5, 'beta1': 0.5}]); (p * p).sum().backward(); o.step(); p
p = G32(2); o = OPT.Adam(1.0, parameters=[p]); o.step(); p
p = G32(2); o = OPT.Adam(1.0, parameters=[p]); (p * p).sum().backward(); o.minimize((p * p).sum()); p
OPT.SGD(0.1)
OPT.SGD(0.1, parameters=F32(2))
OPT.Adam(parameters=nn.Linear(2, 2).parameters()).get_lr()
p = F32(3) * 2; [v[1] for v in nn.ClipGradByGlobalNorm(1.0)([(p, F32(3))])]
p = F32(3) * 2; [v[1] for v in nn.ClipGradByNorm(1.0)([(p, F32(3)), (p, None)])]
p = F32(3) * 2; [v[1] for v in nn.ClipGradByValue(1.0)([(p, F32(3))])]
x = G32(3); (x * x).sum().backward(); [nn.utils.clip_grad_norm_([x], 1.0), x.grad.numpy()]
x = G32(3); (x * x).sum().backward(); [nn.utils.clip_grad_norm_(x, 1.0, float('inf')), x.grad.numpy()]
x = G32(3); (x * x).sum().backward(); nn.utils.clip_grad_value_([x], 0.5); x.grad.numpy()
nn.utils.parameters_to_vector([F32(2), F32(2, 2)])
l = nn.Linear(2, 1); nn.utils.vector_to_parameters(F32(3), l.parameters()); l.weight
l = nn.utils.weight_norm(nn.Linear(2, 2)); nn.utils.remove_weight_norm(l); sorted(l.state_dict())
[n for n, _ in nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Linear(2, 1))).named_parameters()]
[n for n, _ in nn.Sequential(nn.Linear(2, 2), nn.ReLU()).named_sublayers()]
[n for n, _ in nn.Sequential(nn.Linear(2, 2)).named_sublayers(include_self=True)]
[kind(v) for v in nn.Sequential(nn.Linear(2, 2), nn.ReLU()).children()]
[kind(v) for v in nn.Sequential(nn.Linear(2, 2), nn.ReLU())[:1]]
len(nn.Sequential(nn.ReLU(), nn.ReLU()))
nn.Sequential(nn.ReLU())[3]
l = nn.LayerList([nn.ReLU()]); l.append(nn.Tanh()); l.insert(0, nn.GELU()); [kind(v) for v in l]
l = nn.LayerDict({'a': nn.ReLU()}); l['b'] = nn.Tanh(); [list(l.keys()), 'a' in l, len(l)]
l = nn.ParameterList([paddle.create_parameter([2], 'float32')] * 2); len(list(l.parameters()))
list(nn.BatchNorm2D(2).state_dict())
list(nn.LSTM(2, 2, 1, 'bidirect').state_dict())
l = nn.Linear(2, 2); [l.weight.name[:6], l.weight.stop_gradient, l.weight.shape, l.training, l.full_name()[:6]]
l = nn.Linear(2, 2, weight_attr=paddle.ParamAttr(name='w', learning_rate=0.5, trainable=False)); [l.weight.name, l.weight.stop_gradient, l.weight.optimize_attr]
l = nn.Linear(2, 2, weight_attr=I.Constant(0.5), bias_attr=I.Constant(1.0)); [l.weight, l.bias]
nn.Linear(2, 2).set_state_dict({})
l = nn.Linear(2, 2); l.set_state_dict({'weight': np.ones((2, 2), 'float32'), 'bias': F32(2), 'c': F32(1)})
l = nn.Linear(2, 2); l.set_state_dict({'weight': F32(3, 3)})
l = nn.Linear(2, 2); l.load_dict({'weight': F32(2, 2), 'bias': F32(2)}); l.weight
l = fill(nn.Linear(2, 2)); l.to(dtype='float64'); [l.weight.dtype, l.bias.dtype]
l = fill(nn.Linear(2, 2)); l.astype('float16').weight.dtype
l = nn.Linear(2, 2); l.eval(); l.training
l = nn.Linear(2, 2); l.register_buffer('b', F32(2)); [list(l.state_dict()), [n for n, _ in l.named_buffers()]]
l = nn.Linear(2, 2); l.register_buffer('b', F32(2), persistable=False); list(l.state_dict())
l = nn.Layer(); l.add_parameter('p', paddle.create_parameter([2], 'float32')); l.add_sublayer('s', nn.ReLU()); [list(l.state_dict()), kind(l.s)]
l = nn.Layer(); l.create_parameter([2, 3]).shape
l = nn.Layer(); l.create_parameter([2], is_bias=True)
l = nn.Layer(); l.x
l = nn.Layer(); l(F32(2))
l = nn.Linear(2, 2); l.apply(lambda v: v.eval() if v is not None else None); l.training
h = []; l = fill(nn.Linear(2, 2)); l.register_forward_pre_hook(lambda s, i: (i[0] * 2,)); l(F32(1, 2))
l = fill(nn.Linear(2, 2)); l.register_forward_post_hook(lambda s, i, o: o * 2); l(F32(1, 2))
l = fill(nn.Linear(2, 2)); h = l.register_forward_post_hook(lambda s, i, o: o * 2); h.remove(); l(F32(1, 2))
l = nn.Linear(2, 2); l.clear_gradients(); l.weight.grad
nn.Linear(2, 3)(F32(2, 4))
nn.Linear(-1, 2)
nn.Linear(2, 2)(I32(1, 2))
nn.Conv2D(3, 4, 3, groups=2)
nn.Conv2D(2, 4, 3, padding_mode='x')
nn.BatchNorm2D(2)(F32(2, 3))
nn.BatchNorm1D(2)(F32(2, 2, 2, 2))
nn.Embedding(3, 2, padding_idx=5)
nn.MultiHeadAttention(5, 2)
nn.Dropout(2.0)
str(nn.Dropout(0.5, True))
str(nn.Dropout(0.5, False, 1))
str(nn.Dropout(0.5, 1))
str(nn.Dropout(0.5, None, 'downscale_in_infer'))
str(nn.Dropout(p=0.5, axis=1, mode='downscale_in_infer'))
nn.Dropout(0.5, 0, 'downscale_in_infer').eval()(F32(3))
str(nn.ReLU(name='a'))
str(nn.Linear(2, 2, name='a'))
str(nn.Conv2D(2, 2, 2))
str(nn.Hardtanh(name='a'))
moments(drawn(I.Normal(1.0, 2.0), 100, 100))
moments(drawn(I.TruncatedNormal(0.0, 1.0), 100, 100))
moments(drawn(I.TruncatedNormal(0.0, 1.0, -1.0, 0.5), 100, 100))
moments(drawn(I.Uniform(-2.0, 1.0), 100, 100))
moments(drawn(I.XavierNormal(), 50, 200), 0.005)
moments(drawn(I.XavierNormal(gain=2.0), 50, 200), 0.01)
moments(drawn(I.XavierNormal(fan_in=10, fan_out=20), 50, 200), 0.01)
moments(drawn(I.XavierUniform(), 50, 200), 0.005)
moments(drawn(I.XavierUniform(), 20, 10, 5, 5), 0.005)
moments(drawn(I.KaimingNormal(), 50, 200), 0.01)
moments(drawn(I.KaimingNormal(fan_in=100, nonlinearity='leaky_relu', negative_slope=0.2), 50, 200), 0.01)
moments(drawn(I.KaimingNormal(mode='fan_out'), 50, 200), 0.01)
moments(drawn(I.KaimingUniform(), 50, 200), 0.01)
moments(drawn(I.KaimingUniform(), 20, 10, 5, 5), 0.005)
moments(nn.Linear(50, 200).weight, 0.005)
moments(nn.Conv2D(10, 50, 5).weight, 0.005)
moments(nn.Embedding(100, 100).weight)
moments(nn.LSTM(20, 100).parameters()[0], 0.005)
moments(nn.Conv2DTranspose(10, 50, 5).weight, 0.005)
moments(nn.Conv1D(20, 50, 5).weight, 0.005)
moments(nn.MultiHeadAttention(100, 2).q_proj.weight, 0.005)
[nn.Linear(2, 3).bias, nn.BatchNorm1D(2).weight, nn.LayerNorm(2).bias, nn.PReLU().weight]
drawn(I.Constant(3.0), 2)
drawn(I.Assign([1.0, 2.0]), 2)
drawn(I.Assign(np.ones(3)), 2)
drawn(I.Dirac(), 3, 2, 3)
drawn(I.Dirac(groups=2), 4, 1, 3)
drawn(I.Bilinear(), 1, 1, 4, 4)
q = drawn(I.Orthogonal(), 3, 3); q @ q.T
q = drawn(I.Orthogonal(gain=2.0), 4, 2); q.T @ q
[I.calculate_gain(n) for n in ('tanh', 'relu', 'sigmoid', 'linear', 'conv2d', 'selu')]
I.calculate_gain('leaky_relu', 0.2)
I.calculate_gain('x')
x = paddle.zeros([2]); I.Constant(2.0)(x); x
x = paddle.zeros([100, 100]); I.Normal()(x); moments(x)
""")
)
