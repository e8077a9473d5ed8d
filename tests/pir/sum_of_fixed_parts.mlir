// RUN-PASS: sum_of_fixed_parts_pass,dead_code_pass

// CASE columns, however many rows there are
func.func @main(%a: tensor<16411xf32>, %b: tensor<16411x2xf32>) -> tensor<16411x3xf32> {
  %0 = "pd_op.full"() {dtype = "float32", fill_value = 0.000000e+00 : f64, shape = array<i64: 16411, 3>} : () -> tensor<16411x3xf32>
  %1 = "pd_op.strided_update"(%0, %a) {offset = 8 : i64, stride = array<i64: 3>} : (tensor<16411x3xf32>, tensor<16411xf32>) -> tensor<16411x3xf32>
  %2 = "pd_op.strided_update"(%0, %b) {offset = 0 : i64, stride = array<i64: 3, 1>} : (tensor<16411x3xf32>, tensor<16411x2xf32>) -> tensor<16411x3xf32>
  %3 = "pd_op.add"(%1, %2) : (tensor<16411x3xf32>, tensor<16411x3xf32>) -> tensor<16411x3xf32>
  return %3 : tensor<16411x3xf32>
}
// EXPECT
func.func @main(%a: tensor<16411xf32>, %b: tensor<16411x2xf32>) -> tensor<16411x3xf32> {
  %0 = "pd_op.full"() {dtype = "float32", fill_value = 0.000000e+00 : f64, shape = array<i64: 16411, 3>} : () -> tensor<16411x3xf32>
  %1 = "pd_op.full"() {dtype = "float32", fill_value = 0.000000e+00 : f64, shape = array<i64>} : () -> tensor<f32>
  %2 = "pd_op.add"(%a, %1) : (tensor<16411xf32>, tensor<f32>) -> tensor<16411xf32>
  %3 = "pd_op.strided_update"(%0, %2) {offset = 8 : i64, stride = array<i64: 3>} : (tensor<16411x3xf32>, tensor<16411xf32>) -> tensor<16411x3xf32>
  %4 = "pd_op.full"() {dtype = "float32", fill_value = 0.000000e+00 : f64, shape = array<i64>} : () -> tensor<f32>
  %5 = "pd_op.add"(%b, %4) : (tensor<16411x2xf32>, tensor<f32>) -> tensor<16411x2xf32>
  %6 = "pd_op.strided_update"(%3, %5) {offset = 0 : i64, stride = array<i64: 3, 1>} : (tensor<16411x3xf32>, tensor<16411x2xf32>) -> tensor<16411x3xf32>
  return %6 : tensor<16411x3xf32>
}

// CASE rows of which there may be fewer
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<16411x3xf32> {
  %0 = "pd_op.full"() {dtype = "float32", fill_value = 0.000000e+00 : f64, shape = array<i64: 16411, 3>} : () -> tensor<16411x3xf32>
  %1 = "pd_op.strided_update"(%0, %a) {offset = 0 : i64, stride = array<i64: 1>} : (tensor<16411x3xf32>, tensor<3xf32>) -> tensor<16411x3xf32>
  %2 = "pd_op.strided_update"(%0, %b) {offset = 12 : i64, stride = array<i64: 1>} : (tensor<16411x3xf32>, tensor<3xf32>) -> tensor<16411x3xf32>
  %3 = "pd_op.add"(%1, %2) : (tensor<16411x3xf32>, tensor<16411x3xf32>) -> tensor<16411x3xf32>
  return %3 : tensor<16411x3xf32>
}
// EXPECT
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<16411x3xf32> {
  %0 = "pd_op.full"() {dtype = "float32", fill_value = 0.000000e+00 : f64, shape = array<i64: 16411, 3>} : () -> tensor<16411x3xf32>
  %1 = "pd_op.strided_update"(%0, %a) {offset = 0 : i64, stride = array<i64: 1>} : (tensor<16411x3xf32>, tensor<3xf32>) -> tensor<16411x3xf32>
  %2 = "pd_op.strided_update"(%0, %b) {offset = 12 : i64, stride = array<i64: 1>} : (tensor<16411x3xf32>, tensor<3xf32>) -> tensor<16411x3xf32>
  %3 = "pd_op.add"(%1, %2) : (tensor<16411x3xf32>, tensor<16411x3xf32>) -> tensor<16411x3xf32>
  return %3 : tensor<16411x3xf32>
}
