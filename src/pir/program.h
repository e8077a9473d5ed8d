// A program in PIR: a module of MLIR with one function, @main. This header
// needs no MLIR.
#pragma once
#include <memory>
#include <string>

#include "pir/flat_program.h"

namespace paddle::pir {

// Used by one thread at a time.
class PADDLE_API Program {
 public:
  explicit Program(const FlatProgram& flat);
  // Raises InvalidArgument with MLIR's diagnostics where the text is wrong.
  static Program Parse(const std::string& text);
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  FlatProgram ToFlat() const;
  // The text form, which Parse reads again.
  std::string ToString() const;

  // Runs passes: a name of a pipeline or of a pass, or several with commas
  // between. Raises NotFound where one is unknown.
  void RunPasses(const std::string& names);
  struct PassInfo {
    std::string name, what;  // of a pipeline: the names of its passes
  };
  static std::vector<PassInfo> Passes();

 private:
  struct Impl;
  explicit Program(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace paddle::pir
