"""Reading and writing by index."""

from tests.oracle.inputs import *

# fmt: off

INDEX = """0 -1 3 -4 1: :2 ::2 ::-1 2:0 1:100 -2: :-1 None ... 0,1 0,...,1 ...,0 :,1 :,-1 None,0 0,None 1:3,::2 :,None ...,None
True False [0] [0,2] [-1] [0,1],[1,2] [[0,1],[1,2]] [[0],[1]] (0,1) (0,) () T(1) T([0,2]) T([True,False,True]) T([[0,1]]) :,T([0,2])
T([0,1]),T([1,2]) T([0,1]),1 1,T([0,1]) T([0]),: :,T([True,False,True,False]) B(3,4) T(1):T(3) np.array([0,1]) np.array([True,False,True])
np.int64(1) [True,False,True] slice(1,3) 1.0 T(1.0) T([1.5]) 'a' 5 0,0,0 [3] T([3]) T([-4]) T([True,False]) 0:0 T([0,2]),None T([[0],[1]]),T([0,1])
range(2) :,[0,1] ...,[0,-1] None,T([0,1]),None [],0 [] T([0],'int32') 1:2,T([0,1]) T([0,1]),... T([True,True,False]),0 ::T(2)""".split()

CALLS = (
    grid("F32(3, 4)[{i}]", i=INDEX)
    + grid("G32(3, 4)[{i}]",
         i="1 1: ::2,1 T([0,0,2]) :,T([1,1]) T([0,1]),T([1,1]) B(3,4) None,...,0 [0,2] ::-1".split())
    + grid("x = F32(3, 4); x[{i}] = 9.0; x", i=INDEX)
    + grid("x = F32(3, 4); x[{i}] = {v}; x", i="0 1:3 :,1 T([0,2]) B(3,4) ...".split(), v=["1", "True", "F32(4)",
         "F32(1)", "I32(4)", "F64(4)", "[1.0, 2.0, 3.0, 4.0]", "np.ones(4)", "F32(3)", "1+2j", "'a'", "None",
         "F32(1, 4)", "F32(2, 1)"])
    + grid("x = I32(3, 4); x[{i}] = {v}; x", i="0 T([0,2])".split(), v="1.7 F32(4) True 2**40 I64(4)".split())
    + grid("x = G32(3, 4); y = x * 1; y[{i}] = G32(4); y", i="0 1:3 T([0,2]) -1 ::2".split())
    + grid("F32(2, 3, 4)[{i}]",
         i="0 0,1,2 :,0 ...,0 :,T([0,1]) T([0,1]),:,T([0,1]) :,T([0,1]),T([0,1]) T([0,1]),T([0,1]) B(2,3) 0,T([0,1]) 0,:,T([0,1]) T([0]),None,T([1]) [[0,1],[0,1]] ...,[0,1],: 1,...,::2 None,:,None,0".split())
    + grid("F32()[{i}]", i="... None () 0 : True T(True) None,None T(0)".split())
    + grid("F32(0, 3)[{i}]", i="0 : T([],'int64') :,0 ::-1 None B(0)".split())
    + lines("""
x = F32(4); x[0] += 1; x
x = F32(4); x[1:3] *= 2; x
x = G32(4); x[0] = 1.0; x
x = F32(3, 4); x[x > 0] = 0.0; x
x = F32(3, 4); x[x > 0] *= 2; x
x = F32(3, 4); x[0], x[1] = x[1], x[0]; x
x = F32(3); x[T([0, 0, 1])] += 1; x
x = F32(3, 4); x[:, 0] = x[:, 1]; x
x = F32(3, 4); x[1:] = x[:-1]; x
x = F32(3); x[5] = 1.0; x
x = B(3); x[0] = 1; x
x = F16(3); x[0] = 1e6; x
x = U8(3); x[0] = -1; x
x = F32(3, 3); x[[0, 1], [1, 2]] = T([7.0, 8.0], 'float32'); x
x = F32(2, 3); x[..., 0] = 5; x
x = F32(2, 3); x[None] = 5; x
x = F32(2, 3); x[True] = 5; x
x = F32(2, 3); x[False] = 5; x
x = F32(3); y = leaf(T([5.0], 'float32')); x[0:1] = y; x
F32(3)[T([0, 1]).astype('uint8')]
F32(3, 4)[1][2]
F32(3, 4)[1, 2].item()
F32(3, 4)[B(3)]
len(F32(3, 4)[1:])
F32(3, 4)[[True, False, True], 1]
F32(3, 4)[T([[True, False, True, False]] * 3)]
list(F32(3))[1]
[v.shape for v in F32(2, 3)]
for_each = [int(v) for v in T([1, 2, 3]).tolist()]; for_each
2.0 in F32(3)
T(3) in T([1, 2, 3])
range(5)[T(2)]
[1, 2, 3][T(1)]
[1, 2, 3][T([1])]
'abc' * T(2)
F32(3, 4)[0].stop_gradient
F32(3, 4).item(5)
F32(3, 4).item(1, 2)
F32(3, 4).item(12)
F32(3).item()
F32().item()
I64(1).item()
B(1).item()
C64(1).item()
BF16(1).item()
F16(1).item()
kind(F16(1).item())
F32(2, 2).tolist()
F32().tolist()
F32(0).tolist()
""")
)
