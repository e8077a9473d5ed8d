#include "pir/draw/draw.h"

#include <gtest/gtest.h>

#include "pir/program.h"

namespace paddle::pir {
namespace {

// A call of einsum with any text as its equation.
FlatProgram WithText(std::string_view text) {
  FlatProgram p;
  const ValueId x = p.AddInput(DataType::kFloat32, {2});
  const OpDef& op = GetOp("einsum");
  Args args(op);
  args.size = static_cast<int>(op.schema.args.size());
  for (int i = 0; i < args.size; ++i) {
    args.slot[i] = op.schema.args[i].default_value;
    if (op.schema.args[i].type == ArgType::kString) args.slot[i].text = text;
    if (op.schema.args[i].type == ArgType::kTensorList) {
      args.slot[i].tensors.count = 1;
    }
  }
  const ValueId y = p.AddValue(DataType::kFloat32, {2});
  Call& call = p.AddCall(op, args);
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (op.list_mask >> i & 1) call.slots[i].i = 1;
  }
  call.operands = {x};
  call.results = {y};
  p.outputs.push_back({y, 0});
  return p;
}

TEST(Draw, TextsEndNoElement) {
  const FlatProgram p = WithText("</script><b>\"\\\n&'\x01");
  const std::string page = DrawPrograms("</title><script>", {{"<i>", &p}});
  for (const char* part : {"<b>", "<i>", "</title><", "<script>\""}) {
    EXPECT_EQ(page.find(part), std::string::npos) << part;
  }
  EXPECT_NE(page.find(R"(\u003c/script\u003e\u003cb\u003e\u0022\u005c\u000a)"
                      R"(\u0026'\u0001)"),
            std::string::npos);
}

TEST(Draw, OnlyUtf8IsWritten) {
  EXPECT_NE(ProgramToJson(WithText("\xC3\xA9|\xF0\x9F\x98\x80|"))
                .find("\xC3\xA9|\xF0\x9F\x98\x80|"),
            std::string::npos);
  // A byte alone, a character cut off, one written too long, a surrogate.
  for (const char* wrong : {"\xFF", "\xC3", "\xE2\x82", "\xC0\xAF",
                            "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
    const std::string json = ProgramToJson(WithText(wrong));
    EXPECT_NE(json.find("\\ufffd"), std::string::npos);
    for (const char c : json) EXPECT_GE(c, ' ');
  }
}

TEST(Draw, AnEmptyListOfProgramsIsAPage) {
  EXPECT_NE(DrawPrograms("", {}).find("\"programs\":[]}"), std::string::npos);
}

}  // namespace
}  // namespace paddle::pir
