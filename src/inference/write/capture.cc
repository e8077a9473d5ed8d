#include "inference/write/capture.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "eager/eager_builder.h"
#include "inference/format/file.h"
#include "inference/format/params_file.h"
#include "inference/write/writer.h"

namespace paddle::inference {

namespace {

bool IsWhole(const DenseTensor& of, const DenseTensor& t) {
  return of.storage == t.storage && of.data == t.data && of.dtype == t.dtype &&
         of.dims == t.dims &&
         std::equal(t.strides, t.strides + t.rank(), of.strides);
}

bool IsRead(const pir::FlatProgram& program, ValueId v) {
  const auto reads = [&](const pir::Call& call) {
    return std::find(call.operands.begin(), call.operands.end(), v) !=
           call.operands.end();
  };
  return std::any_of(program.calls.begin(), program.calls.end(), reads) ||
         std::any_of(program.outputs.begin(), program.outputs.end(),
                     [&](const auto& out) { return out.value == v; });
}

bool SameValues(const Var& a, const Var& b) {
  if (a.get() == b.get() || a->data == b->data) return true;
  const Var x = OnHost(a), y = OnHost(b);
  return x->bytes() == 0 || std::memcmp(x->data, y->data, x->bytes()) == 0;
}

}  // namespace

Capture::Capture(pir::FlatProgram noted, std::vector<Var> inputs,
                 std::vector<Var> fed)
    : program(std::move(noted)),
      feeds(std::move(fed)),
      others(std::move(inputs)) {
  std::vector<ValueId> all;
  for (size_t i = 0; i < feeds.size(); ++i) {
    const pir::Call& call = program.calls.at(i);
    PADDLE_ENFORCE(call.op && call.operands.empty() &&
                       program.values[call.results[0]].dims == feeds[i].dims(),
                   errors::Fatal("saving: a capture does not begin with what "
                                 "is fed."));
    all.push_back(call.results[0]);
  }
  program.calls.erase(
      program.calls.begin(),
      program.calls.begin() + static_cast<std::ptrdiff_t>(feeds.size()));
  all.insert(all.end(), program.inputs.begin(), program.inputs.end());
  program.inputs = std::move(all);
}

Capture Capture::Of(pir::FlatProgram program, const std::vector<int>& feed_of,
                    const std::vector<Var>& tensors, std::vector<Var> feeds) {
  std::vector<ValueId> inputs(feeds.size(), pir::kNoValue);
  Capture made;
  for (size_t i = 0; i < feed_of.size(); ++i) {
    const ValueId v = program.inputs[i];
    if (feed_of[i] >= 0) {
      inputs[feed_of[i]] = v;
    } else if (IsRead(program, v)) {
      inputs.push_back(v);
      made.others.push_back(tensors[i]);
    }
  }
  for (size_t f = 0; f < feeds.size(); ++f) {
    if (inputs[f] != pir::kNoValue) continue;  // else nobody reads it
    inputs[f] = program.AddValue(feeds[f].dtype(), feeds[f].dims());
  }
  program.inputs = std::move(inputs);
  made.program = std::move(program);
  made.feeds = std::move(feeds);
  return made;
}

bool HaveSameCalls(
    const std::vector<std::shared_ptr<const Capture>>& captures) {
  std::vector<const pir::FlatProgram*> programs;
  for (const auto& c : captures) programs.push_back(&c->program);
  try {
    (void)Writer(programs);
    return true;
  } catch (const Error&) {
    return false;
  }
}

void SaveCaptures(const std::vector<std::shared_ptr<const Capture>>& captures,
                  const std::vector<std::string>& feed_names,
                  const std::vector<SavedName>& parameters,
                  const std::string& prefix) {
  const Capture& first = *captures.at(0);
  std::vector<const pir::FlatProgram*> programs;
  for (const auto& c : captures) programs.push_back(&c->program);
  std::vector<const std::vector<SliceUse>*> slices;
  for (const auto& c : captures) slices.push_back(&c->slices);
  Writer writer(programs);
  writer.SetSlices(std::make_shared<SliceNotes>(std::move(slices)));
  JsonWriter& out = writer.out();

  const size_t num_feeds = first.feeds.size();
  std::vector<SavedName> saved;  // the inputs that are no feeds
  std::set<size_t> varying;      // of these: others at other sizes
  int constants = 0;
  for (size_t i = 0; i < first.others.size(); ++i) {
    const DenseTensor& t = *first.others[i];
    SavedName entry{"", first.others[i], false};
    for (const SavedName& p : parameters) {
      if (IsWhole(*p.value, t)) entry = p;
    }
    const auto is_taken = [&] {
      return std::any_of(
          parameters.begin(), parameters.end(),
          [&](const SavedName& p) { return p.name == entry.name; });
    };
    if (entry.name.empty()) {
      do {
        entry.name = "constant_" + std::to_string(constants++);
      } while (is_taken());
    }
    for (const auto& c : captures) {
      PADDLE_ENFORCE(
          c->others[i]->dims == t.dims && c->others[i]->dtype == t.dtype,
          errors::InvalidArgument("saving: a tensor that the function makes "
                                  "from values has another shape at other "
                                  "sizes.")
              .Shapes({{"first", t.dims}, {"other", c->others[i]->dims}})
              .Hint("give fixed sizes in input_spec."));
      if (!SameValues(first.others[i], c->others[i])) varying.insert(i);
    }
    saved.push_back(std::move(entry));
  }
  // As the format has it: parameters, feeds, operators, fetches.
  std::vector<size_t> order;
  for (size_t i = 0; i < saved.size(); ++i) {
    if (!varying.count(i)) order.push_back(i);
  }
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return saved[a].name < saved[b].name; });
  for (const size_t i : order) {
    const ValueId v = first.program.inputs[num_feeds + i];
    writer.Define(
        v, out.Parameter(saved[i].name, writer.Type(v), saved[i].trainable));
  }
  for (size_t f = 0; f < num_feeds; ++f) {
    ValueType type{first.feeds[f].dtype(), first.feeds[f].dims()};
    for (const auto& c : captures) {
      for (int a = 0; a < type.dims.rank(); ++a) {
        if (c->feeds[f].dim(a) != type.dims[a]) type.dims[a] = -1;
      }
    }
    const int number = out.One(
        "1.data", {},
        {{"name", json::Str(feed_names[f])},
         {"shape", json::IntArray({type.dims.begin(), type.dims.end()})},
         {"dtype", json::Dtype(type.dtype)},
         {"place", json::Place(false)}},
        type);
    writer.Define(first.program.inputs[f], number);
  }
  for (const size_t i : varying) {
    std::vector<Var> values;
    for (const auto& c : captures) values.push_back(c->others[i]);
    writer.Define(first.program.inputs[num_feeds + i],
                  writer.WriteVarying(values));
  }
  writer.WriteCalls();
  for (size_t k = 0; k < first.program.outputs.size(); ++k) {
    const ValueId v = first.program.outputs[k].value;
    out.One("1.fetch", {writer.Number(v)},
            {{"name", json::Str("fetch_name_" + std::to_string(k))},
             {"col", json::Int32(static_cast<int64_t>(k))}},
            writer.Type(v));
  }

  // Both files are complete before one of them takes its name. A program
  // without parameters has no file of them: PaddlePaddle expects none.
  NewFile program(prefix + ".json");
  const std::string beside = prefix + ".pdiparams";
  if (order.empty()) {
    program.Write(out.Finish(""));
    program.Flush();
    program.Commit();
    RemoveFile(beside);
    return;
  }
  NewFile values(beside);
  for (const size_t i : order) WriteParameter(saved[i].value, values);
  program.Write(out.Finish(values.checksum()));
  program.Flush();
  values.Flush();
  values.Commit();
  program.Commit();
}

}  // namespace paddle::inference
