// RUN-PASS: recompute_output_pass

// CASE it follows from the gates and cells
func.func @main(%x: tensor<5x2x3xf32>, %h: tensor<2x4xf32>, %c: tensor<2x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %out: tensor<5x2x4xf32>, %gates: tensor<5x2x16xf32>, %cells: tensor<5x2x4xf32>, %grad: tensor<5x2x4xf32>) -> tensor<16x4xf32> {
  %0:7 = "pd_op.lstm_layer_grad"(%x, %h, %c, %wi, %wh, %out, %gates, %cells, %grad) {needs_x = true, operand_sizes = array<i64: 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0>, reverse = false} : (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<5x2x4xf32>, tensor<5x2x16xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<0xf32>)
  return %0#4 : tensor<16x4xf32>
}
// EXPECT
func.func @main(%x: tensor<5x2x3xf32>, %h: tensor<2x4xf32>, %c: tensor<2x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %out: tensor<5x2x4xf32>, %gates: tensor<5x2x16xf32>, %cells: tensor<5x2x4xf32>, %grad: tensor<5x2x4xf32>) -> tensor<16x4xf32> {
  %0:7 = "pd_op.lstm_layer_grad"(%x, %h, %c, %wi, %wh, %gates, %cells, %grad) {needs_x = true, operand_sizes = array<i64: 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0>, reverse = false} : (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<5x2x16xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<0xf32>)
  return %0#4 : tensor<16x4xf32>
}

// CASE a narrow one is rounded
func.func @main(%x: tensor<5x2x3xbf16>, %h: tensor<2x4xbf16>, %c: tensor<2x4xbf16>, %wi: tensor<16x3xbf16>, %wh: tensor<16x4xbf16>, %out: tensor<5x2x4xbf16>, %gates: tensor<5x2x16xf32>, %cells: tensor<5x2x4xf32>, %grad: tensor<5x2x4xbf16>) -> tensor<16x4xbf16> {
  %0:7 = "pd_op.lstm_layer_grad"(%x, %h, %c, %wi, %wh, %out, %gates, %cells, %grad) {needs_x = true, operand_sizes = array<i64: 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0>, reverse = false} : (tensor<5x2x3xbf16>, tensor<2x4xbf16>, tensor<2x4xbf16>, tensor<16x3xbf16>, tensor<16x4xbf16>, tensor<5x2x4xbf16>, tensor<5x2x16xf32>, tensor<5x2x4xf32>, tensor<5x2x4xbf16>) -> (tensor<5x2x3xbf16>, tensor<2x4xbf16>, tensor<2x4xbf16>, tensor<16x3xbf16>, tensor<16x4xbf16>, tensor<16xbf16>, tensor<0xbf16>)
  return %0#4 : tensor<16x4xbf16>
}
// EXPECT

// CASE a projected one is a product
func.func @main(%x: tensor<5x2x3xf32>, %h: tensor<2x4xf32>, %c: tensor<2x4xf32>, %wi: tensor<16x3xf32>, %wh: tensor<16x4xf32>, %ho: tensor<4x4xf32>, %out: tensor<5x2x4xf32>, %gates: tensor<5x2x16xf32>, %cells: tensor<5x2x4xf32>, %grad: tensor<5x2x4xf32>) -> tensor<16x4xf32> {
  %0:7 = "pd_op.lstm_layer_grad"(%x, %h, %c, %wi, %wh, %ho, %out, %gates, %cells, %grad) {needs_x = true, operand_sizes = array<i64: 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0>, reverse = false} : (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<4x4xf32>, tensor<5x2x4xf32>, tensor<5x2x16xf32>, tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> (tensor<5x2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x3xf32>, tensor<16x4xf32>, tensor<16xf32>, tensor<4x4xf32>)
  return %0#4 : tensor<16x4xf32>
}
// EXPECT
