// RUN-PASS: remove_copies_pass,cse_pass,dead_code_pass

// CASE a copy of what a call made is that; of an input it stays
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.assign"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.assign"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.assign"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %2 : tensor<2xf32>, tensor<2xf32>
}

// CASE copies of views stay, also where a rule makes the view
func.func @main(%x: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<2x3xf32>) {
  %0 = "pd_op.moveaxis"(%x) {source = array<i64: 0>, destination = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "pd_op.assign"(%0) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = "pd_op.view_shape"(%1) {shape = array<i64: 6>} : (tensor<3x2xf32>) -> tensor<6xf32>
  %3 = "pd_op.transpose"(%1) {perm = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %4 = "pd_op.assign"(%3) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2, %4 : tensor<6xf32>, tensor<2x3xf32>
}
// EXPECT

// CASE equal calls are made once, in either order where that is the same
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.subtract"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.subtract"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.add"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.subtract"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.subtract"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.add"(%0, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CASE attributes tell calls apart, and -0.0 from 0.0
func.func @main(%x: tensor<2xf32>) -> (tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %a = "pd_op.constant"() {value = 0.0 : f64} : () -> tensor<f32>
  %b = "pd_op.constant"() {value = -0.0 : f64} : () -> tensor<f32>
  %c = "pd_op.constant"() {value = 0.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.cast"(%a) {dtype = "bool"} : (tensor<f32>) -> tensor<i1>
  return %0, %a, %b, %c : tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> (tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %a = "pd_op.constant"() {value = 0.0 : f64} : () -> tensor<f32>
  %b = "pd_op.constant"() {value = -0.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.cast"(%a) {dtype = "bool"} : (tensor<f32>) -> tensor<i1>
  return %0, %a, %b, %a : tensor<i1>, tensor<f32>, tensor<f32>, tensor<f32>
}

// CASE what nobody reads goes, through chains
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.log"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// CASE random numbers are drawn, whether used or not, and each time anew
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.poisson"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.poisson"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.poisson"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}
// EXPECT

// CASE what checks values and is marked stays, though nobody reads it
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "pd_op.cholesky"(%x) {kept, upper = false} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = "pd_op.cholesky"(%x) {upper = false} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = "pd_op.exp"(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %x : tensor<2x2xf32>
}
// EXPECT
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "pd_op.cholesky"(%x) {kept, upper = false} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %x : tensor<2x2xf32>
}
