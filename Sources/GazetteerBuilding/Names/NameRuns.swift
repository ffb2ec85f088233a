internal import CitySearch
internal import PrefixSearch

/// A name of a city before it is sorted, as a record of bytes.
///
/// In this order: the length of the key and its bytes, kind and form of text in a byte, the row of the city in
/// four, the length of the stored text and its bytes, and the number of tags with the spelling and the set
/// of languages of each.
struct NameRecord {
  let key: Range<Int>
  let kind: StoredKind
  let form: TextForm
  let city: CityRow
  let text: Range<Int>
  private let tags: Int
  /// Where the record ends.
  let end: Int

  /// A spelling of the name, and its languages.
  struct Tag {
    var spelling: Int
    /// The number of the set of languages.
    var set: Int
  }

  /// Reads the record that begins at `start`.
  init(at start: Int, in page: [UInt8]) {
    var position = start
    var length = page.number(at: &position)
    key = position..<position + length
    position += length
    kind = StoredKind(rawValue: page[position] & 15) ?? .own
    form = TextForm(rawValue: page[position] >> 4) ?? .verbatim
    let row = (1...4).reduce(0 as UInt32) { $0 | UInt32(page[position + $1]) << UInt32(8 * $1 - 8) }
    city = CityRow(Int(row))
    position += 5
    length = page.number(at: &position)
    text = position..<position + length
    position += length
    tags = position
    for _ in 0..<page.number(at: &position) {
      _ = page.number(at: &position)
      _ = page.number(at: &position)
    }
    end = position
  }

  /// The languages of its spellings.
  func tags(in page: [UInt8]) -> [Tag] {
    var position = tags
    return (0..<page.number(at: &position)).map { _ in
      Tag(spelling: page.number(at: &position), set: page.number(at: &position))
    }
  }

  /// Writes a record.
  static func append(
    key: Span<UInt8>, _ kind: StoredKind, _ form: TextForm, city: CityRow, text: [UInt8],
    tags: [Tag], to page: inout [UInt8]
  ) {
    page.append(number: key.count)
    for index in key.indices { page.append(key[index]) }
    page.append(kind.rawValue | form.rawValue << 4)
    page.append(UInt64(city.rawValue), width: 4)
    page.append(number: text.count)
    page.append(contentsOf: text)
    page.append(number: tags.count)
    for tag in tags {
      page.append(number: tag.spelling)
      page.append(number: tag.set)
    }
  }

  /// Whether this name precedes another one in the order of keys; of equal keys, by kind and city.
  func precedes(_ other: NameRecord, in page: [UInt8], _ otherPage: [UInt8]) -> Bool {
    let byKey = CanonicalOrder.compare(
      page.span.extracting(key), otherPage.span.extracting(other.key))
    if byKey != 0 { return byKey < 0 }
    return (kind.precedence, city) < (other.kind.precedence, other.city)
  }
}

/// Sorts more names than fit in memory (external merge sort): runs of as many as fit are sorted and
/// stored, and then merged.
///
/// Like the other parts of a build, it cannot be copied: a copy would keep alive memory that a pass
/// frees.
struct NameRuns: ~Copyable {
  private let memory: WorkingMemory
  /// The records that are not sorted yet.
  private var records: [UInt8] = []
  private var items: [Item] = []
  private var runs: [Spool] = []
  /// The number of names.
  private(set) var count = 0

  /// The place of a record, and the first eight bytes of its key, which decide most comparisons.
  private struct Item {
    var head: UInt64
    var start: UInt32
  }

  init(in memory: WorkingMemory) { self.memory = memory }

  /// Adds a name, whose record a closure appends.
  mutating func append(key: Span<UInt8>, _ body: (inout [UInt8]) -> Void) {
    let start = records.count
    body(&records)
    items.append(Item(head: CanonicalOrder.head(of: key), start: UInt32(start)))
    count += 1
    if records.count + items.count * MemoryLayout<Item>.stride >= memory.limits.run { endRun() }
  }

  private mutating func endRun() {
    guard !items.isEmpty else { return }
    let records = records
    self.records = []
    items.sort { one, two in
      if one.head != two.head { return one.head < two.head }
      return NameRecord(at: Int(one.start), in: records)
        .precedes(NameRecord(at: Int(two.start), in: records), in: records, records)
    }
    var run = Spool(in: memory)
    for item in items {
      let end = NameRecord(at: Int(item.start), in: records).end
      run.append { $0.append(contentsOf: records[Int(item.start)..<end]) }
    }
    runs.append(run)
    items.removeAll(keepingCapacity: true)
  }

  /// Calls a closure with all names in order.
  ///
  /// - Complexity: O(*n* log *r*) comparisons, where *n* is the number of names and *r* that of runs.
  consuming func merge<Failure: Error>(
    _ body: (NameRecord, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    endRun()
    items = []
    records = []
    var cursors = runs.map { RunCursor($0.reader()) }
    runs = []
    func precedes(_ one: Int, _ two: Int) -> Bool {
      let (one, two) = (cursors[one], cursors[two])
      if one.head != two.head { return one.head < two.head }
      return one.record.precedes(two.record, in: one.page, two.page)
    }
    // The runs by their next names, the first one last.
    var order = cursors.indices.filter { cursors[$0].advance() }.sorted { precedes($1, $0) }
    while let first = order.last {
      try body(cursors[first].record, cursors[first].page)
      order.removeLast()
      guard cursors[first].advance() else { continue }
      let place = order.indices.partitioningIndex { !precedes(first, order[$0]) }
      order.insert(first, at: place)
    }
  }

  /// The next name of a run.
  private struct RunCursor {
    private var reader: Spool.Reader
    private(set) var record = NameRecord.none
    private(set) var head: UInt64 = 0

    init(_ reader: Spool.Reader) { self.reader = reader }

    var page: [UInt8] { reader.page }

    mutating func advance() -> Bool {
      guard reader.advance() else { return false }
      record = NameRecord(at: reader.position, in: reader.page)
      head = CanonicalOrder.head(of: reader.page.span.extracting(record.key))
      reader.position = record.end
      return true
    }
  }
}

extension NameRecord {
  /// The record of a name without a key.
  fileprivate static let none = NameRecord(at: 0, in: Array(repeating: 0, count: 8))
}
