/* LMDB as an engine of the benchmark: an example of the protocol in README.md.
 *
 *     cc -O2 -o lmdb-engine lmdb.c -llmdb
 *
 * Each different key is stored with the place of its first occurrence. The keys with a prefix are
 * those from the first key not below the prefix to the first key not below its successor. */
#include <lmdb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  size_t length;
  char *bytes;
} text;

typedef struct {
  uint64_t first, end;
} range;

static MDB_env *environment;
static MDB_txn *transaction;
static MDB_cursor *cursor;
static MDB_dbi database;
static char folder[] = "/tmp/lmdb-engine-XXXXXX";
static uint64_t key_count;
static text *queries;
static size_t query_count;

/* Ends the program; the benchmark continues without it. */
static void fail(const char *reason) {
  printf("error %s\n", reason);
  fflush(stdout);
  exit(1);
}

static void check(int code) {
  if (code) fail(mdb_strerror(code));
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

/* LMDB keeps its data in files; these are private and temporary. */
static void remove_files(void) {
  char path[sizeof folder + 16];
  snprintf(path, sizeof path, "%s/data.mdb", folder);
  unlink(path);
  snprintf(path, sizeof path, "%s/lock.mdb", folder);
  unlink(path);
  rmdir(folder);
}

/* Reads one line without its line feed; returns 0 at the end of the input. */
static int read_line(text *line) {
  static char *buffer;
  static size_t capacity;
  ssize_t length = getline(&buffer, &capacity, stdin);
  if (length < 0) return 0;
  if (length > 0 && buffer[length - 1] == '\n') length--;
  *line = (text){(size_t)length, buffer};
  return 1;
}

static text *read_texts(size_t count) {
  text *texts = allocate(count * sizeof(text));
  for (size_t index = 0; index < count; index++) {
    text line;
    if (!read_line(&line)) fail("the input ended before the last line");
    /* One byte more, for the successor of a prefix. */
    texts[index] = (text){line.length, memcpy(allocate(line.length + 1), line.bytes, line.length)};
  }
  return texts;
}

static void build(size_t count) {
  text *keys = read_texts(count);
  uint64_t start = now();
  check(mdb_env_create(&environment));
  size_t bytes = 0;
  for (size_t index = 0; index < count; index++) bytes += keys[index].length;
  check(mdb_env_set_mapsize(environment, (bytes + count * 32) * 4 + (64 << 20)));
  check(mdb_env_open(environment, folder, MDB_NOSYNC | MDB_NOTLS, 0600));
  check(mdb_txn_begin(environment, NULL, 0, &transaction));
  check(mdb_dbi_open(transaction, NULL, 0, &database));
  for (size_t index = 0; index < count; index++) {
    uint32_t place = (uint32_t)index;
    MDB_val key = {keys[index].length, keys[index].bytes}, value = {sizeof place, &place};
    if (key.mv_size == 0) continue; /* LMDB has no empty keys; they are the first ones. */
    if (key.mv_size > (size_t)mdb_env_get_maxkeysize(environment))
      fail("a key is longer than LMDB takes (511 bytes)");
    int equal = index > 0 && keys[index - 1].length == keys[index].length &&
                memcmp(keys[index - 1].bytes, keys[index].bytes, keys[index].length) == 0;
    if (!equal) check(mdb_put(transaction, database, &key, &value, MDB_APPEND));
  }
  check(mdb_txn_commit(transaction));
  check(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction));
  check(mdb_cursor_open(transaction, database, &cursor));
  uint64_t end = now();
  MDB_stat size;
  check(mdb_stat(transaction, database, &size));
  size_t pages = size.ms_branch_pages + size.ms_leaf_pages + size.ms_overflow_pages;
  for (size_t index = 0; index < count; index++) free(keys[index].bytes);
  free(keys);
  key_count = count;
  printf("built %llu %zu\n", (unsigned long long)(end - start), pages * size.ms_psize);
}

/* The place of the first key that is not below some bytes. */
static uint64_t lower_bound(size_t length, char *bytes) {
  if (length == 0) return 0;
  MDB_val key = {length, bytes}, value;
  if (mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)) return key_count;
  uint32_t place;
  memcpy(&place, value.mv_data, sizeof place);
  return place;
}

static range locate(text query) {
  range found = {lower_bound(query.length, query.bytes), key_count};
  /* Above all keys with the prefix, and not above any other: the prefix with its last byte raised. */
  size_t length = query.length;
  while (length > 0 && (unsigned char)query.bytes[length - 1] == 0xFF) length--;
  if (length == 0) return found;
  query.bytes[length - 1]++;
  found.end = lower_bound(length, query.bytes);
  query.bytes[length - 1]--;
  return found;
}

/* The number of matches, or the sum of the first places. */
static uint64_t answer(text query, int wants_rows, uint64_t limit) {
  range found = locate(query);
  if (!wants_rows) return found.end - found.first;
  uint64_t sum = 0;
  for (uint64_t id = found.first; id < found.end && id - found.first < limit; id++) sum += id;
  return sum;
}

static void print_answers(int wants_rows, uint64_t limit) {
  for (size_t index = 0; index < query_count; index++) {
    range found = locate(queries[index]);
    if (!wants_rows) printf("%llu", (unsigned long long)(found.end - found.first));
    for (uint64_t id = found.first; wants_rows && id < found.end && id - found.first < limit; id++)
      printf(id == found.first ? "%llu" : " %llu", (unsigned long long)id);
    putchar('\n');
  }
}

static void print_times(int wants_rows, uint64_t limit, size_t batch, uint64_t duration) {
  size_t count = query_count / batch, done = 0;
  uint64_t *times = allocate(count * sizeof *times), *sums = allocate(count * sizeof *sums);
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

int main(void) {
  if (!mkdtemp(folder)) fail("no folder can be made under /tmp");
  atexit(remove_files);
  text line;
  while (read_line(&line)) {
    char command[64] = "";
    memcpy(command, line.bytes, line.length < 63 ? line.length : 63);
    size_t count, batch;
    unsigned long long limit, duration;
    if (!strcmp(command, "version 1")) {
      puts(command);
    } else if (sscanf(command, "keys %zu", &count) == 1) {
      build(count);
    } else if (sscanf(command, "queries %zu", &count) == 1) {
      for (size_t index = 0; index < query_count; index++) free(queries[index].bytes);
      free(queries);
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
