import FlatStorage
import Foundation
import GeoNamesCities
import PrefixSearch

@testable import CitySearch

/// The ways to come by an index over the shipped cities.
enum ShippedIndex: CaseIterable, Sendable {
  case builtRadixTree, builtSortedArray, builtPointerTrie
  /// Everything out of one mapped file, nothing built.
  case mappedRadixTree
  /// The array out of a file of its own.
  case mappedSortedArray

  func make() throws -> CityIndex {
    switch self {
    case .builtRadixTree: return try ShippedCities.index(by: .radixTree)
    case .builtSortedArray: return try ShippedCities.index(by: .sortedArray)
    case .builtPointerTrie: return try ShippedCities.index(by: .pointerTrie)
    case .mappedRadixTree: return CityIndex(try Gazetteer.geoNames())
    case .mappedSortedArray:
      let gazetteer = try Gazetteer.geoNames()
      let built = SortedArray(gazetteer.sortedKeys())
      let bytes = Data(built.region.content) + Data(count: ByteRegion.padding)
      // The mapping outlives the name of its file.
      let mapped = try withTemporaryFile(bytes) { try ByteRegion.mapping($0) }
      return CityIndex(gazetteer, index: SortedArray(region: mapped))
    }
  }
}
