// RUN-PASS: redundant_expand_pass,dead_code_pass

// CASE to the same shape
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "pd_op.expand"(%x) {shape = array<i64: 2, -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// EXPECT
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}

// CASE two as one
func.func @main(%x: tensor<1x3xf32>) -> tensor<4x2x3xf32> {
  %0 = "pd_op.expand"(%x) {shape = array<i64: 2, 3>} : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = "pd_op.expand"(%0) {shape = array<i64: 4, -1, -1>} : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}
// EXPECT
func.func @main(%x: tensor<1x3xf32>) -> tensor<4x2x3xf32> {
  %1 = "pd_op.expand"(%x) {shape = array<i64: 4, 2, 3>} : (tensor<1x3xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}
