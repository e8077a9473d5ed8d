"""Short uses of real packages: each prints its figures as a line of JSON, the same for any paddle.

    python tests/clients/programs.py paddleseg einops

Weights come from numpy, dropout is off.
"""

import json
import os
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
os.environ["DDE_BACKEND"] = "paddle"
PROGRAMS = {}


def program(f):
    PROGRAMS[f.__name__] = f
    return f


def paddle():
    import paddle

    return paddle


def fill(net, scale=None):
    """Weights of variance 1 / fan-in, biases near 0; running statistics stay."""
    rng = np.random.RandomState(0)
    for name, p in sorted(net.named_parameters()):
        if p.stop_gradient and ("_mean" in name or "_variance" in name):
            continue
        v = np.asarray(rng.randn(*p.shape))
        if v.ndim < 2:
            v = v * 0.02 + name.endswith("weight")
        else:
            v = v * (scale or (v.shape[0] if v.ndim == 2 else np.prod(v.shape[1:])) ** -0.5)
        p.set_value(v.astype("float32"))
    for layer in net.sublayers():
        if isinstance(layer, (paddle().nn.Dropout, paddle().nn.Dropout2D)):
            layer.p = 0.0
    return net


def normal(*shape, seed=1):
    return paddle().to_tensor(np.random.RandomState(seed).randn(*shape).astype("float32"))


def ids(*shape, low=1, high=128, seed=2):
    return paddle().to_tensor(np.random.RandomState(seed).randint(low, high, shape))


def static_difference(net, x):
    """How far the captured layer is from the plain one."""
    first = lambda out: out[0] if isinstance(out, (list, tuple)) else out  # noqa: E731
    net.eval()
    with paddle().no_grad():
        plain = first(net(x))
        captured = first(paddle().jit.to_static(net)(x))
    return plain, (plain - captured).abs().max()


def train(net, loss_of, steps=3):
    """The losses of some steps of AdamW."""
    net.train()
    optimizer = paddle().optimizer.AdamW(1e-3, parameters=net.parameters())
    losses = []
    for _ in range(steps):
        loss = loss_of(net)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(loss)
    return losses


@program
def msssim():
    from paddle_msssim import SSIM, ms_ssim, ssim

    rng = np.random.RandomState(0)
    x = rng.rand(2, 3, 192, 192).astype("float32")
    a = paddle().to_tensor(x)
    b = paddle().to_tensor(
        np.clip(x + 0.1 * rng.randn(*x.shape), 0, 1).astype("float32"), stop_gradient=False
    )
    (1 - SSIM(data_range=1.0, size_average=True, channel=3)(a, b)).backward()
    return {
        "ssim": ssim(a, b, data_range=1.0),
        "ms_ssim": ms_ssim(a, b, data_range=1.0),
        "grad": b.grad.norm(),
    }


@program
def lpips():
    import paddle_lpips

    net = paddle_lpips.LPIPS(net="alex", pretrained=True, pnet_rand=True, verbose=False)
    fill(net.net, 0.03)
    x = normal(2, 3, 64, 64).clip(-1, 1)
    y = normal(2, 3, 64, 64, seed=3).clip(-1, 1)
    y.stop_gradient = False
    distance = net(x, y)
    distance.sum().backward()
    return {"distance": distance.mean(), "grad": y.grad.norm()}


