// RUN-PASS: redundant_reshape_pass,dead_code_pass

// CASE flattened, then reshaped
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %0 = "pd_op.flatten"(%x) {start_axis = 0 : i64, stop_axis = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %1 = "pd_op.reshape"(%0) {shape = array<i64: 4, -1>} : (tensor<24xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
// EXPECT
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %1 = "pd_op.reshape"(%x) {shape = array<i64: 4, 6>} : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// CASE there and back
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "pd_op.unsqueeze"(%x) {axis = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
  %1 = "pd_op.squeeze"(%0) {axis = array<i64: 0>} : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
  %2 = "pd_op.exp"(%1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
// EXPECT
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %2 = "pd_op.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// CASE a size of 0 would mean another
func.func @main(%x: tensor<2x0x4xf32>) -> tensor<4x0xf32> {
  %0 = "pd_op.flatten"(%x) {start_axis = 0 : i64, stop_axis = -1 : i64} : (tensor<2x0x4xf32>) -> tensor<0xf32>
  %1 = "pd_op.unflatten"(%0) {axis = 0 : i64, shape = array<i64: 4, 0>} : (tensor<0xf32>) -> tensor<4x0xf32>
  return %1 : tensor<4x0xf32>
}
// EXPECT

// CASE a view that needs its operand as it lies
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = "pd_op.flatten"(%x) {start_axis = 0 : i64, stop_axis = -1 : i64} : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = "pd_op.reshape"(%0) {shape = array<i64: 2, 3>} : (tensor<6xf32>) -> tensor<2x3xf32>
  %2 = "pd_op.view_shape"(%1) {shape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
// EXPECT
