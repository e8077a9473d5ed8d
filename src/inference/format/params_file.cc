#include "inference/format/params_file.h"

#include "eager/eager_builder.h"
#include "inference/format/file.h"
#include "inference/format/wire.h"

namespace paddle::inference {

namespace {

struct DtypeCode {
  DataType dtype;
  int code;  // framework.proto: VarType.Type
};
constexpr DtypeCode kCodes[] = {
    {DataType::kBool, 0},          {DataType::kInt16, 1},
    {DataType::kInt32, 2},         {DataType::kInt64, 3},
    {DataType::kFloat16, 4},       {DataType::kFloat32, 5},
    {DataType::kFloat64, 6},       {DataType::kUInt8, 20},
    {DataType::kInt8, 21},         {DataType::kBFloat16, 22},
    {DataType::kComplex64, 23},    {DataType::kComplex128, 24},
    {DataType::kFloat8E4M3FN, 32}, {DataType::kFloat8E5M2, 33},
};

ParameterType ReadDesc(Bytes bytes, const std::string& name) {
  ParameterType type{name, DataType::kFloat32, {}};
  int64_t code = -1;
  for (Wire w(bytes, "the description of a parameter"); w.Next();) {
    if (w.field() == 1) {
      code = w.Int();
    } else if (w.field() == 2) {
      w.Repeated(0, [&](Wire& v) {
        const int64_t size = v.Int();
        if (size < 0 || type.dims.rank() == kMaxRank) {
          bytes.Fail("the shape of a parameter",
                     "at most " + std::to_string(kMaxRank) + " sizes >= 0",
                     std::to_string(size));
        }
        type.dims.push_back(size);
      });
    }
  }
  type.dtype = DtypeFromCode(code);
  if (type.dtype == DataType::kUndefined) {
    bytes.Fail("the dtype of a parameter", "a code of framework.proto",
               std::to_string(code));
  }
  return type;
}

bool Fits(const ParameterType& declared, const ParameterType& found) {
  if (declared.dtype != found.dtype) return false;
  if (declared.dims.rank() != found.dims.rank()) return false;
  for (int i = 0; i < found.dims.rank(); ++i) {
    if (declared.dims[i] >= 0 && declared.dims[i] != found.dims[i]) {
      return false;
    }
  }
  return true;
}

std::string Describe(const ParameterType& t) {
  return std::string(Name(t.dtype)) + " of shape " + errors::ToString(t.dims);
}

Var ReadOne(Bytes& in, const ParameterType& wanted) {
  const auto version = [&](const char* what) {
    const auto v = in.Number<uint32_t>(what);
    if (v != 0) in.Fail(what, "version 0", std::to_string(v));
  };
  version("a parameter");
  const auto levels = in.Number<uint64_t>("the levels of a parameter");
  if (levels > 8) {
    in.Fail("the levels of a parameter", "at most 8", std::to_string(levels));
  }
  for (uint64_t i = 0; i < levels; ++i) {
    in.Take(in.Number<uint64_t>("a level"), "a level");
  }
  version("a tensor");
  const auto size = in.Number<int32_t>("the description of a parameter");
  const ParameterType found =
      ReadDesc(in.Part(size < 0 ? ~uint64_t{0} : static_cast<uint64_t>(size),
                       "the description of a parameter"),
               wanted.name);
  PADDLE_ENFORCE(Fits(wanted, found),
                 errors::InvalidArgument(
                     "%s: the parameter `%s` is not what the program expects.",
                     in.file().c_str(), wanted.name.c_str())
                     .Expected(Describe(wanted))
                     .Received(Describe(found))
                     .Hint("is the file of the same model?"));
  // Checked against the bytes that are there before memory is taken.
  uint64_t bytes = SizeOf(found.dtype);
  bool overflow = false;
  for (int64_t n : found.dims) {
    overflow |= __builtin_mul_overflow(bytes, static_cast<uint64_t>(n), &bytes);
  }
  const std::string_view data =
      in.Take(overflow ? ~uint64_t{0} : bytes, "the data of a parameter");
  Var v = EmptyTensor(found.dims, found.dtype);
  if (bytes > 0) std::memcpy(v->data, data.data(), bytes);
  return v;
}

void Varint(uint64_t v, std::string* out) {
  for (; v >= 0x80; v >>= 7) out->push_back(static_cast<char>(v | 0x80));
  out->push_back(static_cast<char>(v));
}

}  // namespace

DataType DtypeFromCode(int64_t code) {
  for (const auto& c : kCodes) {
    if (c.code == code) return c.dtype;
  }
  return DataType::kUndefined;
}

int CodeOf(DataType dtype) {
  for (const auto& c : kCodes) {
    if (c.dtype == dtype) return c.code;
  }
  return -1;
}

std::vector<Var> ReadParameters(std::string_view bytes, const std::string& file,
                                const std::vector<ParameterType>& wanted) {
  Bytes in(bytes, file);
  std::vector<Var> values;
  for (const ParameterType& w : wanted) values.push_back(ReadOne(in, w));
  PADDLE_ENFORCE(
      in.done(),
      errors::InvalidArgument("%s: bytes are left over.", file.c_str())
          .Expected(std::to_string(wanted.size()) + " parameters and no more")
          .Received(std::to_string(in.left()) + " bytes"));
  return values;
}

void WriteParameter(const Var& value, NewFile& file) {
  const Var v = OnHost(value);
  std::string head(16, '\0');  // version, no levels, version of the tensor
  std::string desc = "\x08";
  Varint(static_cast<uint64_t>(CodeOf(v.dtype())), &desc);
  for (int64_t n : v.dims()) {
    desc.push_back('\x10');
    Varint(static_cast<uint64_t>(n), &desc);
  }
  const auto size = static_cast<int32_t>(desc.size());
  head.append(reinterpret_cast<const char*>(&size), sizeof(size));
  file.Write(head + desc);
  file.Write(v->data, v->bytes());
}

}  // namespace paddle::inference
