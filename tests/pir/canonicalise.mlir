// RUN-PASS: canonicalise_pass,cse_pass,dead_code_pass

// CASE constants are second; exchanged operands are equal expressions
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = "pd_op.constant"() {value = 3.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.multiply"(%c, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.add"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = "pd_op.constant"() {value = 3.0 : f64} : () -> tensor<f32>
  %0 = "pd_op.multiply"(%x, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "pd_op.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CASE what is not commutative, and another operator on the same
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.subtract"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.subtract"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.multiply"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.add"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// EXPECT

// CASE negations that cancel
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.neg"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.neg"(%y) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.subtract"(%x, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.add"(%x, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.add"(%0, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = "pd_op.divide"(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = "pd_op.abs"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %2, %3, %4, %5, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %2 = "pd_op.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = "pd_op.subtract"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.subtract"(%y, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = "pd_op.divide"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = "pd_op.abs"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %2, %3, %4, %5, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CASE of one value
func.func @main(%c: tensor<2xi1>, %x: tensor<2xf32>, %n: tensor<2xi64>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xi1>) {
  %a = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = "pd_op.where"(%c, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.maximum"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.logical_not"(%c) : (tensor<2xi1>) -> tensor<2xi1>
  %3 = "pd_op.logical_not"(%2) : (tensor<2xi1>) -> tensor<2xi1>
  %4 = "pd_op.logical_not"(%n) : (tensor<2xi64>) -> tensor<2xi1>
  %5 = "pd_op.logical_not"(%4) : (tensor<2xi1>) -> tensor<2xi1>
  return %0, %1, %3, %5 : tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xi1>
}
// EXPECT
func.func @main(%c: tensor<2xi1>, %x: tensor<2xf32>, %n: tensor<2xi64>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xi1>) {
  %a = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = "pd_op.logical_not"(%n) : (tensor<2xi64>) -> tensor<2xi1>
  %5 = "pd_op.logical_not"(%4) : (tensor<2xi1>) -> tensor<2xi1>
  return %a, %a, %c, %5 : tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xi1>
}
