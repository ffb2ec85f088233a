// Two methods of counting instructions.
//
// The processor's own counter is read where the system permits it. It counts the instructions of this
// thread in user space.
//
// Callgrind, which emulates a processor, gets the names of two functions on its command line: it resets
// its count at the call of the first, and writes the count to a file at the call of the second. So
// valgrind is not needed to build this.

#include "CBenchSupport.h"

// The functions differ, or a linker could merge them.
static volatile int begun, ended;

__attribute__((noinline)) void cbench_instructions_begin(void) { begun = begun + 1; }

__attribute__((noinline)) void cbench_instructions_end(void) { ended = ended - 1; }

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter = -1;

bool cbench_counter_open(void) {
  if (counter >= 0) return true;
  struct perf_event_attr event = {
      .type = PERF_TYPE_HARDWARE,
      .size = sizeof event,
      .config = PERF_COUNT_HW_INSTRUCTIONS,
      .disabled = 1,
      .exclude_kernel = 1,
      .exclude_hv = 1,
      .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
  };
  // This thread, on any processor, in no group.
  counter = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
  return counter >= 0;
}

void cbench_counter_start(void) {
  ioctl(counter, PERF_EVENT_IOC_RESET, 0);
  ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
}

int64_t cbench_counter_stop(void) {
  ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
  struct {
    uint64_t count, enabled, running;
  } values;
  if (read(counter, &values, sizeof values) != (ssize_t)sizeof values) return -1;
  // The counter was shared with another user for part of the time.
  return values.running < values.enabled ? -1 : (int64_t)values.count;
}

void cbench_counter_close(void) {
  if (counter >= 0) close(counter);
  counter = -1;
}
#else
bool cbench_counter_open(void) { return false; }
void cbench_counter_start(void) {}
int64_t cbench_counter_stop(void) { return -1; }
void cbench_counter_close(void) {}
#endif
