#pragma once
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Limits the arenas of the GNU C library, each of which keeps memory that the others could use; other libraries have
/// none.
///
/// Must be called before a second thread allocates.
static inline void limit_arenas(int count) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}
