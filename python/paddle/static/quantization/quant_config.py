"""Which operators passes quantize, with the names of their inputs and outputs: in this version none."""

SUPPORT_WEIGHT_QUANTIZATION_OP_DICT = {}
SUPPORT_ACT_QUANTIZATION_OP_DICT = {}
SUPPORT_QUANTIZATION_OP_DICT = {}
