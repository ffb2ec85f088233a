import CitySearch
import PrefixSearch

/// An index under measurement, with all that is known about it.
struct MeasuredIndex {
  let name: String
  let index: any PrefixIndex
  /// The index behind the interface that users call.
  let search: CityIndex
  /// How long the index took to build from sorted keys, in nanoseconds.
  let buildTime: UInt64
  /// The exact size of the structure in bytes; what all share, the gazetteer, is not in it.
  let byteCount: Int

  /// Folded bytes in, range of rows out.
  var locate = Samples()
  /// Text in, ten cities with names and highlights out.
  var topTen = Samples()
  /// Cities made a second when all matches of every query are read.
  var citiesPerSecond = 0.0

  init(
    _ name: String, over gazetteer: Gazetteer, keys: SortedKeys,
    build: (SortedKeys) -> any PrefixIndex
  ) {
    self.name = name
    let start = MonotonicClock.now
    let index = build(keys)
    buildTime = MonotonicClock.now - start
    self.index = index
    byteCount = index.memoryFootprint.byteCount
    search = CityIndex(gazetteer, index: index)
  }
}
