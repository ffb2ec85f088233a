// Where counting instructions begins and ends.
//
// Callgrind is told these names on its command line: it forgets what it counted when the first is
// entered, and writes down what it has when the second is. So nothing of valgrind has to be there
// when this is built. They differ, or a linker could make them one.

#include "CBenchSupport.h"

static volatile int begun, ended;

__attribute__((noinline)) void cbench_instructions_begin(void) { begun = begun + 1; }

__attribute__((noinline)) void cbench_instructions_end(void) { ended = ended - 1; }
