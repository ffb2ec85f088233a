/* The protocol of README.md, for engines in C and C++.
 *
 * A program includes this file, defines the three functions below, and calls serve() from main. Keys
 * with a prefix stand next to each other in the order of all keys, so an engine answers with the place
 * of the first and the place behind the last one. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

typedef struct {
  size_t length;
  char *bytes;
} text;

/* Places of keys, from the first up to and without the end. */
typedef struct {
  uint64_t first, end;
} range;

/* Builds the engine over keys in the order of their bytes; returns its bytes, 0 if they are unknown. The
 * keys are freed afterwards. Only this call counts as time to build. */
static size_t build(const text *keys, size_t count);

/* The places of all keys with a prefix. The byte behind the last one may be written. */
static range locate(text query);

/* The places of the first keys with a prefix: at least `limit` of them, if there are so many. An engine
 * that has to walk over keys can stop early; others call locate. */
static range locate_first(text query, uint64_t limit);

/* Ends the program; the benchmark continues without it. */
static void fail(const char *reason) {
  printf("error %s\n", reason);
  fflush(stdout);
  exit(1);
}

static void *allocate(size_t size) {
  void *memory = malloc(size ? size : 1);
  if (!memory) fail("no memory is left");
  return memory;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Whether a key is the same as the one before it. */
static inline int repeats(const text *keys, size_t index) {
  return index > 0 && keys[index - 1].length == keys[index].length &&
         memcmp(keys[index - 1].bytes, keys[index].bytes, keys[index].length) == 0;
}

/* The places of all keys with a prefix, by the place of the first key that is not below some bytes; there
 * are `count` keys. */
static inline range locate_between(text query, uint64_t (*lower_bound)(text), uint64_t count) {
  range found = {lower_bound(query), count};
  /* Above all keys with the prefix, and not above any other: the prefix with its last byte raised. */
  text above = query;
  while (above.length > 0 && (unsigned char)above.bytes[above.length - 1] == 0xFF) above.length--;
  if (above.length == 0) return found;
  above.bytes[above.length - 1]++;
  found.end = lower_bound(above);
  above.bytes[above.length - 1]--;
  return found;
}

static text *queries;
static size_t query_count;

/* Reads one line without its line feed; returns 0 at the end of the input. */
static int read_line(text *line) {
  static char *buffer;
  static size_t capacity;
  ssize_t length = getline(&buffer, &capacity, stdin);
  if (length < 0) return 0;
  if (length > 0 && buffer[length - 1] == '\n') length--;
  line->length = (size_t)length;
  line->bytes = buffer;
  return 1;
}

static text *read_texts(size_t count) {
  text *texts = (text *)allocate(count * sizeof(text));
  for (size_t index = 0; index < count; index++) {
    text line;
    if (!read_line(&line)) fail("the input ended before the last line");
    /* One byte more, for the successor of a prefix or the end of a string. */
    texts[index].length = line.length;
    texts[index].bytes = (char *)memcpy(allocate(line.length + 1), line.bytes, line.length);
    texts[index].bytes[line.length] = 0;
  }
  return texts;
}

static void free_texts(text *texts, size_t count) {
  for (size_t index = 0; index < count; index++) free(texts[index].bytes);
  free(texts);
}

static void build_over(size_t count) {
  text *keys = read_texts(count);
  uint64_t start = now();
  size_t bytes = build(keys, count);
  uint64_t end = now();
  free_texts(keys, count);
  printf("built %llu %zu\n", (unsigned long long)(end - start), bytes);
}

/* The number of matches, or the sum of the first places. */
static uint64_t answer(text query, int wants_rows, uint64_t limit) {
  if (!wants_rows) {
    range found = locate(query);
    return found.end - found.first;
  }
  range found = locate_first(query, limit);
  uint64_t sum = 0;
  for (uint64_t id = found.first; id < found.end && id - found.first < limit; id++) sum += id;
  return sum;
}

static void print_answers(int wants_rows, uint64_t limit) {
  for (size_t index = 0; index < query_count; index++) {
    range found = wants_rows ? locate_first(queries[index], limit) : locate(queries[index]);
    if (!wants_rows) printf("%llu", (unsigned long long)(found.end - found.first));
    for (uint64_t id = found.first; wants_rows && id < found.end && id - found.first < limit; id++)
      printf(id == found.first ? "%llu" : " %llu", (unsigned long long)id);
    putchar('\n');
  }
}

static void print_times(int wants_rows, uint64_t limit, size_t batch, uint64_t duration) {
  size_t count = query_count / batch, done = 0;
  uint64_t *times = (uint64_t *)allocate(count * sizeof *times);
  uint64_t *sums = (uint64_t *)allocate(count * sizeof *sums);
  uint64_t begin = now();
  /* Zero, but not to the compiler: it makes each query depend on the previous answer. */
  uint64_t zero = begin >> 63;
  for (; done < count; done++) {
    uint64_t sum = 0, last = 0, start = now();
    for (size_t index = done * batch; index < (done + 1) * batch; index++) {
      last = answer(queries[index + (last & zero)], wants_rows, limit);
      sum += last;
    }
    uint64_t end = now();
    times[done] = end - start;
    sums[done] = sum;
    if (end - begin > duration) {
      done++;
      break;
    }
  }
  for (size_t index = 0; index < done; index++)
    printf("%llu %llu\n", (unsigned long long)times[index], (unsigned long long)sums[index]);
  puts("done");
  free(times);
  free(sums);
}

/* Answers the commands of the input until it ends. */
static int serve(void) {
  text line;
  while (read_line(&line)) {
    char command[64] = "";
    memcpy(command, line.bytes, line.length < 63 ? line.length : 63);
    size_t count, batch;
    unsigned long long limit, duration;
    if (!strcmp(command, "version 1")) {
      puts(command);
    } else if (sscanf(command, "keys %zu", &count) == 1) {
      build_over(count);
    } else if (sscanf(command, "queries %zu", &count) == 1) {
      free_texts(queries, query_count);
      queries = read_texts(count);
      query_count = count;
      printf("queries %zu\n", count);
    } else if (!strcmp(command, "answer locate")) {
      print_answers(0, 0);
    } else if (sscanf(command, "answer rows %llu", &limit) == 1) {
      print_answers(1, limit);
    } else if (sscanf(command, "time locate %zu %llu", &batch, &duration) == 2) {
      print_times(0, 0, batch, duration);
    } else if (sscanf(command, "time rows %llu %zu %llu", &limit, &batch, &duration) == 3) {
      print_times(1, limit, batch, duration);
    } else {
      fail("the command is unknown");
    }
    fflush(stdout);
  }
  return 0;
}

#endif
