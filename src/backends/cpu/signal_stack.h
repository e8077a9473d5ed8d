// Where handlers of signals run while oneDNN computes.
#pragma once

namespace paddle::cpu {

// oneDNN's sgemm for AVX-512 keeps data below the stack pointer, where the
// kernel puts the frame of a signal handler: a Ctrl-C in a product damaged the
// heap. Handlers that have SA_ONSTACK, as Python's do, run on a stack of their
// own once the thread has one: to be called before oneDNN is. Where the program
// has given the thread such a stack that one stays.
void EnsureSignalStack();

}  // namespace paddle::cpu
