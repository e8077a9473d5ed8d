// RUN-PASS: redundant_cast_pass,dead_code_pass

// CASE to the dtype it has
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.cast"(%0) {dtype = "float32"} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CASE wider and back
func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = "pd_op.exp"(%x) : (tensor<2xbf16>) -> tensor<2xbf16>
  %1 = "pd_op.cast"(%0) {dtype = "float32"} : (tensor<2xbf16>) -> tensor<2xf32>
  %2 = "pd_op.cast"(%1) {dtype = "bfloat16"} : (tensor<2xf32>) -> tensor<2xbf16>
  return %2 : tensor<2xbf16>
}
// EXPECT
func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = "pd_op.exp"(%x) : (tensor<2xbf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// CASE narrower and back is rounding
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.cast"(%x) {dtype = "bfloat16"} : (tensor<2xf32>) -> tensor<2xbf16>
  %1 = "pd_op.cast"(%0) {dtype = "float32"} : (tensor<2xbf16>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// EXPECT

// CASE a detour through a wider one
func.func @main(%x: tensor<2xi8>) -> (tensor<2xi32>, tensor<2xf64>) {
  %0 = "pd_op.cast"(%x) {dtype = "float32"} : (tensor<2xi8>) -> tensor<2xf32>
  %1 = "pd_op.cast"(%0) {dtype = "int32"} : (tensor<2xf32>) -> tensor<2xi32>
  %2 = "pd_op.cast"(%0) {dtype = "float64"} : (tensor<2xf32>) -> tensor<2xf64>
  return %1, %2 : tensor<2xi32>, tensor<2xf64>
}
// EXPECT
func.func @main(%x: tensor<2xi8>) -> (tensor<2xi32>, tensor<2xf64>) {
  %1 = "pd_op.cast"(%x) {dtype = "int32"} : (tensor<2xi8>) -> tensor<2xi32>
  %2 = "pd_op.cast"(%x) {dtype = "float64"} : (tensor<2xi8>) -> tensor<2xf64>
  return %1, %2 : tensor<2xi32>, tensor<2xf64>
}

// CASE whole numbers out of range, through floats: not the same
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi8>, tensor<2xi32>) {
  %0 = "pd_op.cast"(%x) {dtype = "float64"} : (tensor<2xi32>) -> tensor<2xf64>
  %1 = "pd_op.cast"(%0) {dtype = "int8"} : (tensor<2xf64>) -> tensor<2xi8>
  %2 = "pd_op.cast"(%x) {dtype = "float32"} : (tensor<2xi32>) -> tensor<2xf32>
  %3 = "pd_op.cast"(%2) {dtype = "int32"} : (tensor<2xf32>) -> tensor<2xi32>
  return %1, %3 : tensor<2xi8>, tensor<2xi32>
}
// EXPECT

// CASE a copy made for its layout stays
func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = "pd_op.cast"(%x) {dtype = "float32"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "pd_op.view_shape"(%0) {shape = array<i64: 2, 2>} : (tensor<4xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
// EXPECT
