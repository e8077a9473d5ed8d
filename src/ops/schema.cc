#include "ops/schema.h"

#include <cctype>
#include <cstring>
#include <stdexcept>

namespace paddle {
namespace {

const struct {
  const char* name;
  ArgType type;
} kTypes[] = {{"Tensor", ArgType::kTensor},
              {"Tensor?", ArgType::kOptionalTensor},
              {"Tensor[]", ArgType::kTensorList},
              {"bool", ArgType::kBool},
              {"int", ArgType::kInt},
              {"float", ArgType::kFloat},
              {"str", ArgType::kString},
              {"IntArray", ArgType::kIntArray},
              {"DataType", ArgType::kDataType},
              {"Scalar", ArgType::kScalar}};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Schema Run() {
    Schema schema;
    schema.text = text_;
    Expect('(');
    while (!Accept(')')) {
      if (!schema.args.empty()) Expect(',');
      schema.args.push_back(Argument());
    }
    Expect('-');
    Expect('>');
    do {
      const std::string type = Word();
      if (type == "Tensor[]")
        schema.list_out = true;
      else if (type != "Tensor")
        Fail("an output is Tensor or Tensor[]");
      schema.outs.push_back(Word());
    } while (Accept(','));
    Skip();
    if (at_ != text_.size()) Fail("text after the end");
    if (schema.list_out && schema.outs.size() != 1) {
      Fail("Tensor[] must be the only output");
    }
    return schema;
  }

 private:
  [[noreturn]] void Fail(const char* why) const {
    PADDLE_THROW(errors::Fatal("schema `%s`: %s at position %zu.",
                               std::string(text_).c_str(), why, at_));
  }
  void Skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) {
      ++at_;
    }
  }
  bool Accept(char c) {
    Skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void Expect(char c) {
    if (!Accept(c)) {
      const std::string what = std::string("expected '") + c + "'";
      Fail(what.c_str());
    }
  }
  std::string Word() {
    Skip();
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(text_[at_]) || std::strchr("_.?[]-+", text_[at_])) &&
           !(text_[at_] == ']' && text_[at_ - 1] != '[')) {
      ++at_;
    }
    if (begin == at_) Fail("expected a word");
    return std::string(text_.substr(begin, at_ - begin));
  }

  ArgSpec Argument() {
    ArgSpec arg;
    const std::string type = Word();
    bool known = false;
    for (const auto& t : kTypes) {
      if (type != t.name) continue;
      arg.type = t.type;
      known = true;
    }
    if (!known) Fail("unknown type");
    arg.name = Word();
    arg.default_value.scalar = Scalar::None();
    if (arg.type == ArgType::kOptionalTensor) SetNone(&arg);
    if (Accept('=')) Default(&arg);
    return arg;
  }

  static void SetNone(ArgSpec* arg) {
    arg->has_default = arg->default_is_none = true;
    switch (arg->type) {
      case ArgType::kScalar: arg->default_value.scalar = Scalar::None(); break;
      case ArgType::kIntArray: arg->default_value.ints = IntArray(); break;
      case ArgType::kString: arg->default_value.text = {}; break;
      case ArgType::kTensorList: arg->default_value.tensors = {}; break;
      default: arg->default_value.i = 0; break;
    }
  }

  void Default(ArgSpec* arg) {
    arg->has_default = true;
    if (arg->type == ArgType::kIntArray && Accept('[')) {
      while (!Accept(']')) {
        if (!arg->default_integers.empty()) Expect(',');
        arg->default_integers.push_back(std::stoll(Word()));
      }
      return;
    }
    if (arg->type == ArgType::kString && Accept('"')) {
      const size_t end = text_.find('"', at_);
      if (end == text_.npos) Fail("unfinished string");
      arg->default_text = text_.substr(at_, end - at_);
      at_ = end + 1;
      return;
    }
    const std::string word = Word();
    if (word == "None") return SetNone(arg);
    try {
      Number(arg, word);
    } catch (const std::logic_error&) {
      Fail("the default does not suit the type");
    }
  }

  static void Number(ArgSpec* arg, const std::string& word) {
    switch (arg->type) {
      case ArgType::kBool:
        if (word != "true" && word != "false") throw std::logic_error(word);
        arg->default_value.i = word == "true";
        break;
      case ArgType::kInt: arg->default_value.i = std::stoll(word); break;
      case ArgType::kFloat: arg->default_value.f = std::stod(word); break;
      case ArgType::kScalar:
        if (word.find_first_of(".en") == word.npos) {
          arg->default_value.scalar = Scalar(int64_t{std::stoll(word)});
        } else {
          arg->default_value.scalar = Scalar(std::stod(word));
        }
        break;
      case ArgType::kDataType: {
        const DataType t = DataTypeFromName(word.c_str());
        if (t == DataType::kUndefined) throw std::logic_error(word);
        arg->default_value.i = static_cast<int64_t>(t);
        break;
      }
      default: throw std::logic_error(word);
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const char* Name(ArgType type) {
  for (const auto& t : kTypes) {
    if (t.type == type) return t.name;
  }
  return "unknown";
}

int Schema::Find(std::string_view arg_name) const {
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i].name == arg_name) return static_cast<int>(i);
  }
  return -1;
}

Schema Schema::Parse(std::string_view text) { return Parser(text).Run(); }

}  // namespace paddle
