// RUN-PASS: dead_branch_pass,dead_code_pass

// CASE a known condition takes its branch
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %t = "pd_op.constant"() {value = 1 : i64} : () -> tensor<i1>
  %0:2 = "pd_op.if"(%t, %x, %x) ({
  ^bb0(%y: tensor<2xf32>):
    %1 = "pd_op.exp"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%1, %y) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
  ^bb0(%y: tensor<2xf32>):
    %1 = "pd_op.sin"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %1 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %x : tensor<2xf32>, tensor<2xf32>
}

// CASE the second body has operands of its own
func.func @main(%x: tensor<2xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %f = "pd_op.constant"() {value = 0 : i64} : () -> tensor<i1>
  %0 = "pd_op.if"(%f, %x, %z) ({
  ^bb0(%y: tensor<2xf32>):
    "pd_op.yield"(%y) : (tensor<2xf32>) -> ()
  }, {
  ^bb0(%y: tensor<2xf32>):
    %1 = "pd_op.sin"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %1 = "pd_op.sin"(%z) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CASE a body gives a row-major value, which something reads as it lies
func.func @main(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %t = "pd_op.constant"() {value = 1 : i64} : () -> tensor<i1>
  %0 = "pd_op.if"(%t, %x, %x) ({
  ^bb0(%y: tensor<2x3xf32>):
    %1 = "pd_op.transpose"(%y) {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    "pd_op.yield"(%1) : (tensor<3x2xf32>) -> ()
  }, {
  ^bb0(%y: tensor<2x3xf32>):
    %1 = "pd_op.reshape"(%y) {shape = array<i64: 3, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    "pd_op.yield"(%1) : (tensor<3x2xf32>) -> ()
  }) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "pd_op.view_shape"(%0) {shape = array<i64: 6>} : (tensor<3x2xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}
// EXPECT
func.func @main(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %1 = "pd_op.transpose"(%x) {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = "pd_op.assign"(%1) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = "pd_op.view_shape"(%3) {shape = array<i64: 6>} : (tensor<3x2xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// CASE results that nobody needs, what only they need, and what both bodies hand on
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:3 = "pd_op.if"(%c, %x, %w, %w, %x) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>):
    %1 = "pd_op.exp"(%v) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "pd_op.sin"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%1, %2, %v) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
  ^bb0(%v: tensor<2xf32>, %y: tensor<2xf32>):
    "pd_op.yield"(%v, %y, %v) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#1, %0#2 : tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "pd_op.if"(%c, %x, %x) ({
  ^bb0(%y: tensor<2xf32>):
    %2 = "pd_op.sin"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%2) : (tensor<2xf32>) -> ()
  }, {
  ^bb0(%y: tensor<2xf32>):
    "pd_op.yield"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %w : tensor<2xf32>, tensor<2xf32>
}

// CASE a branch that nobody needs, unless it draws random numbers
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.if"(%c, %x, %x) ({
  ^bb0(%y: tensor<2xf32>):
    %1 = "pd_op.exp"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    "pd_op.yield"(%1) : (tensor<2xf32>) -> ()
  }, {
  ^bb0(%y: tensor<2xf32>):
    "pd_op.yield"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = "pd_op.if"(%c) ({
    %1 = "pd_op.rand"() {dtype = "float32", shape = array<i64: 2>} : () -> tensor<2xf32>
    "pd_op.yield"(%1) : (tensor<2xf32>) -> ()
  }, {
    %1 = "pd_op.rand"() {dtype = "float32", shape = array<i64: 2>} : () -> tensor<2xf32>
    "pd_op.yield"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  "pd_op.if"(%c) ({
    %1 = "pd_op.rand"() {dtype = "float32", shape = array<i64: 2>} : () -> tensor<2xf32>
    "pd_op.yield"() : () -> ()
  }, {
    %1 = "pd_op.rand"() {dtype = "float32", shape = array<i64: 2>} : () -> tensor<2xf32>
    "pd_op.yield"() : () -> ()
  }) : (tensor<i1>) -> ()
  return %x : tensor<2xf32>
}

// CASE a loop that runs no round
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = "pd_op.constant"() {value = 0 : i64} : () -> tensor<i1>
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "pd_op.while"(%f, %0) ({
  ^bb0(%y: tensor<2xf32>):
    %2 = "pd_op.sin"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = "pd_op.isnan"(%2) : (tensor<2xf32>) -> tensor<2xi1>
    %4 = "pd_op.all"(%3) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%4, %2) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// EXPECT
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.exp"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CASE carried values that nobody needs, and one that never changes
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %5 = "pd_op.exp"(%w) : (tensor<2xf32>) -> tensor<2xf32>
  %0:3 = "pd_op.while"(%c, %x, %5, %x) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>, %n: tensor<2xf32>):
    %2 = "pd_op.multiply"(%y, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %6 = "pd_op.add"(%n, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %3 = "pd_op.isnan"(%2) : (tensor<2xf32>) -> tensor<2xi1>
    %4 = "pd_op.all"(%3) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%4, %2, %v, %6) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %w: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %5 = "pd_op.exp"(%w) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = "pd_op.while"(%c, %x, %5) ({
  ^bb0(%y: tensor<2xf32>, %v: tensor<2xf32>):
    %2 = "pd_op.multiply"(%y, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %3 = "pd_op.isnan"(%2) : (tensor<2xf32>) -> tensor<2xi1>
    %4 = "pd_op.all"(%3) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%4, %2) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %5 : tensor<2xf32>, tensor<2xf32>
}

// CASE a loop that nobody needs
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "pd_op.while"(%c, %x) ({
  ^bb0(%y: tensor<2xf32>):
    %2 = "pd_op.sin"(%y) : (tensor<2xf32>) -> tensor<2xf32>
    %3 = "pd_op.isnan"(%2) : (tensor<2xf32>) -> tensor<2xi1>
    %4 = "pd_op.all"(%3) {axis = array<i64>, keepdim = false} : (tensor<2xi1>) -> tensor<i1>
    "pd_op.yield"(%4, %2) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}
// EXPECT
func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
