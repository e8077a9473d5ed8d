// Objects of the process that a function makes when it is first called.
#pragma once

// A fork while another thread makes one would leave the child waiting for it
// for ever: these are made when the library is loaded. Once in a file; takes
// the addresses of what the functions give.
#define PD_MAKE_AT_LOAD(...) \
  [[maybe_unused]] static const void* const made_at_load[] = {__VA_ARGS__}
