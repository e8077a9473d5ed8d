#include "inference/ops/translator.h"

#include <algorithm>
#include <set>

#include "inference/format/params_file.h"
#include "inference/ops/rows.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

Var ConstantTensor(const Attribute& a, DataType dtype, DDim dims) {
  Var v = EmptyTensor(dims, dtype);
  VisitDataType(dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < v->numel; ++i) {
      Scalar s;
      switch (a.kind) {
        case Kind::kBool: s = Scalar(a.i != 0); break;
        case Kind::kInt: s = Scalar(a.i); break;
        case Kind::kFloat: s = Scalar(a.f); break;
        case Kind::kInts: s = Scalar(a.ints[i]); break;
        default: s = Scalar(a.floats[i]); break;
      }
      v->Data<T>()[i] = s.To<T>();
    }
  });
  return v;
}

}  // namespace

// ---- Translator ----

Translator::Translator(StoredProgram* stored, Model* model,
                       pir::FlatProgram* flat, Translator* outer)
    : flat_(flat), outer_(outer) {
  if (outer) {
    shared_ = outer->shared_;
  } else {
    shared_ = std::make_shared<Shared>();
    shared_->stored = stored;
    shared_->model = model;
  }
}

const Attribute* Translator::Known(int id) const {
  const auto it = shared_->known.find(id);
  return it == shared_->known.end() ? nullptr : &it->second;
}

int Translator::NewId(StoredValue type) {
  shared_->stored->values.push_back(std::move(type));
  return static_cast<int>(shared_->stored->values.size()) - 1;
}

const std::vector<int>& Translator::Elements(int id) const {
  static const std::vector<int> none;
  const auto it = shared_->elements.find(id);
  return it == shared_->elements.end() ? none : it->second;
}

void Translator::SetElements(int id, std::vector<int> ids) {
  shared_->elements[id] = std::move(ids);
}

ValueId Translator::Constant(int id) {
  const StoredValue& type = shared_->stored->values[id];
  return ids_[id] = flat_->AddConstant(
             ConstantTensor(*Known(id), type.dtype, type.dims));
}

ValueId Translator::Lookup(int id) {
  const auto it = ids_.find(id);
  if (it != ids_.end()) return it->second;
  if (Known(id)) return Constant(id);
  PADDLE_ENFORCE(outer_, errors::InvalidArgument(
                             "%s: a value is used that no operator has made.",
                             shared_->stored->file.c_str())
                             .Received("value " + std::to_string(id)));
  const ValueId from = outer_->Lookup(id);
  const StoredValue& type = shared_->stored->values[id];
  const ValueId v = flat_->AddInput(type.dtype, type.dims);
  captured_.push_back(from);
  ids_[id] = v;
  return v;
}

void Translator::Run(const StoredBlock& block) {
  for (const StoredOp& op : block.ops) {
    Site site(this, &op);
    if (op.name == "cf.yield") continue;  // read by who opens the block
    try {
      if (const Rule rule = FindRule(op.name)) {
        rule(site);
        continue;
      }
      const Row* row = FindRow(op.name);
      PADDLE_ENFORCE(row, errors::Unimplemented("%s: %s is not known.",
                                                shared_->stored->file.c_str(),
                                                op.where.c_str()));
      std::vector<Bound> bound;
      size_t operand = 0;
      std::vector<size_t> operand_of(row->fields.size());
      for (size_t i = 0; i < row->fields.size(); ++i) {
        operand_of[i] = operand;
        operand += row->fields[i].operand();
      }
      for (const Row::Argument& a : row->arguments) {
        const std::string& arg = row->op->schema.args[a.arg].name;
        if (a.field < 0) {
          Given given = std::string();
          const std::string& text = a.literal;
          if (text == "None") continue;
          if (text == "true" || text == "false")
            given = text == "true";
          else if (text[0] == '"')
            given = text.substr(1, text.size() - 2);
          else
            given = static_cast<int64_t>(std::stoll(text));
          bound.push_back({arg, std::move(given)});
          continue;
        }
        const Row::Field& field = row->fields[a.field];
        const size_t at = operand_of[a.field];
        if (field.type == "Tensor[]") {
          bound.push_back({arg, site.List(at)});
        } else if (field.type[0] == 'T') {
          if (field.type == "Tensor" || site.Has(at)) {
            bound.push_back({arg, Tensor{site.In(at)}});
          }
        } else if (field.operand()) {
          bound.push_back({arg, site.NumbersAt(at, field.name.c_str())});
        } else if (const Attribute* value = site.Find(field.name)) {
          bound.push_back({arg, Numbers{*value, pir::kNoValue}});
        }
      }
      const OpDef& def = *row->op;
      if (def.schema.list_out) {
        site.ReturnList(
            site.CallMany(def.name.c_str(), bound, site.ListSize()));
        continue;
      }
      const std::vector<ValueId> results =
          site.CallMany(def.name.c_str(), bound, def.schema.outs.size());
      for (size_t k = 0; k < results.size(); ++k) site.Return(results[k], k);
    } catch (const Error& e) {
      const std::string text = e.what();
      if (text.find(shared_->stored->file) != std::string::npos) throw;
      PADDLE_THROW(errors::InvalidArgument("%s: %s: %s",
                                           shared_->stored->file.c_str(),
                                           op.where.c_str(), text.c_str()));
    }
  }
}

