// RUN-PASS: auto_mixed_precision_pass,cse_pass,dead_code_pass

// CASE a product is computed in bfloat16, what follows and is not safe in float32
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "pd_op.matmul"(%x, %w) {transpose_x = false, transpose_y = false} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = "pd_op.relu"(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = "pd_op.exp"(%1) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
// EXPECT
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = "pd_op.cast"(%x) {dtype = "bfloat16"} : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %1 = "pd_op.cast"(%w) {dtype = "bfloat16"} : (tensor<3x4xf32>) -> tensor<3x4xbf16>
  %2 = "pd_op.matmul"(%0, %1) {transpose_x = false, transpose_y = false} : (tensor<2x3xbf16>, tensor<3x4xbf16>) -> tensor<2x4xbf16>
  %3 = "pd_op.relu"(%2) : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %4 = "pd_op.cast"(%3) {dtype = "float32"} : (tensor<2x4xbf16>) -> tensor<2x4xf32>
  %5 = "pd_op.exp"(%4) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %5 : tensor<2x4xf32>
}

// CASE outputs keep their type
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "pd_op.matmul"(%x, %x) {transpose_x = false, transpose_y = false} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// EXPECT
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "pd_op.cast"(%x) {dtype = "bfloat16"} : (tensor<2x2xf32>) -> tensor<2x2xbf16>
  %1 = "pd_op.matmul"(%0, %0) {transpose_x = false, transpose_y = false} : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %2 = "pd_op.cast"(%1) {dtype = "float32"} : (tensor<2x2xbf16>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// CASE what has no product in it stays
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT
