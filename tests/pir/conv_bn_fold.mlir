// RUN-PASS: conv_bn_fold_pass,dead_code_pass

// CASE without a bias
func.func @main(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x1x1xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>, %g: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<1x2x4x4xf32> {
  %0 = "pd_op.convolution"(%x, %w) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1 = "pd_op.batch_norm_inference"(%0, %m, %v, %g, %b) {channels_last = false, epsilon = 1.000000e-05 : f64, operand_sizes = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %1 : tensor<1x2x4x4xf32>
}
// EXPECT
func.func @main(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x1x1xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>, %g: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<1x2x4x4xf32> {
  %0 = "pd_op.constant"() {value = 1.000000e-05 : f64} : () -> tensor<f32>
  %1 = "pd_op.add"(%v, %0) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = "pd_op.rsqrt"(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.multiply"(%2, %g) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = "pd_op.multiply"(%m, %3) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %7 = "pd_op.neg"(%6) : (tensor<2xf32>) -> tensor<2xf32>
  %8 = "pd_op.add"(%7, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.reshape"(%3) {shape = array<i64: 2, 1, 1, 1>} : (tensor<2xf32>) -> tensor<2x1x1x1xf32>
  %5 = "pd_op.multiply"(%w, %4) : (tensor<2x3x1x1xf32>, tensor<2x1x1x1xf32>) -> tensor<2x3x1x1xf32>
  %9 = "pd_op.convolution"(%x, %5, %8) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %9 : tensor<1x2x4x4xf32>
}

// CASE a result that is used once more stays
func.func @main(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x1x1xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %0 = "pd_op.convolution"(%x, %w) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1 = "pd_op.batch_norm_inference"(%0, %m, %v) {channels_last = false, epsilon = 1.000000e-05 : f64, operand_sizes = array<i64: 1, 1, 1, 0, 0>} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %0, %1 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}
// EXPECT
func.func @main(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x1x1xf32>, %m: tensor<2xf32>, %v: tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %0 = "pd_op.convolution"(%x, %w) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x4xf32>
  %1 = "pd_op.batch_norm_inference"(%0, %m, %v) {channels_last = false, epsilon = 1.000000e-05 : f64, operand_sizes = array<i64: 1, 1, 1, 0, 0>} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %0, %1 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}
