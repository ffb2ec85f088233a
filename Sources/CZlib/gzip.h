#pragma once
#include <stdint.h>
#include <zlib.h>

/// Compresses bytes to a file of gzip in one step.
///
/// Returns the number of bytes that were written, or 0 if there is no memory, or if they are more than the capacity.
static inline uint32_t gzip_bytes(
    const uint8_t *bytes, uint32_t count, uint8_t *output, uint32_t capacity, int level) {
  // A window as large as the bytes, from 9 to 15 bits: clearing the tables of the largest takes longer than compressing
  // a list of cities.
  int window = 9;
  while (window < 15 && count >> window != 0) window += 1;
  z_stream stream = {0};
  // 16 more for the header of gzip.
  if (deflateInit2(&stream, level, Z_DEFLATED, window + 16, window - 7, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  // zlib does not write to its input.
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = count;
  stream.next_out = output;
  stream.avail_out = capacity;
  const int result = deflate(&stream, Z_FINISH);
  const uint32_t written = capacity - stream.avail_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}
