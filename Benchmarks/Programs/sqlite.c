/* SQLite in memory as an engine of the benchmark.
 *
 *     cc -O2 -o sqlite-engine sqlite.c -lsqlite3
 *
 * A table that is its own index has each different key with the place of its first occurrence. The keys with a
 * prefix are those from the first key not below the prefix to the first key not below its successor. */
#include "engine.h"
#include <sqlite3.h>

static sqlite3 *database;
static sqlite3_stmt *first;
static uint64_t key_count;

static void check(int code) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
    fail(sqlite3_errmsg(database));
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
  return statement;
}

static uint64_t number(const char *pragma) {
  sqlite3_stmt *statement = prepared(pragma);
  check(sqlite3_step(statement));
  uint64_t value = (uint64_t)sqlite3_column_int64(statement, 0);
  check(sqlite3_finalize(statement));
  return value;
}

static size_t build(const text *keys, size_t count) {
  check(sqlite3_open(":memory:", &database));
  run("CREATE TABLE name (key BLOB PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID");
  run("BEGIN");
  sqlite3_stmt *insertion = prepared("INSERT INTO name VALUES (?, ?)");
  for (size_t index = 0; index < count; index++) {
    if (repeats(keys, index)) continue;
    check(sqlite3_bind_blob(insertion, 1, keys[index].bytes, (int)keys[index].length, SQLITE_STATIC));
    check(sqlite3_bind_int64(insertion, 2, (sqlite3_int64)index));
    check(sqlite3_step(insertion));
    check(sqlite3_reset(insertion));
  }
  check(sqlite3_finalize(insertion));
  run("COMMIT");
  first = prepared("SELECT place FROM name WHERE key >= ? ORDER BY key LIMIT 1");
  key_count = count;
  return (number("PRAGMA page_count") - number("PRAGMA freelist_count")) * number("PRAGMA page_size");
}

/* The place of the first key that is not below some bytes. */
static uint64_t lower_bound(text bytes) {
  check(sqlite3_bind_blob(first, 1, bytes.bytes, (int)bytes.length, SQLITE_STATIC));
  int found = sqlite3_step(first);
  check(found);
  uint64_t place = found == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(first, 0) : key_count;
  check(sqlite3_reset(first));
  return place;
}

static range locate(text query) { return locate_between(query, lower_bound, key_count); }

static range locate_first(text query, uint64_t limit) {
  (void)limit;
  return locate(query);
}

int main(void) { return serve(); }
