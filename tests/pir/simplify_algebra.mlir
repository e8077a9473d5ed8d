// RUN-PASS: simplify_algebra_pass,dead_code_pass

// CASE factors of one, from both sides
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.multiply"(%x, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "pd_op.multiply"(%c, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.divide"(%x, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  return %x, %x, %x : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CASE one over x is not x; nor is a factor that only rounds to one
func.func @main(%x: tensor<2xf32>, %y: tensor<2xbf16>) -> (tensor<2xf32>, tensor<2xbf16>) {
  %c = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.divide"(%c, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %d = "pd_op.constant"() {value = 1.0 : f64, wide = 1.001 : f64} : () -> tensor<bf16>
  %1 = "pd_op.multiply"(%y, %d) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  return %0, %1 : tensor<2xf32>, tensor<2xbf16>
}
// EXPECT

// CASE zeros: x - 0.0, x + -0.0 and whole numbers
func.func @main(%x: tensor<2xf32>, %n: tensor<2xi64>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi64>) {
  %zero = "pd_op.constant"() {value = 0.0 : f64} : () -> tensor<f32>
  %minus = "pd_op.constant"() {value = -0.0 : f64} : () -> tensor<f32>
  %none = "pd_op.constant"() {value = 0 : i64} : () -> tensor<i64>
  %0 = "pd_op.subtract"(%x, %zero) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "pd_op.add"(%x, %minus) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = "pd_op.add"(%none, %n) : (tensor<i64>, tensor<2xi64>) -> tensor<2xi64>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xi64>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %n: tensor<2xi64>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi64>) {
  return %x, %x, %n : tensor<2xf32>, tensor<2xf32>, tensor<2xi64>
}

// CASE zeros that change the sign of -0.0
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = "pd_op.constant"() {value = 0.0 : f64} : () -> tensor<f32>
  %minus = "pd_op.constant"() {value = -0.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.add"(%x, %zero) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "pd_op.subtract"(%x, %minus) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = "pd_op.subtract"(%zero, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// EXPECT

// CASE another dtype or shape, and complex numbers
func.func @main(%n: tensor<2xi32>, %s: tensor<1xf32>, %z: tensor<2xcomplex<f32>>) -> (tensor<2xf32>, tensor<3xf32>, tensor<2xcomplex<f32>>) {
  %f = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<f32>
  %ones = "pd_op.constant"() {value = array<f64: 1.0, 0.0>} : () -> tensor<complex<f32>>
  %0 = "pd_op.multiply"(%n, %f) : (tensor<2xi32>, tensor<f32>) -> tensor<2xf32>
  %3 = "pd_op.expand"(%f) {shape = array<i64: 3>} : (tensor<f32>) -> tensor<3xf32>
  %1 = "pd_op.multiply"(%s, %3) : (tensor<1xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = "pd_op.multiply"(%z, %ones) : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<2xf32>, tensor<3xf32>, tensor<2xcomplex<f32>>
}
// EXPECT

// CASE negated twice; scaled by one
func.func @main(%x: tensor<2xf32>, %n: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) {
  %0 = "pd_op.neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.neg"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.scale"(%n) {scale = 1.0 : f64, bias = 0.0 : f64, bias_after_scale = true} : (tensor<2xi32>) -> tensor<2xi32>
  %3 = "pd_op.scale"(%x) {scale = 1.0 : f64, bias = 0.0 : f64, bias_after_scale = true} : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %n: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) {
  %3 = "pd_op.scale"(%x) {scale = 1.0 : f64, bias = 0.0 : f64, bias_after_scale = true} : (tensor<2xf32>) -> tensor<2xf32>
  return %x, %n, %3 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>
}

// CASE a wide number is not its rounded value
func.func @main() -> (tensor<bf16>, tensor<bf16>) {
  %c = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<bf16>
  %w = "pd_op.constant"() {value = 1.0 : f64, wide = 1.001 : f64} : () -> tensor<bf16>
  %0 = "pd_op.multiply"(%w, %c) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %1 = "pd_op.neg"(%w) : (tensor<bf16>) -> tensor<bf16>
  %2 = "pd_op.neg"(%1) : (tensor<bf16>) -> tensor<bf16>
  return %0, %2 : tensor<bf16>, tensor<bf16>
}
// EXPECT
