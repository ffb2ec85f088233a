import PrefixSearch
import TestSupport
import Testing

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
