// A group that is compiled for the CPU, for tensors of given sizes.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "cinn/fusion/group.h"

namespace paddle::cinn {

class PADDLE_API Kernel {
 public:
  // `stored`: which values of the group are written to memory. Null where the
  // loops of the group can not be done in vectors. Kernels whose text is the
  // same share their code, whatever the sizes are. `name`: for people.
  static std::shared_ptr<const Kernel> Make(const Group& group,
                                            const std::vector<bool>& stored,
                                            std::string name);

  // The accesses of the group that it reads or writes, in the order of Run.
  struct Tensor {
    int access;
    bool written;
    // Of what is read: the results may lie in its memory, place by place.
    bool overwritten = false;
  };
  const std::vector<Tensor>& tensors() const { return tensors_; }
  // The same of its operands, which are those that it reads.
  bool MayOverwrite(size_t operand) const;
  void Run(char* const* tensors) const;
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

  // How many texts were compiled by this process so far.
  static int64_t NumCompiled();

 private:
  using Function = void(char* const*, const int64_t*, const double*, int64_t,
                        int64_t, char*);
  Function* function_ = nullptr;
  // Large results go past the caches, where these lie at multiples of 64.
  Function* past_function_ = nullptr;
  std::vector<size_t> past_tensors_;
  std::string name_, text_;
  std::vector<Tensor> tensors_;
  std::vector<int64_t> sizes_;
  std::vector<double> params_;
  int64_t units_ = 0, grain_ = 0;
  size_t scratch_bytes_ = 0;
};

}  // namespace paddle::cinn
