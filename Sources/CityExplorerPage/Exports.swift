#if arch(wasm32)
internal import CitySearch
internal import PageMemory
internal import PrefixSearch

// What `explorer-module.js` calls, beside the memory of PageMemory.

/// The calls of the page, of which an instance of the module has one.
///
/// Sendable without the compiler's check, because there is no other thread.
private final class Module: @unchecked Sendable {
  let calls = PageCalls()
  /// The last answer, in place until the next call.
  let answer = AnswerBuffer()
}

private let module = Module()

/// Opens the gazetteer whose file lies in allocated memory, which from now on belongs to it.
///
/// Returns the length of the answer. The last number is 1 if no file with more cities follows.
@_expose(wasm, "open") @_cdecl("explorer_open")
func open(_ address: UInt32, _ count: Int32, _ areAll: Int32) -> Int32 {
  do throws(GazetteerError) {
    guard let region = ByteRegion(fileAt: address, count: count) else {
      throw .invalidFile(file: "the file", reason: "it has \(count) bytes, fewer than a header")
    }
    let gazetteer = try Gazetteer(region: region, name: "the file")
    return module.answer.keep(module.calls.open(gazetteer, areAll: areAll != 0))
  } catch {
    return module.answer.keep(PageCalls.answer(PageError(error.description)))
  }
}

/// Answers a request in allocated memory, and returns the length of the answer.
@_expose(wasm, "call") @_cdecl("explorer_call")
func call(_ address: UInt32, _ count: Int32) -> Int32 {
  module.answer.keep(withRequest(at: address, count: count) { module.calls.answer(to: $0) })
}

/// The address of the last answer.
@_expose(wasm, "answer") @_cdecl("module_answer")
func answerAddress() -> UInt32 { module.answer.address }
#endif
