// Preloaded in front of the C library: counts the calls that allocate memory.
#include <errno.h>
#include <stddef.h>

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

long allocation_count;

static void count(void) {
  __atomic_fetch_add(&allocation_count, 1, __ATOMIC_RELAXED);
}

void* malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void* calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void* realloc(void* block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void* memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  count();
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}
