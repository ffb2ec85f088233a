// Counters of the C library's allocator, behind one interface for every platform.
//
// glibc counts neither allocations nor the peak of bytes in use. So on glibc the functions of malloc are replaced here, as glibc documents. They forward every call, and
// count while counting is enabled; otherwise they cost one predictable branch. Nothing is timed while
// counting is enabled.
//
// They are not replaced, and allocations not counted, under a sanitizer, which replaces malloc itself, and on
// other platforms.

#include "CBenchSupport.h"
#include "plain_allocator.h"
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__) && !defined(UNDER_SANITIZER)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// Whether a call needs more than forwarding: allocations are counted, or the plain allocator is in
// use.
static atomic_bool is_special;
static bool is_plain;
static _Atomic int64_t count, bytes, live, peak;

// The size of a block: the usable bytes, and the allocator's word in front of them.
static int64_t taken_by(void *block) {
  return (int64_t)(malloc_usable_size(block) + sizeof(size_t));
}

static inline bool counts(void) {
  return __builtin_expect(atomic_load_explicit(&is_special, memory_order_relaxed), false);
}

// The C library allocates blocks that are too large for the plain allocator.
static void *plain_malloc(size_t size) {
  void *block = cbench_plain_allocate(size);
  return block != NULL ? block : __libc_malloc(size);
}

static void plain_free(void *block) {
  if (!cbench_plain_free(block)) __libc_free(block);
}

static void *plain_realloc(void *old, size_t size) {
  size_t old_size = old == NULL ? 0 : cbench_plain_size(old);
  if (old != NULL && old_size == 0) return __libc_realloc(old, size);
  void *block = plain_malloc(size);
  if (block != NULL && old != NULL) {
    memcpy(block, old, size < old_size ? size : old_size);
    plain_free(old);
  }
  return block;
}

static void *taken(void *block, size_t size) {
  if (block == NULL) return block;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, (int64_t)size, memory_order_relaxed);
  int64_t size_taken = taken_by(block);
  int64_t now =
      atomic_fetch_add_explicit(&live, size_taken, memory_order_relaxed) + size_taken;
  int64_t highest = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > highest && !atomic_compare_exchange_weak_explicit(
                              &peak, &highest, now, memory_order_relaxed, memory_order_relaxed)) {
  }
  return block;
}

static void given_back(int64_t size_taken) {
  atomic_fetch_sub_explicit(&live, size_taken, memory_order_relaxed);
}

void *malloc(size_t size) {
  if (counts() && is_plain) return plain_malloc(size);
  void *block = __libc_malloc(size);
  return counts() ? taken(block, size) : block;
}

void *calloc(size_t number, size_t size) {
  void *block = __libc_calloc(number, size);
  return counts() && !is_plain ? taken(block, number * size) : block;
}

void *realloc(void *old, size_t size) {
  if (!counts()) return __libc_realloc(old, size);
  if (is_plain) return plain_realloc(old, size);
  int64_t size_taken = old == NULL ? 0 : taken_by(old);
  void *block = __libc_realloc(old, size);
  // A call that fails leaves the old block; one with size 0 frees it.
  if (block != NULL || size == 0) given_back(size_taken);
  return taken(block, size);
}

void free(void *block) {
  if (counts() && is_plain) return plain_free(block);
  if (counts() && block != NULL) given_back(taken_by(block));
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  return counts() && !is_plain ? taken(block, size) : block;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  void *block = memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

bool cbench_can_count(void) { return true; }

void cbench_start_counting(void) {
  atomic_store(&count, 0);
  atomic_store(&bytes, 0);
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
  atomic_store(&is_special, true);
}

cbench_counts cbench_stop_counting(void) {
  atomic_store(&is_special, false);
  cbench_counts result = {
      atomic_load(&count), atomic_load(&bytes), atomic_load(&peak), atomic_load(&live)};
  return result;
}

void cbench_use_plain_allocator(void) {
  is_plain = cbench_plain_start();
  atomic_store(&is_special, is_plain);
}

#else

void cbench_use_plain_allocator(void) {}

bool cbench_can_count(void) { return false; }
void cbench_start_counting(void) {}
cbench_counts cbench_stop_counting(void) {
  cbench_counts none = {0, 0, 0, 0};
  return none;
}

#endif

#if defined(__APPLE__)

#include <malloc/malloc.h>

void cbench_release_free_pages(void) { malloc_zone_pressure_relief(NULL, 0); }

#elif defined(__GLIBC__)

#include <malloc.h>

void cbench_release_free_pages(void) { malloc_trim(0); }

#else

void cbench_release_free_pages(void) {}

#endif
