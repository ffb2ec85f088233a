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
} cbench_counts;

/// Whether this build can count allocations. Where it cannot, the other functions do nothing.
bool cbench_can_count(void);

void cbench_start_counting(void);
cbench_counts cbench_stop_counting(void);

/// The bytes allocated and not freed; -1 where the C library has no counter.
int64_t cbench_bytes_in_use(void);

/// Returns free pages to the system, so that resident pages are pages in use.
void cbench_release_free_pages(void);

/// Takes the address of a value; the Swift compiler must assume that it is read.
void cbench_black_hole(const void *value);

/// Mark the start and end of the code whose instructions callgrind counts; otherwise they do nothing.
void cbench_instructions_begin(void);
void cbench_instructions_end(void);

/// Opens the processor's counter of instructions for this thread, in user space.
///
/// Returns whether the system permits it. Where it does not, the functions below must not be called.
bool cbench_counter_open(void);

/// Starts counting at zero.
void cbench_counter_start(void);

/// Ends counting and returns the number of instructions; -1 if they were not all counted.
int64_t cbench_counter_stop(void);

void cbench_counter_close(void);

/// From now on until the process ends, makes the work of an allocation depend on its size alone,
/// where malloc is replaced at all. For processes of one thread.
void cbench_use_plain_allocator(void);
