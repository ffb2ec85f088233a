/* A hash table of all prefixes as an engine of the benchmark: no walk, in fourteen times the memory of the radix
 * tree.
 *
 *     cc -O2 -o prefix-hash-engine prefix_hash.c
 *
 * Every different prefix of up to eight bytes is a word with its range of places, in a table at most half
 * full. So most queries take one multiplication and one access to memory. Longer ones are searched for by
 * halving the range of their first eight bytes. */
#include "engine.h"

enum { longest = 8 };

typedef struct {
  uint64_t word;
  /* The number of bytes is kept beside the end, since prefixes that differ in zeros have the same word. */
  uint32_t first, end;
  uint8_t length;
} entry;

static entry *entries;
static size_t capacity, key_count;
static char *block;
static uint32_t *offsets;

static uint64_t word_of(const char *bytes, size_t length) {
  uint64_t word = 0;
  for (size_t index = 0; index < length; index++) word = word << 8 | (unsigned char)bytes[index];
  return word;
}

/* The entry of a prefix, or the free place for it. */
static entry *find(uint64_t word, size_t length) {
  uint64_t hash = (word ^ word >> 32 ^ length) * 0x9E3779B97F4A7C15u;
  size_t place = (size_t)((unsigned __int128)hash * capacity >> 64);
  while (entries[place].length && (entries[place].word != word || entries[place].length != length))
    place = place + 1 == capacity ? 0 : place + 1;
  return &entries[place];
}

static size_t shared(text one, text other) {
  size_t length = 0;
  while (length < longest && length < one.length && length < other.length &&
         one.bytes[length] == other.bytes[length])
    length++;
  return length;
}

static size_t build(const text *keys, size_t count) {
  if (count >= UINT32_MAX) fail("places need more than 32 bits");
  size_t bytes = 0, prefixes = 0;
  for (size_t index = 0; index < count; index++) {
    size_t length = keys[index].length < longest ? keys[index].length : longest;
    prefixes += length - (index > 0 ? shared(keys[index - 1], keys[index]) : 0);
    bytes += keys[index].length;
  }
  key_count = count;
  capacity = 2 * prefixes + 1;
  entries = (entry *)calloc(capacity, sizeof *entries);
  if (!entries) fail("no memory is left");
  block = (char *)allocate(bytes);
  offsets = (uint32_t *)allocate((count + 1) * sizeof *offsets);
  bytes = 0;
  for (size_t index = 0; index < count; index++) {
    memcpy(block + bytes, keys[index].bytes, keys[index].length);
    offsets[index] = (uint32_t)bytes;
    bytes += keys[index].length;
    for (size_t length = 1; length <= longest && length <= keys[index].length; length++) {
      uint64_t word = word_of(keys[index].bytes, length);
      entry *place = find(word, length);
      if (!place->length) *place = (entry){word, (uint32_t)index, 0, (uint8_t)length};
      place->end = (uint32_t)index + 1;
    }
  }
  offsets[count] = (uint32_t)bytes;
  return capacity * sizeof *entries + bytes + (count + 1) * sizeof *offsets;
}

/* The first place in a range whose key is not below the query, or is above all that begin with it. */
static uint64_t halve(range found, text query, int beyond) {
  while (found.first < found.end) {
    uint64_t middle = (found.first + found.end) / 2;
    size_t length = offsets[middle + 1] - offsets[middle];
    int order = memcmp(block + offsets[middle], query.bytes, length < query.length ? length : query.length);
    if (!order && length < query.length) order = -1;
    if (beyond ? order > 0 : order >= 0) found.end = middle; else found.first = middle + 1;
  }
  return found.first;
}

static range locate(text query) {
  if (query.length == 0) return (range){0, key_count};
  size_t length = query.length < longest ? query.length : longest;
  entry *place = find(word_of(query.bytes, length), length);
  range found = {place->first, place->end};
  if (!place->length || query.length <= longest) return found;
  found.first = halve(found, query, 0);
  found.end = halve((range){found.first, place->end}, query, 1);
  return found;
}

static range locate_first(text query, uint64_t limit) {
  (void)limit;
  return locate(query);
}

int main(void) { return serve(); }
