#pragma once
#include <brotli/encode.h>
#include <stdint.h>

/// Compresses bytes by Brotli (RFC 7932) in one step, with a window of 16 MB.
///
/// Returns the number of bytes that were written, or 0 if there is no memory, or if they are more than the capacity.
static inline uint32_t brotli_bytes(
    const uint8_t *bytes, uint32_t count, uint8_t *output, uint32_t capacity, int quality) {
  size_t written = capacity;
  if (!BrotliEncoderCompress(quality, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC, count, bytes, &written, output)) {
    return 0;
  }
  return (uint32_t)written;
}
