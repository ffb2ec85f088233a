// An allocator for counting instructions.
//
// The C library's allocator merges and splits blocks, so the same call may take several times as many
// instructions on one heap as on another, too many for a gate of one percent. This one has a list of
// free blocks for each size, and does the same work for every call. Numbers and bytes of allocations are
// counted elsewhere, exactly.
//
// One thread only. The usable size of a block is always that of its list: arrays use all of a block, and
// would otherwise grow differently after another history.

#define _GNU_SOURCE

#include "plain_allocator.h"
#include <stdint.h>

#if defined(__GLIBC__) && !defined(UNDER_SANITIZER)

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>

enum { unit = 16, list_count = 1 << 14 };

// In front of each block; its size keeps blocks aligned.
typedef struct header {
  size_t list;
  struct header *next;
} header;

static const size_t arena_size = (size_t)1 << 30;
static char *arena, *top;
static header *lists[list_count];

bool cbench_plain_start(void) {
  if (arena != NULL) return true;
  void *memory = mmap(
      NULL, arena_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  arena = top = memory;
  return true;
}

void *cbench_plain_allocate(size_t size) {
  size_t list = size == 0 ? 1 : (size + unit - 1) / unit;
  if (size > unit * (list_count - 1)) return NULL;
  header *block = lists[list];
  if (block != NULL) {
    lists[list] = block->next;
    return block + 1;
  }
  size_t taken = sizeof(header) + list * unit;
  if (taken > (size_t)(arena + arena_size - top)) return NULL;
  block = (header *)top;
  top += taken;
  block->list = list;
  return block + 1;
}

static bool is_own(void *block) {
  return arena != NULL && (size_t)((char *)block - arena) < arena_size;
}

bool cbench_plain_free(void *block) {
  if (!is_own(block)) return false;
  header *freed = (header *)block - 1;
  freed->next = lists[freed->list];
  lists[freed->list] = freed;
  return true;
}

size_t cbench_plain_size(void *block) {
  return is_own(block) ? ((header *)block - 1)->list * unit : 0;
}

// Swift calls it, and the C library's handles only its own blocks.
size_t malloc_usable_size(void *block) {
  static size_t (*next)(void *);
  if (is_own(block)) return cbench_plain_size(block);
  if (next == NULL) next = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  return next == NULL ? 0 : next(block);
}

#endif
