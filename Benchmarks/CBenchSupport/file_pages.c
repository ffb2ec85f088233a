// The pages of files that the system has in memory.

// mincore is declared for those who ask for more than POSIX.
#define _DEFAULT_SOURCE
#include "CBenchSupport.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)

// Unmaps the pages of all mappings of a file, and lets the system read only the pages that are used from now on. The
// mappings stay, and their pages are read again when they are used; private changes would be lost.
static bool release_mappings(const char *path) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char *name = realpath(path, NULL);
  bool done = maps != NULL && name != NULL;
  char *line = NULL;
  size_t capacity = 0;
  while (done && getline(&line, &capacity, maps) > 0) {
    unsigned long start, end;
    int position = 0;
    if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &start, &end, &position) < 2 || position == 0) continue;
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line + position, name) != 0) continue;
    done = madvise((void *)start, end - start, MADV_DONTNEED) == 0
        && madvise((void *)start, end - start, MADV_RANDOM) == 0;
  }
  free(line);
  free(name);
  if (maps != NULL) fclose(maps);
  return done;
}

bool cbench_forget_file(const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) return false;
  // Pages that are not yet on disk cannot be forgotten.
  bool done = release_mappings(path) && fsync(file) == 0 && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0;
  close(file);
  return done;
}

int64_t cbench_cached_bytes(const char *path) {
  int file = open(path, O_RDONLY);
  if (file < 0) return -1;
  struct stat status;
  int64_t cached = -1;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (size_t)status.st_size;
    size_t count = (size + page - 1) / page;
    unsigned char *states = malloc(count);
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (states != NULL && map != MAP_FAILED && mincore(map, size, states) == 0) {
      cached = 0;
      for (size_t index = 0; index < count; index++) {
        if (states[index] & 1) cached += (int64_t)page;
      }
    }
    if (map != MAP_FAILED) munmap(map, size);
    free(states);
  }
  close(file);
  return cached;
}

#else

bool cbench_forget_file(const char *path) {
  (void)path;
  return false;
}

int64_t cbench_cached_bytes(const char *path) {
  (void)path;
  return -1;
}

#endif
