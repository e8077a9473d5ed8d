// .pdiparams: parameters one after another, without names. Their order is
// that of their names, which the program tells.
#pragma once
#include <string>
#include <vector>

#include "core/dense_tensor.h"
#include "inference/format/bytes.h"

namespace paddle::inference {

// One parameter as a program declares it; a size of -1 takes any.
struct ParameterType {
  std::string name;
  DataType dtype;
  DDim dims;
};

// One tensor for each of `wanted`, whose names are sorted. Raises
// InvalidArgument where a parameter is not like it is declared, or bytes are
// missing or left over.
std::vector<Var> ReadParameters(std::string_view bytes, const std::string& file,
                                const std::vector<ParameterType>& wanted);

class NewFile;
void WriteParameter(const Var& value, NewFile& file);

// The numbers that the formats give dtypes; kUndefined, -1 where there is none.
DataType DtypeFromCode(int64_t code);
int CodeOf(DataType dtype);

}  // namespace paddle::inference
