"""Making tensors: shapes, dtypes and defaults in every form."""

from tests.oracle.inputs import *

# fmt: off

DTYPES = ["'float32'", "'float64'", "'int32'", "'int64'", "'bool'", "'float16'", "'bfloat16'", "'complex64'",
"'uint8'",
          "paddle.int8", "np.float64", "np.int32", "float", "int", "bool", "'float'", "'int'", "'double'", "'half'",
          "complex", "'complex'", "np.dtype('float16')", "None", "'foo'", "3"]

CALLS = (
    grid("paddle.{f}([2, 3], dtype={d})", f="zeros ones".split(), d=DTYPES)
    + grid("paddle.{f}(F32(2), {d})", f="cast full_like".split(), d=[d for d in DTYPES if d != "None"])
    + grid("F32(2).astype({d})", d=DTYPES)
    + grid("paddle.full([2], 3, {d})", d=DTYPES)
    + grid("paddle.full([2], {v})",
         v="1 1.5 True 2+1j -3 float('inf') float('nan') T(2) T([2.5]) np.float64(2) np.int32(3)"
           .split() + ["'1.5'", "'inf'", "None", "[1]", "2**40"])
    + grid("paddle.to_tensor({v})", v=["1", "1.0", "True", "1+2j", "[1, 2]", "[1.0, 2]", "[True, False]", "[1, True]",
           "[[1, 2], [3, 4]]", "(1, 2)", "[]", "[[]]", "np.ones(2)", "np.ones(2, 'int32')", "np.float32(1)",
           "np.int64(2)",
           "[np.float32(1), np.float64(2)]", "[T(1), T(2)]", "[T([1.0]), T([2.0])]", "T([1, 2])", "[[1, 2], [3]]",
           "'a'",
           "None", "range(3)", "[1+2j, 3]", "np.array([1, 2], 'uint16')", "np.array(['a'])", "{1, 2}", "2**40",
           "[2**40]",
           "2**70", "np.zeros((0, 3))", "float('nan')", "[1e400]", "np.arange(6).reshape(2, 3).T", "[T(1.0), 2.0]",
           "[np.ones(2), np.zeros(2)]", "np.array(3.0)", "1e-50"])
    + grid("paddle.to_tensor([1.7, -2.2], dtype={d})", d=[d for d in DTYPES if d != "None"])
    + grid("paddle.arange({a})", a=["5", "5.0", "1, 5", "1, 5, 2", "0, 1, 0.25", "5, 1, -1", "5, 1", "0", "3, 3",
           "5, dtype='float32'", "0, 5, 2, 'int32'", "end=4", "start=1, end=4", "start=1, end=4, step=2", "T(3)",
           "T([3])",
           "T(1), T(7), T(2)", "0, 5, 0", "1, 5, dtype='float16'", "0.5, 3", "np.int64(3)", "True", "-3",
           "2.5, 0.5, -0.5",
           "0, 1, 0.1, 'float64'", "10, dtype='bool'", "3, dtype='bfloat16'"])
    + grid("paddle.linspace({a})", a=["0, 1, 5", "0, 10, 5, 'int32'", "1, 0, 3", "0, 1, 1", "0, 1, 0",
         "T(0.0), T(1.0), T(4)",
           "0, 1, 5, 'float64'", "1, 10, 4, dtype='int64'", "0.0, 1.0, -1", "0, 1, 5.0", "stop=1, start=0, num=2",
           "0, 3, 3, 'float16'"])
    + grid("paddle.logspace({a})", a=["0, 2, 3", "0, 2, 3, 2.0", "0, 3, 4, 2, 'int32'", "T(0.0), T(1.0), 2",
         "0, 2, 1", "0, 2, 0"])
    + grid("paddle.eye({a})", a=["3", "2, 3", "3, 2, 'int32'", "3, dtype='bool'", "0", "-1", "2.5",
         "num_rows=2, num_columns=2",
           "T(2)", "2, dtype='complex64'", "1, 3, 'float16'"])
    + grid("paddle.{f}(F32(3, 3), {k})", f="tril triu".split(), k="0 1 -1 5 -5 diagonal=2".split())
    + grid("paddle.{f}({x})", f="tril triu".split(),
         x="F32(2,2,3) I32(2,3) B(3,3) F32(3) F32(0,3) C64(2,2) BF16(2,2)".split())
    + grid("paddle.{f}_indices({a})", f="tril triu".split(), a=["3, 3, 0", "3, 4, 1", "4, 3, -1", "3",
         "2, 2, 0, 'int32'", "0, 0, 0"])
    + grid("paddle.diag({a})", a=["F32(3)", "F32(3), 1", "F32(3), -1", "F32(2, 3)", "F32(2, 3), 1", "F32(3, 2), -1",
         "F32(3), 1, 9.0",
           "I64(3), padding_value=2", "F32(2, 2, 2)", "F32(2, 2), 5", "G32(3), 1", "F32()", "x=F32(2), offset=0",
           "B(3)"])
    + grid("paddle.diagflat({a})", a=["F32(3)", "F32(2, 2)", "F32(2), 1", "F32(2), -2", "F32()", "G32(2, 2)"])
    + grid("paddle.diag_embed({a})", a=["F32(2, 3)", "F32(2, 3), 1", "F32(2, 3), -1, 0, 2", "F32(2), 0, 0, 1",
         "F32(2), dim1=1, dim2=0", "G32(2, 2)"])
    + grid("paddle.meshgrid({a})", a=["F32(2), F32(3)", "[F32(2), F32(3)]", "F32(2)", "I32(2), I32(3), I32(2)",
         "F32(1), F32()",
           "F32(2), F32(3), indexing='xy'", "F32(2), F32(3), indexing='ij'", "G32(2), G32(3)", "F32(2, 2), F32(3)",
           "(F32(2), I32(3))"])
    + grid("paddle.assign({a})", a=["F32(2)", "[1, 2]", "[1.5, 2]", "3", "2.5", "True", "np.ones(2)",
         "np.ones(2, 'int32')", "(1, 2)",
           "[[1, 2], [3, 4]]", "G32(2)", "None", "'a'", "I64(2)", "[True, False]", "np.float32(3)",
           "[T(1.0), T(2.0)]", "[]"])
    + grid("paddle.{f}_like({x})", f="zeros ones".split(), x=["F32(2)", "I32(2, 3)", "B(2)", "G32(2)", "F32()",
         "F32(0, 2)",
           "F32(2), 'int64'", "F32(2), dtype=paddle.bool", "x=F32(2), dtype='float64'", "C64(2)", "[1, 2]", "BF16(2)",
           "input=F32(2)"])
    + grid("paddle.full_like({a})", a=["F32(2), 3", "I32(2), 2.7", "B(2), 1", "F32(2), True", "F32(2), float('nan')",
         "I64(2), 3, 'float32'",
           "F32(2), fill_value=2", "C64(2), 1", "F32(2), T(3.0)", "U8(2), -1", "U8(2), 300", "I8(2), 127", "I8(2), 128", "I32(2), -2.0**31", "I32(2), 2.0**31", "I64(2), 2**62",
         "U8(2), 255.0", "I32(2), float('nan')", "I32(2), 1+2j", "F32(2), '3'"])
    + grid("paddle.{f}({s})", f="zeros ones".split(), s=["[]", "()", "3", "[3]", "(2, 3)", "2, 3", "[0, 2]", "[-1]",
         "T([2, 3])",
           "[T(2), 3]", "[2.5]", "np.array([2, 2])", "[np.int64(2)]", "'a'", "None", "T(2)", "shape=[2]", "size=[2]",
           "[2], 'int8', None",
           "[2], requires_grad=True", "[1, 2], device='cpu'", "T([2.0])", "[True]"])
    + lines("""
paddle.to_tensor(F32(2), stop_gradient=False)
paddle.to_tensor([1.0], place=paddle.CPUPlace())
paddle.to_tensor([1.0], place='cpu')
paddle.to_tensor([1.0], 'float64', 'cpu', False)
paddle.to_tensor(G32(2))
x = F32(2); y = paddle.to_tensor(x); y[0] = 9.0; x
n = np.ones(2, 'float32'); y = paddle.to_tensor(n); n[0] = 5; y
paddle.to_tensor(data=[1], dtype='float32')
paddle.set_default_dtype('float64'); paddle.to_tensor(1.0)
paddle.set_default_dtype('float64'); paddle.to_tensor([1, 2])
paddle.set_default_dtype('float64'); paddle.zeros([1])
paddle.set_default_dtype('float64'); paddle.arange(0, 1, 0.5)
paddle.set_default_dtype('float64'); paddle.full([1], 2)
paddle.set_default_dtype('float64'); I32(2) / 2
paddle.set_default_dtype('float64'); I32(2) * 0.5
paddle.set_default_dtype('float64'); paddle.exp(I32(2))
paddle.set_default_dtype('float64'); paddle.to_tensor(1+2j)
paddle.set_default_dtype('float64'); paddle.to_tensor(np.ones(2, 'float32'))
paddle.set_default_dtype('float64'); paddle.linspace(0, 1, 2)
paddle.set_default_dtype('float16'); paddle.ones([2])
paddle.set_default_dtype('bfloat16'); paddle.to_tensor([1.0])
paddle.set_default_dtype('int32')
paddle.set_default_dtype(paddle.float64); paddle.get_default_dtype()
paddle.set_default_dtype(np.float64); paddle.get_default_dtype()
paddle.get_default_dtype()
meta(paddle.empty([2, 3]))
meta(paddle.empty([2], 'int32'))
meta(paddle.empty([0]))
meta(paddle.empty(2, 3))
meta(paddle.empty_like(F32(2)))
meta(paddle.empty_like(F32(2), 'int64'))
meta(paddle.empty([2], dtype=None))
paddle.complex(T(1.0), T([2.0, 3.0]))
paddle.as_tensor([1, 2])
paddle.as_tensor(np.ones(2), dtype='float32')
paddle.asarray([1.0])
paddle.as_tensor(F32(2))
paddle.as_tensor(G32(2)).stop_gradient
paddle.asarray(G32(2)).stop_gradient
paddle.from_numpy(np.ones(2))
paddle.clone(G32(2))
paddle.numel(F32(2, 3))
paddle.numel(F32(0))
paddle.rank(F32(2, 3))
paddle.rank(F32())
paddle.shape(F32(2, 3))
paddle.shape(F32())
paddle.is_tensor(F32(2))
paddle.is_tensor([1])
paddle.is_tensor(np.ones(1))
paddle.is_empty(F32(0))
paddle.is_empty(F32())
paddle.tolist(I32(2, 2))
paddle.one_hot(I64(2), 3)
F.one_hot(T([0, 2, 1]), 3)
F.one_hot(T([[0], [2]]), 3)
F.one_hot(T([0, 3]), 3)
F.one_hot(T([-1, 2]), 3)
F.one_hot(T([0, 2], 'int32'), num_classes=4)
F.one_hot(T([0.0, 2.0]), 3)
F.one_hot(T(1), 3)
F.one_hot(T([0, 1]))
F.one_hot(T([0, 1]), -1)
paddle.vander(F32(3))
paddle.vander(F32(3), 2)
paddle.vander(F32(3), n=4, increasing=True)
paddle.vander(F32(3), 0)
paddle.block_diag([F32(2, 2), F32(1, 3)])
paddle.block_diag(F32(2, 2), F32(1, 3))
paddle.cartesian_prod([F32(2), F32(3)])
paddle.cartesian_prod([F32(2)])
paddle.combinations(F32(4), 2)
paddle.combinations(F32(3), 2, True)
paddle.combinations(F32(3), 0)
paddle.combinations(F32(2, 2), 2)
paddle.polar(P32(3), F32(3))
F32(3, 3).fill_diagonal_(0.0)
F32(3, 4).fill_diagonal_(5, 1)
F32(7, 3).fill_diagonal_(5, wrap=True)
F32(2, 2, 2).fill_diagonal_(5)
F32(3, 3).fill_diagonal_tensor(F32(3))
F32(3, 3).fill_diagonal_tensor(F32(2), 1, 0, 1)
paddle.create_parameter([2, 3], 'float32').shape
paddle.create_parameter([2], 'float32', default_initializer=nn.initializer.Constant(2.0))
paddle.create_parameter([2], 'float32', is_bias=True)
paddle.create_parameter(shape=[2], dtype='float64', attr=paddle.ParamAttr(initializer=nn.initializer.Assign([1.0, 2.0])))
p = paddle.create_parameter([2], 'float32'); [p.stop_gradient, p.trainable, p.persistable, p.is_leaf]
p = nn.Parameter(F32(2)); [p.stop_gradient, kind(p)]
kind(paddle.Tensor)
paddle.Tensor([1.0, 2.0])
paddle.Tensor((1, 2))
paddle.Tensor(np.ones(2))
paddle.Tensor(np.ones(2, 'int32'))
paddle.Tensor([[1, 2], [3, 4]])
paddle.Tensor(data=[1.0])
paddle.Tensor(2.0)
paddle.Tensor('a')
paddle.Tensor(2, 3).shape
paddle.Tensor(F32(2))
paddle.Tensor(1).shape
paddle.Tensor()
paddle.finfo('float32').max
paddle.finfo('float16').eps
[paddle.finfo(paddle.bfloat16).min, paddle.finfo(paddle.bfloat16).bits, paddle.finfo('bfloat16').tiny]
[paddle.finfo('float64').smallest_normal, paddle.finfo('float64').resolution]
paddle.finfo('float32').dtype
paddle.finfo('complex64').max
paddle.iinfo('int32').max
[paddle.iinfo('uint8').min, paddle.iinfo(paddle.int64).max, paddle.iinfo('int8').bits, paddle.iinfo('int16').dtype]
paddle.finfo('int32')
paddle.iinfo('float32')
paddle.iinfo('bool')
""")
)
