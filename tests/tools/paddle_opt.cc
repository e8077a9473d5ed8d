// Runs passes over a program in its text form and prints what they make of it.
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

#include "common/flags.h"
#include "pir/program.h"

namespace {

constexpr const char* kUsage =
    "usage: paddle_opt [--pass=NAME,... | --pipeline=NAME] [--timing] "
    "[--print-ir=all|changed|NAME] FILE.mlir\n"
    "       paddle_opt --list\n"
    "FILE - is the standard input. Without passes the program is read, checked "
    "and printed.\n";

int List() {
  for (const auto& pass : paddle::pir::Program::Passes()) {
    std::cout << pass.name << ": " << pass.what << '\n';
  }
  return 0;
}

// What follows `prefix`, where `text` begins with it.
const char* After(const char* prefix, const char* text) {
  const size_t n = std::strlen(prefix);
  return std::strncmp(prefix, text, n) == 0 ? text + n : nullptr;
}

int Run(int argc, char** argv) {
  std::string passes, path;
  for (int i = 1; i < argc; ++i) {
    const std::string arg = argv[i];
    if (arg == "--help" || arg == "-h") {
      std::cout << kUsage;
      return 0;
    }
    if (arg == "--list") return List();
    if (arg == "--timing") {
      paddle::flags::pass_timing = true;
    } else if (const char* names = After("--pass=", argv[i])) {
      passes += (passes.empty() ? "" : ",") + std::string(names);
    } else if (const char* name = After("--pipeline=", argv[i])) {
      passes += (passes.empty() ? "" : ",") + std::string(name);
    } else if (const char* what = After("--print-ir=", argv[i])) {
      paddle::flags::print_ir = what;
    } else if (path.empty() && (arg == "-" || arg[0] != '-')) {
      path = arg;
    } else {
      std::cerr << "paddle_opt: unknown argument " << arg << '\n' << kUsage;
      return 1;
    }
  }
  if (path.empty()) {
    std::cerr << "paddle_opt: no file is given\n" << kUsage;
    return 1;
  }
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) {
      std::cerr << "paddle_opt: cannot read " << path << '\n';
      return 1;
    }
  }
  std::istream& in = path == "-" ? std::cin : file;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto program = paddle::pir::Program::Parse(text);
  program.RunPasses(passes);
  std::cout << program.ToString();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