// ---- whole programs ----

void Translate(StoredProgram stored, Model* model,
               std::vector<ParameterType>* parameters) {
  auto flat = std::make_shared<pir::FlatProgram>();
  model->trainable = stored.trainable;
  Translator t(&stored, model, flat.get(), nullptr);
  const auto fail = [&](const std::string& what, const std::string& received) {
    PADDLE_THROW(
        errors::InvalidArgument("%s: %s.", stored.file.c_str(), what.c_str())
            .Received(received));
  };
  // Feeds come first among the inputs, wherever they stand.
  struct Fetch {
    int64_t column;
    int value;
    std::string name;
  };
  std::vector<std::pair<int64_t, const StoredOp*>> feeds;
  std::vector<Fetch> fetches;
  StoredBlock rest;
  for (StoredOp& op : stored.main.ops) {
    Site site(&t, &op);
    if (op.name == "data" || op.name == "feed") {
      if (op.outputs.size() != 1 || op.outputs[0] == kAbsent) {
        fail("a feed has no result", op.where);
      }
      feeds.emplace_back(site.Int("col", static_cast<int64_t>(feeds.size())),
                         &op);
    } else if (op.name == "fetch") {
      if (op.inputs.size() != 1 || op.inputs[0].values.size() != 1) {
        fail("a fetch has no operand", op.where);
      }
      const auto column = static_cast<int64_t>(fetches.size());
      fetches.push_back({site.Int("col", column), op.inputs[0].values[0],
                         site.Text("name", "")});
    } else {
      rest.ops.push_back(std::move(op));
    }
  }
  const auto by_column = [](const auto& a, const auto& b) {
    return a.first < b.first;
  };
  std::stable_sort(feeds.begin(), feeds.end(), by_column);
  std::stable_sort(
      fetches.begin(), fetches.end(),
      [](const Fetch& a, const Fetch& b) { return a.column < b.column; });
  std::set<std::string> names;
  for (const auto& [column, op] : feeds) {
    const int id = op->outputs[0];
    const StoredValue& type = stored.values[id];
    Model::Port port{Site(&t, op).Text("name", ""), type.dtype, type.dims,
                     type.has_dims};
    if (type.list) fail("a feed is a list", port.name);
    if (!names.insert(port.name).second) {
      fail("two feeds have one name", "\"" + port.name + "\"");
    }
    model->feeds.push_back(std::move(port));
    t.Define(id, flat->AddInput(type.dtype, type.dims));
  }
  // In the order of the file of parameters.
  std::vector<StoredParameter> sorted = stored.parameters;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const StoredParameter& a, const StoredParameter& b) {
                     return a.name < b.name;
                   });
  for (const StoredParameter& p : sorted) {
    const StoredValue& type = stored.values[p.value];
    if (type.list || !type.has_dims || type.dtype == DataType::kUndefined) {
      fail("a parameter has no dtype or shape", "\"" + p.name + "\"");
    }
    if (parameters->empty() || parameters->back().name != p.name) {
      model->parameters.push_back({p.name, Var(), p.trainable});
      parameters->push_back({p.name, type.dtype, type.dims});
      flat->AddInput(type.dtype, type.dims);
    } else if (parameters->back().dtype != type.dtype ||
               parameters->back().dims != type.dims) {
      fail("two parameters have one name", "\"" + p.name + "\"");
    }  // else one tensor: so are the states of dropout of recurrent layers
    t.Define(p.value, flat->inputs.back());
  }
  t.Run(rest);
  std::vector<pir::FlatProgram::Output> outputs;
  for (const Fetch& f : fetches) {
    const StoredValue type = stored.values[f.value];
    if (type.list) fail("a fetch is a list", f.name);
    outputs.push_back({t.Lookup(f.value), -1});
    model->fetches.push_back({f.name, type.dtype, type.dims, type.has_dims});
  }
  // Updates of parameters come after what is fetched.
  outputs.insert(outputs.end(), flat->outputs.begin(), flat->outputs.end());
  flat->outputs = std::move(outputs);
  // Shapes that were folded, statistics that inference does not keep.
  pir::DropUnneeded(flat.get());
  model->program = std::move(flat);
}

}  // namespace paddle::inference