@program
def deepxde():
    import deepxde as dde

    grid = (
        np.stack(np.meshgrid(np.linspace(-1, 1, 20), np.linspace(0, 1, 20)), -1)
        .reshape(-1, 2)
        .astype("float32")
    )

    def residual(x, u):
        ux, ut = (dde.grad.jacobian(u, x, i=0, j=j) for j in (0, 1))
        return ut + u * ux - 0.01 * dde.grad.hessian(u, x, i=0, j=0)

    where = dde.geometry.GeometryXTime(dde.geometry.Interval(-1, 1), dde.geometry.TimeDomain(0, 1))
    start = dde.icbc.IC(where, lambda x: -np.sin(np.pi * x[:, 0:1]), lambda _, on: on)
    data = dde.data.TimePDE(where, residual, [start], num_domain=0, num_initial=20, anchors=grid,
                            train_distribution="uniform")  # fmt: skip
    model = dde.Model(data, fill(dde.nn.FNN([2, 20, 20, 1], "tanh", "Glorot normal"), 0.3))
    model.compile("adam", lr=1e-3, verbose=0)
    history, _ = model.train(iterations=50, display_every=50, verbose=0)
    return {"first": sum(history.loss_train[0]), "last": sum(history.loss_train[-1])}


@program
def paddleclas():
    from paddleclas.ppcls.arch import backbone

    image, label, found = normal(2, 3, 64, 64), ids(2, high=10), {}
    for name in ("ResNet18", "MobileNetV3_small_x1_0", "PPLCNet_x0_5", "ShuffleNetV2_x0_25"):
        net = fill(getattr(backbone, name)(class_num=10))
        out, difference = static_difference(net, image)
        (loss,) = train(net, lambda net: paddle().nn.functional.cross_entropy(net(image), label), 1)
        found |= {
            f"{name} loss": loss,
            f"{name} out": out.abs().mean(),
            f"{name} static": difference,
        }
    return found


