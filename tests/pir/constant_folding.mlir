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

// CASE what kernels may disagree about, and wide numbers
func.func @main() -> (tensor<ui8>, tensor<f32>, tensor<i32>) {
  %f = "pd_op.constant"() {value = -3.5 : f64} : () -> tensor<f32>
  %w = "pd_op.constant"() {value = 1.0 : f64, wide = 1.001 : f64} : () -> tensor<bf16>
  %n = "pd_op.constant"() {value = 0x7FF8000000000000 : f64} : () -> tensor<f32>
  %0 = "pd_op.cast"(%f) {dtype = "uint8"} : (tensor<f32>) -> tensor<ui8>
  %1 = "pd_op.cast"(%w) {dtype = "float32"} : (tensor<bf16>) -> tensor<f32>
  %2 = "pd_op.cast"(%n) {dtype = "int32"} : (tensor<f32>) -> tensor<i32>
  return %0, %1, %2 : tensor<ui8>, tensor<f32>, tensor<i32>
}
// EXPECT
