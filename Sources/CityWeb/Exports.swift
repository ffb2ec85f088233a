#if arch(wasm32)
internal import CitySearch
internal import PageMemory
internal import PrefixSearch

// What `city-search.js` calls, beside the memory of PageMemory.

/// What an instance of the module has: one gazetteer, so that a page frees it with the whole memory.
///
/// Sendable without the compiler's check, because there is no other thread.
private final class Module: @unchecked Sendable {
  /// The opened gazetteer.
  var search: WebSearch?
  /// The last answer, in place until the next call.
  let answer = AnswerBuffer()
}

private let module = Module()

/// Opens the gazetteer whose file lies in allocated memory, which from now on belongs to it.
///
/// Returns the length of the answer, which is empty, or says why it is not a gazetteer.
@_expose(wasm, "open") @_cdecl("city_open")
func open(_ address: UInt32, _ count: Int32) -> Int32 {
  do throws(GazetteerError) {
    guard let region = ByteRegion(fileAt: address, count: count) else {
      throw .invalidFile(file: "the file", reason: "it has \(count) bytes, fewer than a header")
    }
    module.search = WebSearch(try Gazetteer(region: region, name: "the file"))
    return module.answer.keep(WebAnswer().bytes)
  } catch {
    return module.answer.keep(WebAnswer(WebError(error.description)).bytes)
  }
}

/// Answers a request in allocated memory, and returns the length of the answer.
@_expose(wasm, "call") @_cdecl("city_call")
func call(_ address: UInt32, _ count: Int32) -> Int32 {
  guard let search = module.search else {
    return module.answer.keep(WebAnswer(WebError("no cities are open")).bytes)
  }
  return module.answer.keep(withRequest(at: address, count: count) { search.answer(to: $0) })
}

/// The address of the last answer.
@_expose(wasm, "answer") @_cdecl("module_answer")
func answerAddress() -> UInt32 { module.answer.address }
#endif
