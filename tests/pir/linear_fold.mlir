// RUN-PASS: linear_fold_pass,dead_code_pass

// CASE a factor and a shift, for all columns or for each
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>, %s: tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %c = "pd_op.constant"() {value = 5.000000e-01 : f64} : () -> tensor<f32>
  %0 = "pd_op.linear"(%x, %w, %b) {operand_sizes = array<i64: 1, 1, 1>} : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %1 = "pd_op.multiply"(%0, %c) : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %2 = "pd_op.linear"(%x, %w, %b) {operand_sizes = array<i64: 1, 1, 1>} : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %3 = "pd_op.add"(%s, %2) : (tensor<2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1, %3 : tensor<4x2xf32>, tensor<4x2xf32>
}
// EXPECT
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>, %s: tensor<2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %c = "pd_op.constant"() {value = 5.000000e-01 : f64} : () -> tensor<f32>
  %0 = "pd_op.multiply"(%b, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "pd_op.multiply"(%w, %c) : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %2 = "pd_op.linear"(%x, %1, %0) {operand_sizes = array<i64: 1, 1, 1>} : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %3 = "pd_op.add"(%b, %s) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.linear"(%x, %w, %3) {operand_sizes = array<i64: 1, 1, 1>} : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %2, %4 : tensor<4x2xf32>, tensor<4x2xf32>
}

// CASE a product with a factor for each column
func.func @main(%x: tensor<5x4x3xf32>, %w: tensor<3x2xf32>, %s: tensor<2xf32>) -> tensor<5x4x2xf32> {
  %0 = "pd_op.matmul"(%x, %w) {transpose_x = false, transpose_y = false} : (tensor<5x4x3xf32>, tensor<3x2xf32>) -> tensor<5x4x2xf32>
  %1 = "pd_op.multiply"(%0, %s) : (tensor<5x4x2xf32>, tensor<2xf32>) -> tensor<5x4x2xf32>
  return %1 : tensor<5x4x2xf32>
}
// EXPECT
func.func @main(%x: tensor<5x4x3xf32>, %w: tensor<3x2xf32>, %s: tensor<2xf32>) -> tensor<5x4x2xf32> {
  %0 = "pd_op.multiply"(%w, %s) : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %1 = "pd_op.linear"(%x, %0) {operand_sizes = array<i64: 1, 1, 0>} : (tensor<5x4x3xf32>, tensor<3x2xf32>) -> tensor<5x4x2xf32>
  return %1 : tensor<5x4x2xf32>
}

// CASE a batch norm
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>) -> tensor<4x2xf32> {
  %0 = "pd_op.linear"(%x, %w, %b) {operand_sizes = array<i64: 1, 1, 1>} : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %1 = "pd_op.batch_norm_inference"(%0, %m, %v) {channels_last = false, epsilon = 1.000000e-05 : f64, operand_sizes = array<i64: 1, 1, 1, 0, 0>} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
// EXPECT
func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>) -> tensor<4x2xf32> {
  %c = "pd_op.constant"() {value = 1.000000e-05 : f64} : () -> tensor<f32>
  %0 = "pd_op.add"(%v, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "pd_op.rsqrt"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.subtract"(%b, %m) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.multiply"(%2, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.multiply"(%w, %1) : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %5 = "pd_op.linear"(%x, %4, %3) {operand_sizes = array<i64: 1, 1, 1>} : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %5 : tensor<4x2xf32>
}

// CASE what is computed, used twice, or has another shape stays
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>, %s: tensor<2xf32>, %r: tensor<2x1xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %t = "pd_op.exp"(%s) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = "pd_op.matmul"(%x, %w) {transpose_x = false, transpose_y = false} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = "pd_op.multiply"(%0, %t) : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %2 = "pd_op.matmul"(%x, %w) {transpose_x = false, transpose_y = false} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %3 = "pd_op.multiply"(%2, %r) : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %4 = "pd_op.matmul"(%x, %w) {transpose_x = false, transpose_y = false} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %5 = "pd_op.multiply"(%4, %s) : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %1, %3, %4, %5 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}
// EXPECT
