#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The allocations between `cbench_start_counting` and `cbench_stop_counting`.
typedef struct {
  /// Calls that allocated memory: malloc, calloc, aligned_alloc and their like, and realloc.
  int64_t count;
  /// The requested bytes.
  int64_t bytes;
  /// The maximum of bytes in use, less those in use at the start, with the allocator's own
  /// rounding and headers.
  int64_t peak;
  /// The bytes in use at the end, less those at the start, as for the maximum.
  int64_t kept;
} cbench_counts;

/// Whether this build can count allocations. Where it cannot, the other functions do nothing.
bool cbench_can_count(void);

void cbench_start_counting(void);
cbench_counts cbench_stop_counting(void);

/// Returns free pages to the system, so that resident pages are pages in use.
void cbench_release_free_pages(void);

/// Takes the pages of a file from the memory of the system, except those that other processes use, and lets this
/// process read only those that it uses from now on, without others ahead. The file must not be mapped for writing.
/// Returns whether the system could be asked.
bool cbench_forget_file(const char *path);

/// The bytes of a file whose pages the system has in memory; -1 where it does not say (all but Linux).
int64_t cbench_cached_bytes(const char *path);

/// Takes the address of a value; the Swift compiler must assume that it is read.
void cbench_black_hole(const void *value);

/// Mark the start and end of the code whose instructions callgrind counts; otherwise they do nothing.
void cbench_instructions_begin(void);
void cbench_instructions_end(void);

/// From now on until the process ends, makes the work of an allocation depend on its size alone,
/// where malloc is replaced at all. For processes of one thread.
void cbench_use_plain_allocator(void);
