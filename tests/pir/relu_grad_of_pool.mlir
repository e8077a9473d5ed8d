// RUN-PASS: relu_grad_of_pool_pass,dead_code_pass

// CASE the mask is that of the pool
func.func @main(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<1x2x2x2xf32>) -> tensor<1x2x4x4xf32> {
  %0 = "pd_op.relu"(%arg0) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %1:2 = "pd_op.max_pool_with_index"(%0) {channels_last = false, kernel = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 0>, size = array<i64: 2, 2>, stride = array<i64: 2, 2>} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  %2 = "pd_op.pool_scatter"(%arg1, %1#1) {channels_last = false, size = array<i64: 4, 4>} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  %3 = "pd_op.relu_grad"(%0, %2) : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}
// EXPECT
func.func @main(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<1x2x2x2xf32>) -> tensor<1x2x4x4xf32> {
  %0 = "pd_op.relu"(%arg0) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %1:2 = "pd_op.max_pool_with_index"(%0) {channels_last = false, kernel = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 0>, size = array<i64: 2, 2>, stride = array<i64: 2, 2>} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  %2 = "pd_op.relu_grad"(%1#0, %arg1) : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %3 = "pd_op.pool_scatter"(%2, %1#1) {channels_last = false, size = array<i64: 4, 4>} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}

// CASE another image stays
func.func @main(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<1x2x2x2xf32>) -> tensor<1x2x4x4xf32> {
  %0 = "pd_op.relu"(%arg0) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %1:2 = "pd_op.max_pool_with_index"(%arg0) {channels_last = false, kernel = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 0>, size = array<i64: 2, 2>, stride = array<i64: 2, 2>} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  %2 = "pd_op.pool_scatter"(%arg1, %1#1) {channels_last = false, size = array<i64: 4, 4>} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  %3 = "pd_op.relu_grad"(%0, %2) : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %3 : tensor<1x2x4x4xf32>
}
// EXPECT

// CASE a gradient with another use stays
func.func @main(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<1x2x2x2xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %0 = "pd_op.relu"(%arg0) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %1:2 = "pd_op.max_pool_with_index"(%0) {channels_last = false, kernel = array<i64: 2, 2>, padding = array<i64: 0, 0, 0, 0>, size = array<i64: 2, 2>, stride = array<i64: 2, 2>} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>)
  %2 = "pd_op.pool_scatter"(%arg1, %1#1) {channels_last = false, size = array<i64: 4, 4>} : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xi32>) -> tensor<1x2x4x4xf32>
  %3 = "pd_op.relu_grad"(%0, %2) : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %2, %3 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}
// EXPECT
