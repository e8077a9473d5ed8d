// RUN-PASS: loop_invariant_pass,dead_code_pass

// CASE what follows from what never changes, and what is made from nothing for it
func.func @main(%c: tensor<i1>, %x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "pd_op.while"(%c, %x, %w) ({
  ^bb0(%y: tensor<2x2xf32>, %v: tensor<2x2xf32>):
    %two = "pd_op.constant"() {value = 2.0 : f64} : () -> tensor<f32>
    %1 = "pd_op.multiply"(%v, %two) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    %2 = "pd_op.exp"(%1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = "pd_op.matmul"(%y, %2) {transpose_x = false, transpose_y = false} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = "pd_op.isnan"(%3) : (tensor<2x2xf32>) -> tensor<2x2xi1>
    %5 = "pd_op.all"(%4) {axis = array<i64>, keepdim = false} : (tensor<2x2xi1>) -> tensor<i1>
    "pd_op.yield"(%5, %3) : (tensor<i1>, tensor<2x2xf32>) -> ()
  }) : (tensor<i1>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %two = "pd_op.constant"() {value = 2.0 : f64} : () -> tensor<f32>
  %1 = "pd_op.multiply"(%w, %two) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %2 = "pd_op.exp"(%1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = "pd_op.while"(%c, %x, %w, %2) ({
  ^bb0(%y: tensor<2x2xf32>, %v: tensor<2x2xf32>, %u: tensor<2x2xf32>):
    %3 = "pd_op.matmul"(%y, %u) {transpose_x = false, transpose_y = false} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = "pd_op.isnan"(%3) : (tensor<2x2xf32>) -> tensor<2x2xi1>
    %5 = "pd_op.all"(%4) {axis = array<i64>, keepdim = false} : (tensor<2x2xi1>) -> tensor<i1>
    "pd_op.yield"(%5, %3) : (tensor<i1>, tensor<2x2xf32>) -> ()
  }) : (tensor<i1>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CASE out of two loops
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.while"(%c, %x, %w, %c) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>, %d: tensor<i1>):
    %1 = "pd_op.while"(%d, %y, %v) ({
    ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
      %2 = "pd_op.exp"(%b) : (tensor<2xf32>) -> tensor<2xf32>
      %3 = "pd_op.add"(%a, %2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %4 = "pd_op.isnan"(%3) : (tensor<2xf32>) -> tensor<2xi1>
      %5 = "pd_op.all"(%4) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
      "pd_op.yield"(%5, %3) : (tensor<i1>, tensor<2xf32>) -> ()
    }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%d, %1) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>, tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %2 = "pd_op.exp"(%w) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = "pd_op.while"(%c, %x, %w, %c, %2) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>, %d: tensor<i1>, %u: tensor<2xf32>):
    %1 = "pd_op.while"(%d, %y, %v, %u) ({
    ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>, %e: tensor<2xf32>):
      %3 = "pd_op.add"(%a, %e) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %4 = "pd_op.isnan"(%3) : (tensor<2xf32>) -> tensor<2xi1>
      %5 = "pd_op.all"(%4) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
      "pd_op.yield"(%5, %3) : (tensor<i1>, tensor<2xf32>) -> ()
    }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%d, %1) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CASE what may raise, draws random numbers, or is carried stays
func.func @main(%c: tensor<i1>, %x: tensor<2xi64>, %w: tensor<2xi64>, %i: tensor<1xi64>) -> tensor<2xi64> {
  %0 = "pd_op.while"(%c, %x, %w, %i) ({
  ^bb0(%y: tensor<2xi64>, %v: tensor<2xi64>, %k: tensor<1xi64>):
    %1 = "pd_op.floor_divide"(%v, %v) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
    %2 = "pd_op.gather"(%v, %k) {axis = 0 : i64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
    %3 = "pd_op.add"(%1, %2) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
    %4 = "pd_op.add"(%y, %3) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
    %5 = "pd_op.not_equal"(%4, %y) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
    %6 = "pd_op.all"(%5) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%6, %4) : (tensor<i1>, tensor<2xi64>) -> ()
  }) : (tensor<i1>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
// EXPECT
