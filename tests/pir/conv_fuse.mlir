// RUN-PASS: conv_fuse_pass

// CASE bias, residual and activation
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2xf32>, %arg3: tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.add"(%0, %arg2) : (tensor<1x4x6x2xf32>, tensor<2xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.add"(%arg3, %1) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %3 = "pd_op.relu"(%2) : (tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %3 : tensor<1x4x6x2xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2xf32>, %arg3: tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.reshape"(%arg2) {shape = array<i64: 2>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.conv_fused"(%arg0, %arg1, %0, %arg3) {activation = "relu", channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 1, 1>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %1 : tensor<1x4x6x2xf32>
}

// CASE of two the later one takes the sum
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.convolution"(%arg0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.add"(%0, %1) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %2 : tensor<1x4x6x2xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.conv_fused"(%arg0, %arg1) {activation = "", channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.conv_fused"(%arg0, %arg1, %0) {activation = "", channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0, 1>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %1 : tensor<1x4x6x2xf32>
}

// CASE a result with another use stays
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.relu"(%0) : (tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.multiply"(%0, %1) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %2 : tensor<1x4x6x2xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.conv_fused"(%arg0, %arg1) {activation = "", channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.relu"(%0) : (tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.multiply"(%0, %1) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %2 : tensor<1x4x6x2xf32>
}

// CASE a sum with itself, and one after an activation
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.add"(%0, %0) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.convolution"(%arg0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %3 = "pd_op.silu"(%2) : (tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %4 = "pd_op.add"(%3, %1) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %4 : tensor<1x4x6x2xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x4x6x3xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32> {
  %0 = "pd_op.conv_fused"(%arg0, %arg1) {activation = "", channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %1 = "pd_op.add"(%0, %0) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.conv_fused"(%arg0, %arg1) {activation = "silu", channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %3 = "pd_op.add"(%2, %1) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  return %3 : tensor<1x4x6x2xf32>
}

// CASE the channels are not last
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.relu"(%0) : (tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  return %1 : tensor<1x2x4x6xf32>
}
// EXPECT
