// RUN-PASS: constant_folding_pass,dead_code_pass

// CASE casts round as kernels do
func.func @main() -> (tensor<f32>, tensor<bf16>, tensor<ui8>, tensor<i1>, tensor<i32>) {
  %c = "pd_op.constant"() {value = 300 : i64} : () -> tensor<i64>
  %f = "pd_op.constant"() {value = 1.00390625 : f64} : () -> tensor<f32>
  %0 = "pd_op.cast"(%c) {dtype = "float32"} : (tensor<i64>) -> tensor<f32>
  %1 = "pd_op.cast"(%f) {dtype = "bfloat16"} : (tensor<f32>) -> tensor<bf16>
  %2 = "pd_op.cast"(%c) {dtype = "uint8"} : (tensor<i64>) -> tensor<ui8>
  %3 = "pd_op.cast"(%f) {dtype = "bool"} : (tensor<f32>) -> tensor<i1>
  %4 = "pd_op.cast"(%f) {dtype = "int32"} : (tensor<f32>) -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<bf16>, tensor<ui8>, tensor<i1>, tensor<i32>
}
// EXPECT
func.func @main() -> (tensor<f32>, tensor<bf16>, tensor<ui8>, tensor<i1>, tensor<i32>) {
  %0 = "pd_op.constant"() {value = 300.0 : f64} : () -> tensor<f32>
  %1 = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<bf16>
  %2 = "pd_op.constant"() {value = 44 : i64} : () -> tensor<ui8>
  %3 = "pd_op.constant"() {value = 1 : i64} : () -> tensor<i1>
  %4 = "pd_op.constant"() {value = 1 : i64} : () -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<bf16>, tensor<ui8>, tensor<i1>, tensor<i32>
}

// CASE negations, and casts of them
func.func @main() -> (tensor<f32>, tensor<i8>) {
  %z = "pd_op.constant"() {value = 0.0 : f64} : () -> tensor<f32>
  %c = "pd_op.constant"() {value = -128 : i64} : () -> tensor<i8>
  %0 = "pd_op.neg"(%z) : (tensor<f32>) -> tensor<f32>
  %1 = "pd_op.neg"(%c) : (tensor<i8>) -> tensor<i8>
  return %0, %1 : tensor<f32>, tensor<i8>
}
// EXPECT
func.func @main() -> (tensor<f32>, tensor<i8>) {
  %0 = "pd_op.constant"() {value = -0.0 : f64} : () -> tensor<f32>
  %1 = "pd_op.constant"() {value = -128 : i64} : () -> tensor<i8>
  return %0, %1 : tensor<f32>, tensor<i8>
}

// CASE a number that is written more finely than its dtype is what the kernel reads
func.func @main() -> (tensor<f32>, tensor<bf16>) {
  %w = "pd_op.constant"() {value = 1.0 : f64, wide = 1.5 : f64} : () -> tensor<bf16>
  %c = "pd_op.full"() {dtype = "bfloat16", fill_value = 2.0 : f64, shape = array<i64>} : () -> tensor<bf16>
  %0 = "pd_op.cast"(%w) {dtype = "float32"} : (tensor<bf16>) -> tensor<f32>
  %1 = "pd_op.multiply"(%c, %w) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  return %0, %1 : tensor<f32>, tensor<bf16>
}
// EXPECT
func.func @main() -> (tensor<f32>, tensor<bf16>) {
  %0 = "pd_op.constant"() {value = 1.0 : f64} : () -> tensor<f32>
  %1 = "pd_op.constant"() {value = 3.0 : f64} : () -> tensor<bf16>
  return %0, %1 : tensor<f32>, tensor<bf16>
}

// CASE any operator, through chains, and tensors that are one number everywhere
func.func @main(%x: tensor<2x3xf32>) -> (tensor<i1>, tensor<2x3xf32>) {
  %a = "pd_op.constant"() {value = 2.0 : f64} : () -> tensor<f32>
  %f = "pd_op.full"() {dtype = "float32", fill_value = 3.0 : f64, shape = array<i64: 2, 3>} : () -> tensor<2x3xf32>
  %0 = "pd_op.sqrt"(%a) : (tensor<f32>) -> tensor<f32>
  %1 = "pd_op.square"(%0) : (tensor<f32>) -> tensor<f32>
  %2 = "pd_op.greater_than"(%1, %a) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = "pd_op.multiply"(%f, %a) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = "pd_op.add"(%x, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2, %4 : tensor<i1>, tensor<2x3xf32>
}
// EXPECT
func.func @main(%x: tensor<2x3xf32>) -> (tensor<i1>, tensor<2x3xf32>) {
  %2 = "pd_op.constant"() {value = 0 : i64} : () -> tensor<i1>
  %3 = "pd_op.full"() {dtype = "float32", fill_value = 6.0 : f64, shape = array<i64: 2, 3>} : () -> tensor<2x3xf32>
  %4 = "pd_op.add"(%x, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2, %4 : tensor<i1>, tensor<2x3xf32>
}

// CASE random numbers, and what raises or is not one number, stay
func.func @main() -> (tensor<i64>, tensor<2xf32>, tensor<4xf32>) {
  %z = "pd_op.constant"() {value = 0 : i64} : () -> tensor<i64>
  %f = "pd_op.full"() {dtype = "float32", fill_value = 0.5 : f64, shape = array<i64: 2>} : () -> tensor<2xf32>
  %g = "pd_op.full"() {dtype = "float32", fill_value = 1.5 : f64, shape = array<i64: 2>} : () -> tensor<2xf32>
  %0 = "pd_op.floor_divide"(%z, %z) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %1 = "pd_op.bernoulli"(%f) {p = 5.000000e-01 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.concat"(%f, %g) {axis = 0 : i64, operand_sizes = array<i64: 2>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<i64>, tensor<2xf32>, tensor<4xf32>
}
// EXPECT
