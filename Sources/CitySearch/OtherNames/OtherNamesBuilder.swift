internal import PrefixSearch

/// Collects other names of cities in any order.
struct OtherNamesBuilder {
  let gazetteer: Gazetteer
  private var keys: [UInt8] = []
  private var items: [Item] = []

  /// What ends each key: less than any byte of folded text, so that keys sort as names do.
  static let end: UInt8 = 0

  private struct Item {
    /// The first eight bytes, by which most are told apart.
    var head: UInt64
    /// Where the key lies.
    var place: Range<Int>
    var row: UInt32
  }

  init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// Adds names in UTF-8 with commas between them, except the city's own; none if there is no such
  /// city.
  mutating func append(commaSeparated names: Span<UInt8>, ofCityWithID id: City.ID) {
    guard !names.isEmpty, let row = gazetteer.row(ofID: id) else { return }
    let ownKey = Folding.key(of: gazetteer[row].name)
    var start = 0
    for end in 0...names.count where end == names.count || names[end] == UInt8(ascii: ",") {
      append(names.extracting(start..<end), row: row, ownKey: ownKey)
      start = end + 1
    }
  }

  /// Adds a name in UTF-8, unless it is the city's own; nothing if there is no such city.
  mutating func append(_ name: Span<UInt8>, ofCityWithID id: City.ID) {
    guard let row = gazetteer.row(ofID: id) else { return }
    append(name, row: row, ownKey: Folding.key(of: gazetteer[row].name))
  }

  private mutating func append(_ name: Span<UInt8>, row: Int, ownKey: [UInt8]) {
    let start = keys.count
    Folding.appendKey(of: name, to: &keys)
    // A key of one byte is that of a name which folds to nothing.
    guard keys.count > start + 1, !keys[start...].elementsEqual(ownKey) else {
      keys.removeLast(keys.count - start)
      return
    }
    keys.append(Self.end)
    let place = start..<keys.count
    let head = CanonicalOrder.head(of: keys.span.extracting(place))
    items.append(Item(head: head, place: place, row: UInt32(row)))
  }

  /// Sorts what was added, and leaves out what was added twice.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  consuming func finish() throws(GazetteerError) -> (keys: SortedKeys, rows: [UInt32]) {
    let keys = keys
    func compare(_ one: Item, _ two: Item) -> Int {
      CanonicalOrder.compare(
        keys.span.extracting(one.place), keys.span.extracting(two.place))
    }
    items.sort { one, two in
      if one.head != two.head { return one.head < two.head }
      let order = compare(one, two)
      return order == 0 ? one.row < two.row : order < 0
    }
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: items.count, byteCount: keys.count)
    var rows: [UInt32] = []
    var last: Item?
    for item in items {
      if let last, last.row == item.row, compare(last, item) == 0 { continue }
      do throws(SortedKeysError) {
        try builder.append(keys.span.extracting(item.place))
      } catch {
        throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
      }
      rows.append(item.row)
      last = item
    }
    return (builder.finish(), rows)
  }
}
