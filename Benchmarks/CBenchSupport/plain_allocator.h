#pragma once
#include <stdbool.h>
#include <stddef.h>

// A sanitizer has its own allocator, which must not be replaced.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER 1
#endif
#endif

// An allocator whose work for a block depends on its size alone, see plain_allocator.c.

// Reserves its memory; false if there is none.
bool cbench_plain_start(void);

// A block; NULL if it is too large for this allocator.
void *cbench_plain_allocate(size_t size);

// Frees a block; false if it is another allocator's.
bool cbench_plain_free(void *block);

// The bytes of a block; 0 if it is another allocator's.
size_t cbench_plain_size(void *block);
