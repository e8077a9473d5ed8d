"""Networks in inference, batch 1, as a user deploys them."""

import numpy as np
from harness.workload import Workload

from capture import networks, onnx_models


def image():
    return (np.random.default_rng(0).standard_normal((1, 3, 224, 224), np.float32),)


def sentence():
    rng = np.random.default_rng(0)
    length = networks.BERT["length"]
    return rng.integers(0, networks.BERT["words"], (1, length)), np.arange(length)[None]


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


def paddle_inference(make, data):
    """What `paddle.inference` makes of a saved model."""

    def prepare(inputs):
        import tempfile

        import paddle.inference as inference

        api = networks.Paddle()
        model = make(api)
        model.eval()
        arrays = data()
        spec = [api.lib.static.InputSpec(a.shape, str(a.dtype)) for a in arrays]
        path = tempfile.mkdtemp() + "/model"
        api.lib.jit.save(api.lib.jit.to_static(model, full_graph=True), path, input_spec=spec)
        config = inference.Config(path + ".json", path + ".pdiparams")
        config.disable_gpu()
        config.enable_mkldnn()
        config.set_cpu_math_library_num_threads(onnx_models.num_threads())
        predictor = inference.create_predictor(config)
        tensors = [api.tensor(a) for a in arrays]
        return {"run": lambda: predictor.run(tensors)}

    return prepare


def onnx_session(make_onnx, data):
    def prepare(inputs):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = onnx_models.num_threads()
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = onnxruntime.InferenceSession(
            make_onnx(), options, providers=["CPUExecutionProvider"]
        )
        feed = dict(zip((i.name for i in session.get_inputs()), data(), strict=True))
        return {"run": lambda: session.run(None, feed)}

    return prepare


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
            "paddle_inference": paddle_inference(make, data),
            "torch": torch_model(make, data, static=False),
            "torch_compile": torch_model(make, data, static=True),
            "onnxruntime": onnx_session(make_onnx, data),
        },
        compiled=False,
        goals={"paddle.inference": 1.0, "torch": 1.0, "onnxruntime": 1 / 1.1},
    )


WORKLOADS = [
    inference("ResNet50, 224x224, batch 1", networks.resnet50, onnx_models.resnet50, image),
    inference("BERT base, 128 words, batch 1", networks.bert, onnx_models.bert, sentence),
]
