import CitySearch
import Fixtures
import Foundation
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch
import TestSupport
import Testing

/// Which data a run searches, and what is wrong with some.
@Suite("Data sets") struct DatasetTests {
  private static let keys = (0..<120).map { "key \($0)" }

  private func lines(_ text: String) throws -> KeyLines {
    try KeyLines(Array(text.utf8), name: "words")
  }

  // MARK: Keys

  @Test func `keys are the bytes of lines, in order, with the numbers of their lines`() throws {
    let text = ["ß", "B", "", "a", "B", "\tx "] + Self.keys
    let lines = try lines("\u{FEFF}" + text.joined(separator: "\r\n"))
    #expect(lines.count == text.count - 1 && lines.emptyCount == 1)
    let rows = (0..<lines.count).map { (lines.text(atRow: $0), lines.number(atRow: $0)) }
    #expect(rows.prefix(4).map(\.0) == ["\tx ", "B", "B", "a"])
    #expect(rows.prefix(4).map(\.1) == [6, 2, 5, 4])
    #expect(rows.last.map { $0 == ("ß", 1) } == true)
    let sorted = rows.map { Array($0.0.utf8) }
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
    let keys = try lines.sortedKeys()
    #expect(keys.count == lines.count && keys.distinctCount == lines.count - 1)
  }

  @Test func `long keys with a common beginning are in the order of their ends`() throws {
    let long = String(repeating: "x", count: 30)
    let lines = try lines((Self.keys + [long + "b", long, long + "a"]).joined(separator: "\n"))
    let last = (lines.count - 3..<lines.count).map { lines.text(atRow: $0) }
    #expect(last == [long, long + "a", long + "b"])
  }

  @Test(
    arguments: [
      ("a\n\nb\n", "words must have 100 to 10,000,000 keys, one a line, got 2."),
      ("", "words must have 100 to 10,000,000 keys, one a line, got 0."),
    ].named(by: \.0))
  func `too few keys are counted`(example: Named<(String, String)>) throws {
    let (text, sentence) = example.value
    let failure = #expect(throws: BenchFailure.self) { try lines(text) }
    #expect(failure?.description == sentence)
  }

  @Test func `a line that is not UTF-8 is named`() throws {
    let bytes = Array("a\nb\n".utf8) + [0x63, 0xFF, 0x0A]
    let failure = #expect(throws: BenchFailure.self) { try KeyLines(bytes, name: "words") }
    #expect(
      failure?.description == "words, line 3: a key must be valid UTF-8")
  }

  @Test func `every subject over keys answers as a scan does`() throws {
    let lines = try lines(
      (Self.keys + ["Key 1", "key 1", "é", "e\u{301}"]).joined(separator: "\n"))
    let records = Records.keys(lines)
    let input = SubjectInput(records: records, keys: try records.sortedKeys())
    for entry in SubjectEntry.all {
      let subject = input.subject(try entry.build(input))
      for text in ["", "k", "key 1", "Key", "é", "e", "zzz", "key 119", "key 1199"] {
        let query = records.query(text)
        let scanned = input.scanned(query)
        #expect(subject.locate(query) == scanned.count, "\(entry.name) \(text)")
        var found = AnswerDigest()
        subject.rows(query, limit: nil, into: &found)
        #expect(found == scanned, "\(entry.name) \(text)")
      }
    }
    // Bytes are compared as they stand: case and accents count.
    #expect(input.scanned(records.query("é")).count == 1)
    #expect(input.scanned(records.query("KEY")).count == 0)
  }

  // MARK: Files

  @Test func `a file is read where it lies, and a pipe is written to a file first`() throws {
    try withTemporaryFolder { folder in
      let (file, copy) = (folder.appending(path: "keys.txt"), folder.appending(path: "copy"))
      try Data(Self.keys.joined(separator: "\n").utf8).write(to: file)
      let dataset = Dataset(.keys, path: file.path)
      #expect(try dataset.readable(copyingTo: copy) == dataset)
      #expect(dataset.name == "keys.txt")
      #expect(!FileManager.default.fileExists(atPath: copy.path))

      let pipe = folder.appending(path: "pipe")
      try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
      let writer = Thread {
        let handle = try? FileHandle(forWritingTo: pipe)
        try? handle?.write(contentsOf: Data("a\nb\n".utf8))
        try? handle?.close()
      }
      writer.start()
      let read = try Dataset(.keys, path: pipe.path).readable(copyingTo: copy)
      #expect(read.file == copy && read.name == "pipe")
      #expect(try Data(contentsOf: copy) == Data("a\nb\n".utf8))
    }
  }

  @Test func `what is compressed is decompressed once, and named by its text`() throws {
    try withTemporaryFolder { folder in
      let copy = folder.appending(path: "copy")
      let read = try Dataset.shipped.readable(copyingTo: copy)
      #expect(read.file.lastPathComponent == "cities500.txt" && read.isShipped)
      #expect(read.name == "cities500.txt")
      #expect(try Data(contentsOf: read.file) == Fixtures.text(of: Fixtures.cities))

      let file = folder.appending(path: "keys.txt.gz")
      try Data([0x1F, 0x8B, 8, 0]).write(to: file)
      let failure = #expect(throws: BenchFailure.self) {
        try Dataset(.keys, path: file.path).readable(copyingTo: copy)
      }
      #expect(
        failure?.description
          == "\(file.path) cannot be read: gzip: stdin: unexpected end of file (status 1).")
    }
  }

  @Test func `a file that is not there says so`() {
    let failure = #expect(throws: BenchFailure.self) {
      try Dataset(.keys, path: "/nowhere.txt").readable(copyingTo: URL(filePath: "/copy"))
    }
    #expect(failure?.description == "/nowhere.txt cannot be read: there is no such file.")
    let folder = #expect(throws: BenchFailure.self) {
      try Dataset(.cities, path: "/").readable(copyingTo: URL(filePath: "/copy"))
    }
    #expect(folder?.description == "/ cannot be read: it is a folder.")
  }

  @Test func `a gazetteer file is recognized, and loaded with the names that it has`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities")
      let sample = Dataset(.cities, path: Fixtures.sample.path)
      #expect(try sample.readable(copyingTo: file).form == .cities)
      let gazetteer = try sample.gazetteer()
      try gazetteer.write(to: file)
      let stored = try Dataset(.cities, path: file.path).readable(copyingTo: file)
      #expect(stored.form == .gazetteer && stored.otherNames == nil)
      #expect(try stored.gazetteer().elementsEqual(gazetteer))
      #expect(try stored.ownNames(withRegions: true).nameCount == gazetteer.nameCount)
      #expect(try sample.ownNames().nameCount < gazetteer.nameCount)
    }
  }

  @Test func `a dataset travels to other processes`() throws {
    for dataset in [Dataset.shipped, Dataset(.keys, path: "-")] {
      let data = try JSONEncoder().encode(dataset)
      #expect(try JSONDecoder().decode(Dataset.self, from: data) == dataset)
    }
  }
}
