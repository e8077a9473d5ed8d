#include "pir/numbers.h"

namespace paddle::pir {

bool IsReal(DataType type) {
  return type != DataType::kComplex64 && type != DataType::kComplex128;
}

double NumberOf(const DenseTensor& t) {
  double v = 0;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>) v = static_cast<double>(*t.Data<T>());
  });
  return v;
}

namespace {
template <typename N>
Var Like(const DenseTensor& like, N v) {
  ThreadState& state = State();
  Var t = Var::Own(NewTensor(state));
  t->dtype = like.dtype;
  t->flags = like.flags & kNumber;
  AllocateStorage(t.get(), state);
  VisitDataType(like.dtype, [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>) *t->Data<T>() = static_cast<T>(v);
  });
  return t;
}
}  // namespace

Var NumberLike(const DenseTensor& like, double v) { return Like(like, v); }
Var NumberLike(const DenseTensor& like, int64_t v) { return Like(like, v); }

double RoundTo(double v, DataType type) {
  double r = v;
  VisitDataType(type, [&]<typename T>(T) {
    if constexpr (!kIsComplexType<T>)
      r = static_cast<double>(static_cast<T>(v));
  });
  return r;
}

}  // namespace paddle::pir
