import Foundation
import PrefixSearch
import TestSupport
import Testing

/// Trees as deep as their longest key, on a stack that has no room for a call for each level.
@Suite("On a small stack")
struct SmallStackTests {
  static let stackSize = 512 * 1024

  /// Twice as many levels as the stack has bytes; a tenth of them under the thread sanitizer.
  static let keys = Result {
    let run = [UInt8](repeating: 0x61, count: 2 * stackSize / Sanitizer.workDivisor)
    return try SortedKeys([run, run + [0x00]])
  }

  @Test(arguments: IndexKind.allCases)
  func `an index with a key of 1 MB is built, searched and freed`(kind: IndexKind) async throws {
    let keys = try Self.keys.get()
    let rows = await onSmallStack {
      let index = kind.index(over: keys)
      let key = keys.key(atRow: 1)
      let ranges = [key, key.dropLast(), key.dropLast(1_000), key + [0x00]]
        .map { index.range(of: $0) }
      // Measuring walks the tree too.
      return ranges + [0..<min(index.memoryFootprint.byteCount, 1)]
    }
    #expect(rows == [1..<2, 0..<2, 0..<2, 0..<0, 0..<1])
  }

  /// Runs `body` on a new thread; its results are freed when it returns.
  private func onSmallStack<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = Self.stackSize
      thread.start()
    }
  }
}
