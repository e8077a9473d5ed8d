// CASE too few operands
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.add"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: line 2: 'pd_op.add' op expects 2 operands, but received 1

// CASE too many results
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0:2 = "pd_op.exp"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<2xf32>
}
// EXPECT-ERROR: 'pd_op.exp' op expects 1 results, but received 2

// CASE an attribute that the operator lacks
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) {axis = 0 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: 'pd_op.exp' op has no attribute 'axis'

// CASE an attribute is missing
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "pd_op.transpose"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// EXPECT-ERROR: 'pd_op.transpose' op misses the attribute 'perm'

// CASE an attribute of another kind
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "pd_op.transpose"(%x) {perm = "1, 0"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// EXPECT-ERROR: 'pd_op.transpose' op expects attribute 'perm' to be IntArray, but received "1, 0"

// CASE an integer of another width
func.func @main(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = "pd_op.flatten"(%x) {start_axis = 0 : i32, stop_axis = -1 : i64} : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
// EXPECT-ERROR: 'pd_op.flatten' op expects attribute 'start_axis' to be int, but received 0 : i32

// CASE a dtype that does not exist
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.cast"(%x) {dtype = "float31"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: expects attribute 'dtype' to be DataType, but received "float31"

// CASE a list needs the number of its tensors
func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {
  %0 = "pd_op.concat"(%x, %x) {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// EXPECT-ERROR: 'pd_op.concat' op needs the attribute 'operand_sizes'

// CASE an operator that does not exist
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.no_such_operator"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: line 2:
// EXPECT-ERROR: no_such_operator

// CASE an operation of another dialect
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: has an operation that is none of pd_op: func.call

// CASE a constant of another kind than its dtype
func.func @main() -> tensor<f32> {
  %0 = "pd_op.constant"() {value = 1 : i64} : () -> tensor<f32>
  return %0 : tensor<f32>
}
// EXPECT-ERROR: 'pd_op.constant' op expects a number of 'f32', but received 1 : i64

// CASE a constant that is no number
func.func @main() -> tensor<2xf32> {
  %0 = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: 'pd_op.constant' op expects a result of rank 0

// CASE an element type that tensors do not have
func.func @main(%x: tensor<2xui32>) -> tensor<2xui32> {
  return %x : tensor<2xui32>
}
// EXPECT-ERROR: has a value that is no tensor of a known dtype and shape

// CASE an input that is no tensor
func.func @main(%x: i64) -> i64 {
  return %x : i64
}
// EXPECT-ERROR: has a value that is no tensor of a known dtype and shape

// CASE a result of a shape that it does not have
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "pd_op.transpose"(%x) {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// EXPECT-ERROR: 'pd_op.transpose' op
// EXPECT-ERROR: expects result 0 to be float32 [3, 2], but received float32 [2, 3]

// CASE an argument that shape inference refuses
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "pd_op.transpose"(%x) {perm = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
// EXPECT-ERROR: 'pd_op.transpose' op
// EXPECT-ERROR: `perm` must name every axis of `x` once

// CASE an output that goes into no input
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {pd.into = array<i64: 1>} {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT-ERROR: has an output that goes into no input of its type

// CASE no @main
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// EXPECT-ERROR: has no function @main

// CASE no program at all
hello
// EXPECT-ERROR: does not parse
