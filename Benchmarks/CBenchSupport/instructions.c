// The marks by which callgrind counts instructions.
//
// Callgrind, which emulates a processor, gets the names of two functions on its command line: it resets
// its count at the call of the first, and writes the count to a file at the call of the second. So
// valgrind is not needed to build this.

#include "CBenchSupport.h"

// The functions differ, or a linker could merge them.
static volatile int begun, ended;

__attribute__((noinline)) void cbench_instructions_begin(void) { begun = begun + 1; }

__attribute__((noinline)) void cbench_instructions_end(void) { ended = ended - 1; }
