#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What was allocated between `callocator_start_counting` and `callocator_stop_counting`.
typedef struct {
  /// Calls that gave out memory: malloc, calloc, aligned_alloc and their like, and realloc.
  int64_t count;
  /// The bytes that were asked for.
  int64_t bytes;
  /// The most that was in use at once, above what was in use at the start, with the allocator's
  /// own rounding.
  int64_t peak;
} callocator_counts;

/// Whether this build can count allocations. Where it cannot, the other functions do nothing.
bool callocator_can_count(void);

void callocator_start_counting(void);
callocator_counts callocator_stop_counting(void);

/// The bytes that the allocator has handed out and not got back; -1 where the C library does not
/// tell.
int64_t callocator_bytes_in_use(void);

/// Gives free pages back to the system, so that resident pages are pages in use.
void callocator_release_free_pages(void);
