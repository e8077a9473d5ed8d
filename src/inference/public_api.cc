// include/paddle/inference.h over LoadedModel.
#include "eager/public_types.h"

#include "inference/format/file.h"
#include "inference/model.h"
#include "paddle/inference.h"

namespace paddle {

using inference::LoadedModel;
using inference::Model;

namespace {

std::vector<std::string> Names(const std::vector<Model::Port>& ports) {
  std::vector<std::string> names;
  for (const auto& p : ports) names.push_back(p.name);
  return names;
}

const Model::Port& InputAt(const LoadedModel& model, size_t i) {
  PADDLE_ENFORCE_LT(i, model.model().feeds.size(),
                    errors::OutOfRange("SavedModel: there is no such input."));
  return model.model().feeds[i];
}

}  // namespace

SavedModel SavedModel::load(const std::string& prefix) {
  const std::string json = prefix + ".json";
  return load(inference::FileExists(json) ? json : prefix + ".pdmodel",
              prefix + ".pdiparams");
}

SavedModel SavedModel::load(const std::string& program,
                            const std::string& parameters) {
  return SavedModel(
      std::make_shared<const LoadedModel>(Model::Load(program, parameters)));
}

std::vector<std::string> SavedModel::input_names() const {
  return Names(model_->model().feeds);
}
std::vector<std::string> SavedModel::output_names() const {
  return Names(model_->model().fetches);
}

Shape SavedModel::input_shape(size_t i) const {
  const DDim& dims = InputAt(*model_, i).dims;
  return {dims.begin(), dims.end()};
}
std::string SavedModel::input_dtype(size_t i) const {
  return Name(InputAt(*model_, i).dtype);
}

std::vector<Tensor> SavedModel::run(const std::vector<Tensor>& inputs) const {
  std::vector<Var> feeds;
  for (const Tensor& t : inputs) feeds.push_back(Var::Share(t.impl()));
  std::vector<Tensor> outputs;
  for (Var& v : model_->Run(feeds)) outputs.emplace_back(v.Take());
  return outputs;
}

}  // namespace paddle
