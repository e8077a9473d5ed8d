// RUN-PASS: decompose_pass,cse_pass,dead_code_pass

// CASE a composite becomes what its rule calls
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.add_scaled"(%x, %y) {alpha = 2.0 : f64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.scale"(%y) {scale = 2.0 : f64, bias = 0.0 : f64, bias_after_scale = true} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.add"(%x, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CASE primitives, views and outputs that go into inputs stay
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<3x2xf32> attributes {pd.into = array<i64: 1>} {
  %0 = "pd_op.exp"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "pd_op.reshape"(%0) {shape = array<i64: 3, -1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "pd_op.add"(%y, %1) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
// EXPECT