@program
def paddlenlp():
    from paddlenlp.transformers import (
        BertConfig,
        BertModel,
        LlamaConfig,
        LlamaForCausalLM,
        T5Config,
        T5ForConditionalGeneration,
    )

    sizes = {"vocab_size": 128, "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    words = ids(2, 16, low=3)
    llama = fill(
        LlamaForCausalLM(LlamaConfig(**sizes, intermediate_size=128, max_position_embeddings=64))
    )
    llama.eval()
    with_mask = {"attention_mask": paddle().ones_like(words), "max_new_tokens": 6}
    greedy, _ = llama.generate(words, decode_strategy="greedy_search", **with_mask)
    beams, score = llama.generate(words, decode_strategy="beam_search", num_beams=3, **with_mask)
    losses = train(llama, lambda net: net(input_ids=words, labels=words)[0])
    bert = fill(BertModel(BertConfig(**sizes, intermediate_size=128)))
    out, difference = static_difference(bert, words)
    t5 = fill(T5ForConditionalGeneration(T5Config(
        vocab_size=128, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, bos_token_id=0,
    )))  # fmt: skip
    t5.eval()
    return {
        "llama first": losses[0], "llama last": losses[-1], "greedy": greedy.sum(), "beams": beams.sum(),
        "score": score.sum(), "bert out": out.abs().mean(), "bert static": difference,
        "t5": t5(input_ids=words, labels=words)[0],
    }  # fmt: skip


@program
def paddlenlp_trainer():
    """Six steps, and the same six stopped after the third and resumed from its checkpoint by other objects."""
    import tempfile

    from paddlenlp.trainer import Trainer, TrainerCallback, TrainingArguments

    nn = paddle().nn

    class Data(paddle().io.Dataset):
        def __len__(self):
            return 40

        def __getitem__(self, i):
            x = np.random.RandomState(i).randn(8).astype("float32")
            return {"x": x, "labels": np.int64(i % 3)}

    class Net(nn.Layer):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(
                nn.Linear(8, 16), nn.LayerNorm(16), nn.Tanh(), nn.Linear(16, 3)
            )

        def forward(self, x, labels=None):
            out = self.body(x)
            return nn.functional.cross_entropy(out, labels), out

    class Stop(TrainerCallback):
        def on_step_end(self, args, state, control, **kwargs):
            control.should_training_stop = state.global_step == 3

    def train(*given, **more):
        with paddle().utils.unique_name.guard():  # the names that another process would give
            return run(*given, **more)

    def run(folder, callbacks=(), checkpoint=None):
        net = fill(Net())
        arguments = TrainingArguments(
            output_dir=folder, max_steps=6, per_device_train_batch_size=4, save_strategy="steps",
            save_steps=3, logging_steps=1, disable_tqdm=True, learning_rate=0.01, device="cpu", report_to=[],
        )  # fmt: skip
        trainer = Trainer(
            model=net, args=arguments, train_dataset=Data(), callbacks=list(callbacks)
        )
        trainer.train(resume_from_checkpoint=checkpoint)
        return net.state_dict(), trainer.state.global_step

    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        whole, _ = train(one)
        _, stopped = train(other, [Stop()])
        resumed, steps = train(other, checkpoint=os.path.join(other, "checkpoint-3"))
    found = {name: weight.abs().sum() for name, weight in whole.items()}
    difference = max(float((resumed[name] - whole[name]).abs().max()) for name in whole)
    return {**found, "stopped": stopped, "steps": steps, "resumed less whole": difference}


@program
def paddleseg():
    from paddleseg.models import FCN, BiSeNetV2, UNet
    from paddleseg.models.backbones import HRNet_W18

    label, found = ids(2, 64, 64, low=0, high=4), {}
    for name, make in (
        ("unet", lambda: UNet(num_classes=4)),
        ("bisenet", lambda: BiSeNetV2(num_classes=4)),
        ("fcn", lambda: FCN(4, HRNet_W18())),
    ):
        net, image = fill(make()), normal(2, 3, 64, 64)
        (loss,) = train(
            net,
            lambda n, x=image: sum(
                paddle().nn.functional.cross_entropy(o, label, axis=1) for o in n(x)
            ),
            1,
        )  # noqa: E501
        found[f"{name} loss"] = loss
        found[f"{name} static"] = static_difference(net, image)[1]
    return found


@program
def ppdet():
    from ppdet.modeling import ResNet
    from ppdet.modeling.backbones import CSPDarkNet, LCNet, MobileNetV3

    found = {}
    for net in (
        ResNet(depth=18, return_idx=[1, 2, 3]),
        MobileNetV3(feature_maps=[7, 13, 16]),
        CSPDarkNet(),
        LCNet(),
    ):
        features = fill(net)({"image": normal(1, 3, 64, 64)})
        found[type(net).__name__] = sum(f.square().mean() for f in features)
    return found


@program
def ppdiffusers():
    from ppdiffusers import AutoencoderKL, DDIMScheduler, UNet2DConditionModel, UNet2DModel

    sizes = {"layers_per_block": 1, "block_out_channels": (32, 64)}
    net = fill(UNet2DModel(
        sample_size=16, in_channels=3, out_channels=3, down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"), **sizes,
    ))  # fmt: skip
    loss = train(
        net, lambda net: net(normal(2, 3, 16, 16), ids(2, high=50)).sample.square().mean()
    )[0]
    conditional = fill(UNet2DConditionModel(
        sample_size=8, down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), cross_attention_dim=16,
        up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"), attention_head_dim=8, **sizes,
    ))  # fmt: skip
    fill(net).eval()
    scheduler, image = DDIMScheduler(num_train_timesteps=100), normal(1, 3, 16, 16)
    scheduler.set_timesteps(5)
    with paddle().no_grad():
        for step in scheduler.timesteps:
            image = scheduler.step(net(image, step).sample, step, image).prev_sample
    coder = fill(AutoencoderKL(
        block_out_channels=(32,), down_block_types=("DownEncoderBlock2D",), up_block_types=("UpDecoderBlock2D",),
    ))  # fmt: skip
    return {
        "loss": loss, "image": image.abs().mean(), "coder": coder(normal(1, 3, 16, 16)).sample.abs().mean(),
        "conditional": conditional(normal(1, 4, 8, 8), 10, normal(1, 5, 16)).sample.abs().mean(),
    }  # fmt: skip


