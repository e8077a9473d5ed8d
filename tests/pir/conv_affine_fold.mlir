// RUN-PASS: conv_affine_fold_pass

// CASE a number for all channels
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2xf32>, %arg3: tensor<1xf32>, %arg4: tensor<1xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1, %arg2) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.multiply"(%0, %arg3) : (tensor<1x2x4x6xf32>, tensor<1xf32>) -> tensor<1x2x4x6xf32>
  %2 = "pd_op.add"(%1, %arg4) : (tensor<1x2x4x6xf32>, tensor<1xf32>) -> tensor<1x2x4x6xf32>
  return %2 : tensor<1x2x4x6xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2xf32>, %arg3: tensor<1xf32>, %arg4: tensor<1xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.reshape"(%arg3) {shape = array<i64: 1>} : (tensor<1xf32>) -> tensor<1xf32>
  %1 = "pd_op.reshape"(%arg3) {shape = array<i64: 1, 1, 1, 1>} : (tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %2 = "pd_op.multiply"(%arg1, %1) : (tensor<2x3x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<2x3x1x1xf32>
  %3 = "pd_op.multiply"(%arg2, %0) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  %4 = "pd_op.reshape"(%arg4) {shape = array<i64: 1>} : (tensor<1xf32>) -> tensor<1xf32>
  %5 = "pd_op.add"(%3, %4) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  %6 = "pd_op.convolution"(%arg0, %2, %5) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x6xf32>
  return %6 : tensor<1x2x4x6xf32>
}

// CASE a number for each channel
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2x1x1xf32>, %arg3: tensor<1x2x1x1xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.multiply"(%arg2, %0) : (tensor<2x1x1xf32>, tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  %2 = "pd_op.add"(%1, %arg3) : (tensor<1x2x4x6xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x6xf32>
  return %2 : tensor<1x2x4x6xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2x1x1xf32>, %arg3: tensor<1x2x1x1xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.reshape"(%arg2) {shape = array<i64: 2>} : (tensor<2x1x1xf32>) -> tensor<2xf32>
  %1 = "pd_op.reshape"(%arg2) {shape = array<i64: 2, 1, 1, 1>} : (tensor<2x1x1xf32>) -> tensor<2x1x1x1xf32>
  %2 = "pd_op.multiply"(%arg1, %1) : (tensor<2x3x1x1xf32>, tensor<2x1x1x1xf32>) -> tensor<2x3x1x1xf32>
  %3 = "pd_op.reshape"(%arg3) {shape = array<i64: 2>} : (tensor<1x2x1x1xf32>) -> tensor<2xf32>
  %4 = "pd_op.convolution"(%arg0, %2, %3) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x6xf32>
  return %4 : tensor<1x2x4x6xf32>
}

// CASE a number for each column stays
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<6xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.multiply"(%0, %arg2) : (tensor<1x2x4x6xf32>, tensor<6xf32>) -> tensor<1x2x4x6xf32>
  return %1 : tensor<1x2x4x6xf32>
}
// EXPECT

// CASE what is computed stays
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<1xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.exp"(%arg2) : (tensor<1xf32>) -> tensor<1xf32>
  %2 = "pd_op.multiply"(%0, %1) : (tensor<1x2x4x6xf32>, tensor<1xf32>) -> tensor<1x2x4x6xf32>
  return %2 : tensor<1x2x4x6xf32>
}
// EXPECT
