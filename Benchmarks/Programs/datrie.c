/* libdatrie as an engine of the benchmark.
 *
 *     cc -O2 -o datrie-engine datrie.c -ldatrie
 *
 * A double-array trie over bytes. Each different key is stored with the place of its first occurrence.
 * The first key with a prefix ends where the smallest byte is followed from each state, and the last one
 * where the greatest is. */
#include "engine.h"
#include <datrie/trie.h>

static Trie *trie;
static TrieState *state;
/* For each different key, by its number: the place of its first occurrence, and of the next key. */
static uint32_t *places;

/* The bytes of a key, which libdatrie wants as characters of 32 bits with a zero behind them. */
static const AlphaChar *characters(text key) {
  static AlphaChar *buffer;
  static size_t capacity;
  if (key.length + 1 > capacity) {
    capacity = 2 * key.length + 64;
    buffer = (AlphaChar *)realloc(buffer, capacity * sizeof *buffer);
    if (!buffer) fail("no memory is left");
  }
  for (size_t index = 0; index < key.length; index++) {
    buffer[index] = (unsigned char)key.bytes[index];
    if (!buffer[index]) fail("libdatrie takes no keys with a zero byte");
  }
  buffer[key.length] = 0;
  return buffer;
}

static size_t build(const text *keys, size_t count) {
  AlphaMap *bytes = alpha_map_new();
  if (!bytes || alpha_map_add_range(bytes, 1, 255)) fail("the alphabet cannot be made");
  trie = trie_new(bytes);
  if (!trie) fail("the trie cannot be made");
  places = (uint32_t *)allocate((count + 1) * sizeof *places);
  uint32_t number = 0;
  for (size_t index = 0; index < count; index++) {
    if (repeats(keys, index)) continue;
    if (!trie_store(trie, characters(keys[index]), (TrieData)number)) fail("a key is not accepted");
    places[number++] = (uint32_t)index;
  }
  places[number] = (uint32_t)count;
  alpha_map_free(bytes);
  state = trie_root(trie);
  return trie_get_serialized_size(trie) + (number + 1) * sizeof *places;
}

/* The number of the first key below a state, or of the last one. */
static uint32_t outermost(TrieState *state, int wants_last) {
  AlphaChar next[256];
  for (;;) {
    int count = trie_state_walkable_chars(state, next, 256);
    AlphaChar taken = next[wants_last ? count - 1 : 0];
    if (count < 1) fail("the trie has a state without a way on");
    trie_state_walk(state, taken);
    if (taken == 0) return (uint32_t)trie_state_get_data(state);
  }
}

static range locate(text query) {
  static TrieState *begin;
  range none = {0, 0};
  trie_state_rewind(state);
  for (size_t index = 0; index < query.length; index++)
    if (!trie_state_walk(state, (unsigned char)query.bytes[index])) return none;
  if (!begin) begin = trie_state_clone(state);
  trie_state_copy(begin, state);
  uint32_t first = outermost(begin, 0), last = outermost(state, 1);
  range found = {places[first], places[last + 1]};
  return found;
}

static range locate_first(text query, uint64_t limit) {
  (void)limit;
  return locate(query);
}

int main(void) { return serve(); }