@program
def rapidocr():
    from PIL import Image, ImageDraw, ImageFont
    from rapidocr_paddle import RapidOCR

    picture = Image.new("RGB", (320, 80), "white")
    ImageDraw.Draw(picture).text(
        (20, 20), "Hello 12345", fill="black", font=ImageFont.load_default(32)
    )
    found, _ = RapidOCR()(np.array(picture))
    return {"text": "".join(item[1] for item in found), "score": sum(item[2] for item in found)}


@program
def einops():
    from einops import rearrange, reduce
    from einops.layers.paddle import EinMix, Reduce

    x = normal(2, 3, 8, 8)
    x.stop_gradient = False
    patches = rearrange(x, "b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2)
    mixed = fill(EinMix("b n d -> b n e", weight_shape="d e", bias_shape="e", d=12, e=5))(patches)
    (reduce(patches, "b n d -> b d", "mean").sum() + mixed.square().sum()).backward()
    return {
        "mixed": mixed.square().mean(),
        "max": Reduce("b c h w -> b c", "max")(x).sum(),
        "grad": x.grad.norm(),
    }


@program
def safetensors():
    from safetensors.paddle import load, load_file, save, save_file

    tensors = {"a": normal(3, 4), "b": normal(2).astype("bfloat16"), "c": ids(5)}
    path = f"/tmp/client-{os.getpid()}.safetensors"
    save_file(tensors, path)
    try:
        loaded = load_file(path), load(save(tensors))
    finally:
        os.remove(path)
    return {
        f"{k} {i}": t.astype("float32").sum()
        for i, each in enumerate(loaded)
        for k, t in sorted(each.items())
    }


@program
def paddleaudio():
    from paddleaudio.compliance.kaldi import fbank, mfcc
    from paddleaudio.compliance.librosa import melspectrogram

    wave = normal(1, 8000)
    return {
        "fbank": fbank(wave, sr=16000, dither=0.0).abs().mean(),
        "mfcc": mfcc(wave, sr=16000, dither=0.0).abs().mean(),
        "mel": float(np.abs(melspectrogram(wave.numpy()[0], sr=16000)).mean()),
    }


@program
def paddleslim():
    """Its observers and a quanter of its own in paddle.quantization."""
    from paddle.quantization import PTQ, QAT, QuantConfig
    from paddle.quantization.quanters import FakeQuanterWithAbsMaxObserver
    from paddleslim.quant import observers, quanters

    nn = paddle().nn

    def net():
        head = nn.Linear(144, 128), nn.ReLU(), nn.Linear(128, 3)
        return fill(nn.Sequential(nn.Conv2D(1, 4, 3), nn.ReLU(), nn.Flatten(), *head))

    figures = {}
    inputs = [normal(8, 1, 8, 8, seed=i) for i in range(4)]
    known = "KL", "MSE", "EMD", "AVG", "Absmax", "Hist"
    for name in known:
        activation = getattr(observers, f"{name}Observer")()
        weight = observers.AbsMaxChannelWiseWeightObserver()
        ptq = PTQ(QuantConfig(activation=activation, weight=weight))
        model = net()
        model.eval()
        model = ptq.quantize(model)
        for x in inputs:
            model(x)
        figures[name] = ptq.convert(model)(inputs[0]).abs().sum()
    config = QuantConfig(FakeQuanterWithAbsMaxObserver(), quanters.FakeQuanterChannelWiseAbsMaxObserver())  # fmt: skip
    model = QAT(config).quantize(net())
    sgd = paddle().optimizer.SGD(0.05, parameters=model.parameters())
    for step, x in enumerate(inputs):
        loss = nn.functional.cross_entropy(model(x), ids(8, low=0, high=3, seed=step))
        loss.backward()
        sgd.step()
        sgd.clear_grad()
    return figures | {"loss": loss}


def main():
    for name in sys.argv[1:] or PROGRAMS:
        figures = PROGRAMS[name]()
        figures = {
            key: value if isinstance(value, str) else float(value) for key, value in figures.items()
        }
        print("FIGURES " + json.dumps({name: figures}), flush=True)


if __name__ == "__main__":
    main()
