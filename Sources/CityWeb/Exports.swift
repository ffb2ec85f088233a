#if arch(wasm32)
internal import CitySearch
internal import PrefixSearch

// What `city-search.js` calls. Addresses are offsets in the memory of the module.

/// What an instance of the module has: one gazetteer, so that a page frees it with the whole memory.
///
/// Sendable without the compiler's check, because there is no other thread.
private final class Module: @unchecked Sendable {
  /// The opened gazetteer.
  var search: WebSearch?
  /// The last answer, in place until the next call.
  var answer = AnswerBuffer()
}

private let module = Module()

/// The bytes of an answer, in memory that JavaScript reads.
@safe private struct AnswerBuffer {
  private var start: UnsafeMutableRawPointer?
  private var capacity = 0

  var address: UInt32 { unsafe UInt32(UInt(bitPattern: start)) }

  /// Copies bytes, into the same memory if there is room.
  mutating func replace(with bytes: [UInt8]) {
    if capacity < bytes.count {
      unsafe start?.deallocate()
      capacity = max(bytes.count, 1 << 14)
      unsafe start = .allocate(byteCount: capacity, alignment: 16)
    }
    unsafe bytes.withUnsafeBytes { source in
      // Sound: there is room, by the lines above, and an empty source has nothing to copy.
      if let address = source.baseAddress {
        unsafe start?.copyMemory(from: address, byteCount: source.count)
      }
    }
  }
}

/// The memory of a gazetteer file, which is freed with the last copy of the gazetteer.
@safe private final class FileMemory {
  private let start: UnsafeMutableRawPointer

  init(_ start: UnsafeMutableRawPointer) { unsafe self.start = start }

  deinit { unsafe start.deallocate() }
}

/// Memory for a request or a file, aligned to 16 bytes.
@_expose(wasm, "allocate") @_cdecl("city_allocate")
func allocate(_ count: Int32) -> UInt32 {
  unsafe UInt32(
    UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: Int(count), alignment: 16)))
}

/// Frees the memory of a request.
@_expose(wasm, "free") @_cdecl("city_free")
func free(_ address: UInt32) {
  unsafe UnsafeMutableRawPointer(bitPattern: UInt(address))?.deallocate()
}

/// Opens the gazetteer whose file lies in allocated memory, which from now on belongs to it.
///
/// Returns the length of the answer, which is empty, or says why it is not a gazetteer.
@_expose(wasm, "open") @_cdecl("city_open")
func open(_ address: UInt32, _ count: Int32) -> Int32 {
  guard let start = unsafe UnsafeMutableRawPointer(bitPattern: UInt(address)) else {
    return reply(WebAnswer(WebError("the file has no memory")).bytes)
  }
  let owner = FileMemory(start)
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
  do throws(GazetteerError) {
    // Sound: JavaScript does not write the bytes after this call, and the region retains their owner.
    guard let region = unsafe ByteRegion(bytes, keptBy: owner) else {
      throw .invalidFile(file: "the file", reason: "it has \(count) bytes, fewer than a header")
    }
    module.search = WebSearch(try Gazetteer(region: region, name: "the file"))
    return reply(WebAnswer().bytes)
  } catch {
    return reply(WebAnswer(WebError(error.description)).bytes)
  }
}

/// Answers a request in allocated memory, and returns the length of the answer.
@_expose(wasm, "call") @_cdecl("city_call")
func call(_ address: UInt32, _ count: Int32) -> Int32 {
  guard let search = module.search, let start = unsafe UnsafeRawPointer(bitPattern: UInt(address))
  else {
    return reply(WebAnswer(WebError("no cities are open")).bytes)
  }
  // Sound: JavaScript allocated so many bytes, and frees them after this call.
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
  return reply(search.answer(to: unsafe bytes.bindMemory(to: UInt8.self).span))
}

/// Keeps an answer for JavaScript, and returns its length.
private func reply(_ bytes: [UInt8]) -> Int32 {
  module.answer.replace(with: bytes)
  return Int32(bytes.count)
}

/// The address of the last answer.
@_expose(wasm, "answer") @_cdecl("city_answer")
func answerAddress() -> UInt32 { module.answer.address }
#endif
