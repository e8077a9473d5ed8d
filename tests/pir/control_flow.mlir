// RUN-PASS: default
// CASE what does not change in a loop stays as it is
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.while"(%c, %x, %w) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>):
    %1 = "pd_op.multiply"(%y, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = "pd_op.multiply"(%y, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %3 = "pd_op.less_than"(%1, %2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %4 = "pd_op.all"(%3) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%4, %2) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.while"(%c, %x, %w) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>):
    %1 = "pd_op.multiply"(%y, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %3 = "pd_op.less_than"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %4 = "pd_op.all"(%3) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%4, %1) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CASE stacks in a loop
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<0xui8>) {
  %0 = "pd_op.stack_create"() : () -> tensor<0xui8>
  %1:2 = "pd_op.while"(%c, %x, %0) ({
  ^bb0(%y: tensor<2xf32>, %s: tensor<0xui8>):
    %2 = "pd_op.stack_push"(%s, %y) : (tensor<0xui8>, tensor<2xf32>) -> tensor<0xui8>
    %3:2 = "pd_op.stack_pop"(%2) {dtype = "float32", shape = array<i64: 2>} : (tensor<0xui8>) -> (tensor<2xf32>, tensor<0xui8>)
    %4 = "pd_op.isnan"(%3#0) : (tensor<2xf32>) -> tensor<2xi1>
    %5 = "pd_op.all"(%4) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%5, %3#0, %2) : (tensor<i1>, tensor<2xf32>, tensor<0xui8>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<0xui8>) -> (tensor<2xf32>, tensor<0xui8>)
  return %1#0, %1#1 : tensor<2xf32>, tensor<0xui8>
}
// EXPECT

// CASE a stack that is none
func.func @main(%x: tensor<2xf32>) -> tensor<0xui8> {
  %0 = "pd_op.stack_push"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<0xui8>
  return %0 : tensor<0xui8>
}
// EXPECT-ERROR: argument `stack` is no stack
