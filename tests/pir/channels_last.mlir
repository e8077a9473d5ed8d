// RUN-PASS: channels_last_pass,redundant_transpose_pass,dead_code_pass

// CASE a chain has a transpose at each end
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2x2x1x1xf32>) -> tensor<1x2x2x3xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.relu"(%0) : (tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  %2 = "pd_op.convolution"(%1, %arg2) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x4x6xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x4x6xf32>
  %3 = "pd_op.add"(%2, %1) : (tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  %4 = "pd_op.max_pool"(%3) {channels_last = false, kernel = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 0>, size = array<i64: 2, 3>, stride = array<i64: 2, 2>} : (tensor<1x2x4x6xf32>) -> tensor<1x2x2x3xf32>
  return %4 : tensor<1x2x2x3xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2x2x1x1xf32>) -> tensor<1x2x2x3xf32> {
  %0 = "pd_op.transpose"(%arg0) {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x3x4x6xf32>) -> tensor<1x4x6x3xf32>
  %1 = "pd_op.convolution"(%0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.relu"(%1) : (tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %3 = "pd_op.convolution"(%2, %arg2) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x4x6x2xf32>
  %4 = "pd_op.add"(%3, %2) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %5 = "pd_op.max_pool"(%4) {channels_last = true, kernel = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 0>, size = array<i64: 2, 3>, stride = array<i64: 2, 2>} : (tensor<1x4x6x2xf32>) -> tensor<1x2x3x2xf32>
  %6 = "pd_op.transpose"(%5) {perm = array<i64: 0, 3, 1, 2>} : (tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  return %6 : tensor<1x2x2x3xf32>
}

// CASE operands that broadcast follow
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2x1x1xf32>, %arg3: tensor<1xf32>, %arg4: tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.multiply"(%0, %arg2) : (tensor<1x2x4x6xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x6xf32>
  %2 = "pd_op.add"(%arg3, %1) : (tensor<1xf32>, tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  %3 = "pd_op.add"(%2, %arg4) : (tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  return %3 : tensor<1x2x4x6xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>, %arg2: tensor<2x1x1xf32>, %arg3: tensor<1xf32>, %arg4: tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32> {
  %0 = "pd_op.transpose"(%arg0) {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x3x4x6xf32>) -> tensor<1x4x6x3xf32>
  %1 = "pd_op.convolution"(%0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.reshape"(%arg2) {shape = array<i64: 1, 2, 1, 1>} : (tensor<2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %3 = "pd_op.transpose"(%2) {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x2x1x1xf32>) -> tensor<1x1x1x2xf32>
  %4 = "pd_op.multiply"(%1, %3) : (tensor<1x4x6x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x6x2xf32>
  %5 = "pd_op.add"(%arg3, %4) : (tensor<1xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %6 = "pd_op.transpose"(%arg4) {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x2x4x6xf32>) -> tensor<1x4x6x2xf32>
  %7 = "pd_op.add"(%5, %6) : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %8 = "pd_op.transpose"(%7) {perm = array<i64: 0, 3, 1, 2>} : (tensor<1x4x6x2xf32>) -> tensor<1x2x4x6xf32>
  return %8 : tensor<1x2x4x6xf32>
}

// CASE joined channels and means over pixels
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.relu"(%0) : (tensor<1x2x4x6xf32>) -> tensor<1x2x4x6xf32>
  %2 = "pd_op.concat"(%0, %1) {axis = 1 : i64, operand_sizes = array<i64: 2>} : (tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>) -> tensor<1x4x4x6xf32>
  %3 = "pd_op.mean"(%2) {axis = array<i64: 2, 3>, dtype = "undefined", keepdim = false} : (tensor<1x4x4x6xf32>) -> tensor<1x4xf32>
  return %3 : tensor<1x4xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x4xf32> {
  %0 = "pd_op.transpose"(%arg0) {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x3x4x6xf32>) -> tensor<1x4x6x3xf32>
  %1 = "pd_op.convolution"(%0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.relu"(%1) : (tensor<1x4x6x2xf32>) -> tensor<1x4x6x2xf32>
  %3 = "pd_op.concat"(%1, %2) {axis = 3 : i64, operand_sizes = array<i64: 2>} : (tensor<1x4x6x2xf32>, tensor<1x4x6x2xf32>) -> tensor<1x4x6x4xf32>
  %4 = "pd_op.mean"(%3) {axis = array<i64: 1, 2>, dtype = "undefined", keepdim = false} : (tensor<1x4x6x4xf32>) -> tensor<1x4xf32>
  return %4 : tensor<1x4xf32>
}

// CASE a mean over channels stays
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x1x4x6xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.mean"(%0) {axis = array<i64: 1>, dtype = "undefined", keepdim = true} : (tensor<1x2x4x6xf32>) -> tensor<1x1x4x6xf32>
  return %1 : tensor<1x1x4x6xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<1x1x4x6xf32> {
  %0 = "pd_op.transpose"(%arg0) {perm = array<i64: 0, 2, 3, 1>} : (tensor<1x3x4x6xf32>) -> tensor<1x4x6x3xf32>
  %1 = "pd_op.convolution"(%0, %arg1) {channels_last = true, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x6x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x6x2xf32>
  %2 = "pd_op.transpose"(%1) {perm = array<i64: 0, 3, 1, 2>} : (tensor<1x4x6x2xf32>) -> tensor<1x2x4x6xf32>
  %3 = "pd_op.mean"(%2) {axis = array<i64: 1>, dtype = "undefined", keepdim = true} : (tensor<1x2x4x6xf32>) -> tensor<1x1x4x6xf32>
  return %3 : tensor<1x1x4x6xf32>
}

// CASE no convolution, no change
func.func @main(%arg0: tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32> {
  %0 = "pd_op.relu"(%arg0) : (tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  return %0 : tensor<1x3x4x6xf32>
}
// EXPECT

// CASE whose layout matters stays
func.func @main(%arg0: tensor<1x3x4x6xf32>, %arg1: tensor<2x3x1x1xf32>) -> tensor<2x24xf32> {
  %0 = "pd_op.convolution"(%arg0, %arg1) {channels_last = false, dilation = array<i64: 1, 1>, groups = 1 : i64, operand_sizes = array<i64: 1, 1, 0>, padding = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x3x4x6xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x4x6xf32>
  %1 = "pd_op.view_shape"(%0) {shape = array<i64: 2, 24>} : (tensor<1x2x4x6xf32>) -> tensor<2x24xf32>
  return %1 : tensor<2x24xf32>
}
// EXPECT
