// Program::RunPasses: names to passes, printing, timing.
#include <chrono>
#include <cstdio>

#include "common/flags.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "pir/draw/draw.h"
#include "pir/pass/dump.h"
#include "pir/pass/pass_registry.h"
#include "pir/program_impl.h"

namespace paddle::pir {

namespace {

std::vector<std::string> Expand(const std::string& names) {
  std::vector<std::string> all;
  for (size_t at = 0; at <= names.size();) {
    const size_t comma = std::min(names.find(',', at), names.size());
    const std::string name = names.substr(at, comma - at);
    at = comma + 1;
    if (name.empty()) continue;
    const auto pipeline = PipelinePasses(name);
    if (!pipeline.empty()) {
      all.insert(all.end(), pipeline.begin(), pipeline.end());
      continue;
    }
    std::string known = "default, inference";
    for (const auto& entry : AllPasses()) known += ", " + entry.first;
    PADDLE_ENFORCE(AllPasses().count(name),
                   errors::NotFound("pir: there is no pass or pipeline `%s`.",
                                    name.c_str())
                       .Expected("one of " + known));
    all.push_back(name);
  }
  return all;
}

}  // namespace

std::vector<Program::PassInfo> Program::Passes() {
  std::vector<PassInfo> all;
  for (const auto& [name, entry] : AllPasses()) {
    all.push_back({name, entry.what});
  }
  for (const char* pipeline : {"default", "inference"}) {
    std::string names;
    for (const std::string& name : PipelinePasses(pipeline)) {
      names += (names.empty() ? "" : ", ") + name;
    }
    all.push_back({pipeline, names});
  }
  return all;
}

namespace {

bool RunOne(const std::string& name, mlir::ModuleOp module, bool verify) {
  mlir::PassManager passes(module.getContext());
  passes.enableVerifier(verify);
  passes.addPass(AllPasses().at(name).make());
  return mlir::succeeded(passes.run(module));
}

// Which pass made the mistake, and the program it was given: found by running
// them again, with the verifier after each.
[[noreturn]] void Fail(const std::vector<std::string>& names,
                       mlir::ModuleOp original, const Diagnostics& why) {
  const std::string said = why.text();  // it will be said again
  std::string before = ToText(original), name;
  if (mlir::failed(mlir::verify(original))) {
    PADDLE_THROW(errors::Fatal("pir: the program is wrong before any pass.%s",
                               said.c_str())
                     .Hint("it is in " + WriteReproducer("traced", before)));
  }
  for (const std::string& pass : names) {
    name = pass;
    if (!RunOne(pass, original, true)) break;
    before = ToText(original);
  }
  const std::string path = WriteReproducer(
      name, "// paddle_opt --pass=" + name + " FILE\n" + before);
  PADDLE_THROW(errors::Fatal("pir: %s failed.%s", name.c_str(), said.c_str())
                   .Hint("the program before it, as it can be run again with "
                         "paddle_opt --pass=" +
                         name + ": " + path));
}

// What FLAGS_print_ir and FLAGS_dump_dir ask for.
class Watcher {
 public:
  explicit Watcher(mlir::ModuleOp module) : module_(module) {
    if (dump_ || print_ == "changed") last_ = ToText(module_);
    dump_.Write("00_traced.mlir", last_);
    Draw("00_traced");
  }
  void Before(const std::string& name) const {
    if (print_ == "all" || print_ == name) Print("before " + name);
  }
  void After(const std::string& name) {
    if (print_ == "all" || print_ == name) Print("after " + name);
    if (!dump_ && print_ != "changed") return;
    std::string text = ToText(module_);
    if (print_ == "changed" && text != last_) Print("after " + name);
    last_ = std::move(text);
    char number[16];
    std::snprintf(number, sizeof number, "%02d_", ++count_);
    dump_.Write(number + name + ".mlir", last_);
  }
  void End() const {
    dump_.Write("99_final.mlir", last_);
    Draw("99_final");
  }

 private:
  void Draw(const std::string& name) const {
    if (!dump_) return;
    const FlatProgram program = ToFlat(module_);
    dump_.Write(name + ".html", DrawPrograms(name, {{name, &program}}));
  }
  void Print(const std::string& when) const {
    std::fprintf(stderr, "// ---- %s ----\n%s", when.c_str(),
                 ToText(module_).c_str());
  }
  mlir::ModuleOp module_;
  const std::string print_ = flags::print_ir.load();
  Dump dump_;
  std::string last_;
  int count_ = 0;
};

}  // namespace

void Program::RunPasses(const std::string& names) {
  const std::vector<std::string> passes = Expand(names);
  mlir::ModuleOp module = *impl_->module;
  const Diagnostics diagnostics(impl_->context.get());
  const mlir::OwningOpRef<mlir::ModuleOp> original = module.clone();
  Watcher watcher(module);
  for (const std::string& name : passes) {
    watcher.Before(name);
    const auto start = std::chrono::steady_clock::now();
    if (!RunOne(name, module, false)) Fail(passes, *original, diagnostics);
    if (flags::pass_timing) {
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      std::fprintf(stderr, "%8.3f ms  %s\n", took.count(), name.c_str());
    }
    watcher.After(name);
  }
  // Once, for it takes as long as a pass.
  if (mlir::failed(mlir::verify(module))) Fail(passes, *original, diagnostics);
  watcher.End();
}

}  // namespace paddle::pir
