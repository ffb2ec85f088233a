/* marisa-trie as an engine of the benchmark.
 *
 *     c++ -O2 -o marisa-engine marisa.cpp -lmarisa
 *
 * A recursive trie of succinct bit vectors, which numbers its keys in an order of its own. Built with
 * MARISA_LABEL_ORDER it lists the keys with a prefix in the order of their bytes, and an array leads from
 * its number of a key to the places of that key. It has no way to the last key with a prefix, so all of
 * them are visited to count them. */
#include "engine.h"
#include <marisa.h>
#include <vector>

static marisa::Trie trie;
static marisa::Agent agent;
/* The places of a key, by marisa's number of it. */
static std::vector<uint32_t> first_places, place_counts;

static size_t build(const text *keys, size_t count) {
  marisa::Keyset set;
  std::vector<uint32_t> places;
  for (size_t index = 0; index < count; index++) {
    if (repeats(keys, index)) continue;
    set.push_back(keys[index].bytes, keys[index].length);
    places.push_back((uint32_t)index);
  }
  trie.build(set, MARISA_DEFAULT_NUM_TRIES | MARISA_LABEL_ORDER);
  first_places.resize(set.size());
  place_counts.resize(set.size());
  for (size_t index = 0; index < set.size(); index++) {
    size_t next = index + 1 < places.size() ? places[index + 1] : count;
    first_places[set[index].id()] = places[index];
    place_counts[set[index].id()] = (uint32_t)next - places[index];
  }
  return trie.io_size() + 8 * first_places.size();
}

static range locate_first(text query, uint64_t limit) {
  range found = {0, 0};
  agent.set_query(query.bytes, query.length);
  while (found.end - found.first < limit && trie.predictive_search(agent)) {
    size_t id = agent.key().id();
    if (found.end == found.first) found.first = found.end = first_places[id];
    found.end += place_counts[id];
  }
  return found;
}

static range locate(text query) { return locate_first(query, UINT64_MAX); }

int main() {
  try {
    return serve();
  } catch (const marisa::Exception &exception) {
    fail(exception.what());
  }
}
