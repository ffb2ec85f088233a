import Foundation
import PrefixSearch
import TestSupport
import Testing

@Suite("The checks of whole structures")
struct InvariantTests {
  #if InternalChecks
  @Test func `are compiled in by the trait`() {
    #expect(InvariantChecks.areEnabled)
  }

  @Test(arguments: 0..<4)
  func `find that an index was built over other keys`(number: Int) async {
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      PointerTrie(try pair(number).right).checkInvariants(try pair(number).wrong)
    }
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      RadixTree(try pair(number).right).checkInvariants(try pair(number).wrong)
    }
    await #expect(processExitsWith: .failure) { [number = number as Int] in
      SortedArray(try pair(number).right).checkInvariants(try pair(number).wrong)
    }
  }
  #else
  @Test func `are not compiled in without the trait`() throws {
    #expect(!InvariantChecks.areEnabled)
    let (right, wrong) = (try SortedKeys([[0x61]]), try SortedKeys([[0x62], [0x62]]))
    PointerTrie(right).checkInvariants(wrong)
    RadixTree(right).checkInvariants(wrong)
    SortedArray(right).checkInvariants(wrong)
  }
  #endif
}

#if InternalChecks
/// Keys, and other keys: the checks must not take an index over the first for one over the others.
private func pair(_ number: Int) throws -> (right: SortedKeys, wrong: SortedKeys) {
  let pairs = [
    (["a", "b"], ["a", "b", "c"]), (["a", "b"], ["a", "c"]), (["a", "a", "b"], ["a", "b", "b"]),
    (["a", "ab\0"], ["a", "ab"]),
  ]
  return (try SortedKeys(pairs[number].0.map(bytes)), try SortedKeys(pairs[number].1.map(bytes)))
}
#endif

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

@Suite("An index that many tasks share")
struct ConcurrencyTests {
  /// A million lookups for each kind; a tenth of them under the thread sanitizer.
  @Test(arguments: IndexKind.allCases)
  func `gives each of them the right rows`(kind: IndexKind) async throws {
    let names = MemoryFootprintTests.names
    let index = try kind.index(over: names)
    let prefixes = stride(from: 0, to: names.count, by: 30).map { row in
      Array(names[row].prefix(1 + row % 9))
    }
    let reference = ReferenceIndex(rows: names)
    let answers = prefixes.map { (prefix: $0, rows: reference.range(of: $0)) }
    let (taskCount, lookups) = (8, 1_000_000 / 8 / Sanitizer.workDivisor)

    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<taskCount {
        group.addTask { @concurrent in
          (0..<lookups).count { number in
            let answer = answers[(task * 13 + number) % answers.count]
            return index.range(of: answer.prefix) != answer.rows
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  /// Copies come and go in every task while others read, and the last one frees the memory.
  @Test(arguments: IndexKind.allCases)
  func `is freed once, by its last owner`(kind: IndexKind) async throws {
    let keys = try SortedKeys(MemoryFootprintTests.names)
    for _ in 0..<10 {
      var index: (any PrefixIndex)? = kind.index(over: keys)
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask { @concurrent [index] in index?.range(of: "new").count ?? 0 }
        }
        index = nil
        let counts = await group.reduce(into: Set()) { $0.insert($1) }
        #expect(counts.count == 1)
      }
    }
  }
}
