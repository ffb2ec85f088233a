#include "CBenchSupport.h"

void cbench_black_hole(const void *value) { (void)value; }
