"""Networks in inference, batch 1, as a user deploys them."""

import numpy as np
from harness.workload import Workload

from capture import networks, ocr_models, onnx_models


def image():
    return (np.random.default_rng(0).standard_normal((1, 3, 224, 224), np.float32),)


def sentence():
    rng = np.random.default_rng(0)
    length = networks.BERT["length"]
    return rng.integers(0, networks.BERT["words"], (1, length)), np.arange(length)[None]


def line():
    return (np.random.default_rng(0).standard_normal((1, 3, 48, 320), np.float32),)


def paddle_model(make, data, static):
    def prepare(inputs):
        api = networks.Paddle()
        model = make(api)
        model.eval()
        tensors = [api.tensor(a) for a in data()]
        f = api.lib.jit.to_static(model, full_graph=True) if static else model

        def run():
            with api.lib.no_grad():
                return f(*tensors)

        return {"run": run}

    return prepare


def torch_model(make, data, static):
    def prepare(inputs):
        api = networks.Torch()
        model = make(api).eval()
        tensors = [api.tensor(a) for a in data()]
        f = api.lib.compile(model) if static else model

        def run():
            with api.lib.no_grad():
                return f(*tensors)

        return {"run": run}

    return prepare


def saved_model(make, data):
    """The files of a network."""
    import tempfile

    api = networks.Paddle()
    model = make(api)
    model.eval()
    spec = [api.lib.static.InputSpec(a.shape, str(a.dtype)) for a in data()]
    path = tempfile.mkdtemp() + "/model"
    api.lib.jit.save(api.lib.jit.to_static(model, full_graph=True), path, input_spec=spec)
    return path + ".json", path + ".pdiparams"


def paddle_inference(files, data):
    """What `paddle.inference` makes of a saved model."""

    def prepare(inputs):
        import paddle
        import paddle.inference as inference

        config = inference.Config(*files())
        config.disable_gpu()
        config.disable_glog_info()
        config.enable_mkldnn()
        config.set_cpu_math_library_num_threads(onnx_models.num_threads())
        predictor = inference.create_predictor(config)
        tensors = [paddle.to_tensor(a) for a in data()]
        return {"run": lambda: predictor.run(tensors)}

    return prepare


def onnx_session(model, data):
    def prepare(inputs):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = onnx_models.num_threads()
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = onnxruntime.InferenceSession(model(), options, providers=["CPUExecutionProvider"])
        feed = dict(zip((i.name for i in session.get_inputs()), data(), strict=True))
        return {"run": lambda: session.run(None, feed)}

    return prepare


DEPLOYED = {
    "compiled": False,
    "goals": {"paddle.inference": 1.0, "torch": 1.0, "onnxruntime": 1 / 1.1},
    "subject": "ours.inference",
}
RUN = dict.fromkeys(
    ("paddle", "paddle_static", "paddle_inference", "torch", "torch_compile", "onnxruntime"),
    "run()",
)


def inference(name, make, make_onnx, data):
    return Workload(
        name,
        code=RUN,
        prepare={
            "paddle": paddle_model(make, data, static=False),
            "paddle_static": paddle_model(make, data, static=True),
            "paddle_inference": paddle_inference(lambda: saved_model(make, data), data),
            "torch": torch_model(make, data, static=False),
            "torch_compile": torch_model(make, data, static=True),
            "onnxruntime": onnx_session(make_onnx, data),
        },
        **DEPLOYED,
    )


def ocr():
    """A line of text, 48 x 320: networks as they are given away."""
    names = ("paddle_inference", "onnxruntime")
    return Workload(
        "PP-OCRv4 recognition, 48x320, batch 1",
        code={name: RUN[name] for name in names},
        prepare={
            "paddle_inference": paddle_inference(lambda: ocr_models.recognition("paddle"), line),
            "onnxruntime": onnx_session(lambda: ocr_models.recognition("onnx")[0], line),
        },
        **DEPLOYED,
    )


WORKLOADS = [
    inference("ResNet50, 224x224, batch 1", networks.resnet50, onnx_models.resnet50, image),
    inference("BERT base, 128 words, batch 1", networks.bert, onnx_models.bert, sentence),
    ocr(),
]
