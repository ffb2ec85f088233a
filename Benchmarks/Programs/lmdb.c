/* LMDB as an engine of the benchmark: an example of the protocol in README.md.
 *
 *     cc -O2 -o lmdb-engine lmdb.c -llmdb
 *
 * Each different key is stored with the place of its first occurrence. The keys with a prefix are
 * those from the first key not below the prefix to the first key not below its successor. */
#include "engine.h"
#include <lmdb.h>
#include <unistd.h>

static MDB_env *environment;
static MDB_txn *transaction;
static MDB_cursor *cursor;
static MDB_dbi database;
static char folder[] = "/tmp/lmdb-engine-XXXXXX";
static uint64_t key_count;

static void check(int code) {
  if (code) fail(mdb_strerror(code));
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

static size_t build(const text *keys, size_t count) {
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
    if (!repeats(keys, index)) check(mdb_put(transaction, database, &key, &value, MDB_APPEND));
  }
  check(mdb_txn_commit(transaction));
  check(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction));
  check(mdb_cursor_open(transaction, database, &cursor));
  MDB_stat size;
  check(mdb_stat(transaction, database, &size));
  key_count = count;
  return (size.ms_branch_pages + size.ms_leaf_pages + size.ms_overflow_pages) * size.ms_psize;
}

/* The place of the first key that is not below some bytes. */
static uint64_t lower_bound(text bytes) {
  if (bytes.length == 0) return 0;
  MDB_val key = {bytes.length, bytes.bytes}, value;
  if (mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)) return key_count;
  uint32_t place;
  memcpy(&place, value.mv_data, sizeof place);
  return place;
}

static range locate(text query) { return locate_between(query, lower_bound, key_count); }

static range locate_first(text query, uint64_t limit) {
  (void)limit;
  return locate(query);
}

int main(void) {
  if (!mkdtemp(folder)) fail("no folder can be made under /tmp");
  atexit(remove_files);
  return serve();
}
