#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What was allocated between `cbench_start_counting` and `cbench_stop_counting`.
typedef struct {
  /// Calls that gave out memory: malloc, calloc, aligned_alloc and their like, and realloc.
  int64_t count;
  /// The bytes that were asked for.
  int64_t bytes;
  /// The most that was in use at once, above what was in use at the start, with the
  /// allocator's own rounding and headers.
  int64_t peak;
} cbench_counts;

/// Whether this build can count allocations. Where it cannot, the other functions do nothing.
bool cbench_can_count(void);

void cbench_start_counting(void);
cbench_counts cbench_stop_counting(void);

/// The bytes that the allocator has handed out and not got back; -1 where the C library does not
/// tell.
int64_t cbench_bytes_in_use(void);

/// Gives free pages back to the system, so that resident pages are pages in use.
void cbench_release_free_pages(void);

/// Takes the address of a value; that anything reads it, no compiler of Swift can rule out.
void cbench_black_hole(const void *value);

/// Stand before and behind what callgrind counts the instructions of; else they do nothing.
void cbench_instructions_begin(void);
void cbench_instructions_end(void);

/// Opens the processor's counter of instructions for this thread, in user space.
///
/// Returns whether the system allows it. Where it does not, the functions below must not be called.
bool cbench_counter_open(void);

/// Begins to count at zero.
void cbench_counter_start(void);

/// Ends counting and returns the number of instructions; -1 if they were not all counted.
int64_t cbench_counter_stop(void);

void cbench_counter_close(void);

/// From now on until the process ends, makes the work of an allocation depend on its size alone,
/// where malloc is replaced at all. For processes of one thread.
void cbench_use_plain_allocator(void);
