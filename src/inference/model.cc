#include "inference/model.h"

#include "inference/format/checksum.h"
#include "inference/format/file.h"
#include "inference/format/params_file.h"
#include "inference/format/stored_program.h"
#include "inference/ops/translator.h"

namespace paddle::inference {

namespace {

Model Make(std::string_view program, const std::string& file,
           std::vector<ParameterType>* types, std::string* checksum = nullptr) {
  Model model;
  const size_t first = program.find_first_not_of(" \t\r\n");
  const bool json = first != std::string_view::npos && program[first] == '{';
  StoredProgram stored =
      json ? ReadPirJson(program, file) : ReadProgramDesc(program, file);
  if (checksum) *checksum = stored.checksum;
  Translate(std::move(stored), &model, types);
  return model;
}

std::string ChecksumOf(std::string_view bytes) {
  Checksum checksum;
  checksum.Add(bytes.data(), bytes.size());
  return checksum.Text();
}

[[noreturn]] PD_COLD void ThrowNoPair(const std::string& program,
                                      const std::string& parameters,
                                      const std::string& expected,
                                      const std::string& received) {
  PADDLE_THROW(
      errors::InvalidArgument("%s does not belong to %s.", parameters.c_str(),
                              program.c_str())
          .Expected("a file with the checksum " + expected)
          .Received(received)
          .Hint("save the model again; where the parameters were replaced on "
                "purpose, remove `parameters` from `base_code` in the file of "
                "the program."));
}

// A save that was killed may leave the new parameters beside the old program:
// then the new one, which was complete before, lies beside both.
Model MakeWhole(const std::string& program, const std::string& parameters,
                const std::string& bytes, const std::string& expected,
                std::vector<ParameterType>* types) {
  const std::string received = ChecksumOf(bytes);
  for (const std::string& path : Uncommitted(program)) {
    try {
      std::string checksum;
      std::vector<ParameterType> found;
      Model model = Make(ReadFile(path), path, &found, &checksum);
      if (checksum != received) continue;
      *types = std::move(found);
      return model;
    } catch (const Error&) {  // it was not complete
    }
  }
  ReadParameters(bytes, parameters, *types);  // says more where it is damaged
  ThrowNoPair(program, parameters, expected, received);
}

void SetParameters(std::vector<Var> values, Model* model) {
  for (size_t i = 0; i < values.size(); ++i) {
    model->parameters[i].value = std::move(values[i]);
    model->parameters[i].value->flags |= kPersistable;
  }
}

}  // namespace

Model Model::Load(const std::string& program, const std::string& parameters) {
  std::vector<ParameterType> types;
  std::string checksum;
  Model model = Make(ReadFile(program), program, &types, &checksum);
  // A program without parameters may have no such file.
  if (!types.empty() || (!parameters.empty() && FileExists(parameters))) {
    const std::string bytes = ReadFile(parameters);
    if (!checksum.empty() && checksum != ChecksumOf(bytes)) {
      model = MakeWhole(program, parameters, bytes, checksum, &types);
    }
    SetParameters(ReadParameters(bytes, parameters, types), &model);
  }
  return model;
}

Model Model::Parse(std::string_view program, std::string_view parameters) {
  std::vector<ParameterType> types;
  Model model = Make(program, "the program", &types);
  SetParameters(ReadParameters(parameters, "the parameters", types), &model);
  return model;
}

Model Model::ParseProgram(std::string_view program) {
  std::vector<ParameterType> types;
  return Make(program, "the program", &types);
}

std::vector<Var> ParseParameters(std::string_view bytes,
                                 const std::vector<Model::Parameter>& like) {
  std::vector<ParameterType> types;
  for (const Model::Parameter& p : like) {
    types.push_back({p.name, p.value.dtype(), p.value.dims()});
  }
  return ReadParameters(bytes, "the parameters", types);
}

LoadedModel::LoadedModel(Model model)
    : model_(std::move(model)),
      executable_(model_.program),
      optimized_(executable_, model_.feeds.size()) {}

std::vector<Var> LoadedModel::Run(const std::vector<Var>& feeds,
                                  bool optimize) const {
  std::vector<Var> parameters;
  for (const auto& p : model_.parameters) parameters.push_back(p.value);
  return Run(feeds, parameters, /*record=*/false, /*traced=*/false, optimize);
}

std::vector<Var> LoadedModel::Run(const std::vector<Var>& feeds,
                                  const std::vector<Var>& parameters,
                                  bool record, bool traced,
                                  bool optimize) const {
  const auto check = [](const char* what, size_t expected, size_t received) {
    PADDLE_ENFORCE(expected == received,
                   errors::InvalidArgument(
                       "a loaded model: the number of %s is wrong.", what)
                       .Expected(std::to_string(expected))
                       .Received(std::to_string(received)));
  };
  check("inputs", model_.feeds.size(), feeds.size());
  check("parameters", model_.parameters.size(), parameters.size());
  std::vector<Var> inputs;
  inputs.reserve(model_.program->inputs.size());
  for (size_t i = 0; i < feeds.size(); ++i) {
    const Model::Port& port = model_.feeds[i];
    const Var& v = feeds[i];
    PADDLE_ENFORCE(v, errors::InvalidArgument("a loaded model: input `%s` is "
                                              "not set.",
                                              port.name.c_str()));
    PADDLE_ENFORCE(
        v.dtype() == port.dtype || port.dtype == DataType::kUndefined,
        errors::InvalidType("a loaded model: input `%s` has the "
                            "wrong dtype.",
                            port.name.c_str())
            .Expected(Name(port.dtype))
            .Received(Name(v.dtype())));
    PADDLE_ENFORCE(!port.has_dims || port.dims.rank() == v.rank(),
                   errors::InvalidArgument("a loaded model: input `%s` has the "
                                           "wrong number of axes.",
                                           port.name.c_str())
                       .Expected("shape " + errors::ToString(port.dims))
                       .Received("shape " + errors::ToString(v.dims())));
    inputs.push_back(v);
  }
  inputs.insert(inputs.end(), parameters.begin(), parameters.end());
  record &= State().grad_enabled;
  std::vector<Var> outputs =
      record || traced ? executable_.Interpret(inputs, nullptr, record, traced)
      : optimize       ? optimized_.Run(inputs)
                       : executable_.Run(inputs);
  outputs.resize(model_.fetches.size());
  return outputs;
}

}  // namespace paddle::inference
