public import Foundation
public import PrefixSearch

/// What cities are called beside their names in the gazetteer: in other languages and scripts, in
/// former times, for short.
///
/// ```swift
/// let names = try OtherNames(of: gazetteer, contentsOf: file)
/// names.cities(named: "München").first?.name  // "Munich"
/// ```
///
/// Names are whole names, folded like those of the gazetteer. They are kept apart from it, because they
/// take several times its room: load them if you need them. The value is immutable; any number of
/// tasks may ask at once.
public struct OtherNames: Sendable {
  /// The cities.
  public let gazetteer: Gazetteer
  /// Over keys that end in a zero, which no folded text contains, so that a whole name is a prefix that
  /// only equal names begin with.
  private let index: RadixTree
  /// The row of the city that each key belongs to.
  private let rows: [UInt32]

  /// Reads the fourth column, names with commas between them, of one of GeoNames' files of places.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities; names of others are left out.
  ///   - file: The file that the cities came from, or a larger one. Not the JSON of the city challenge,
  ///     which has no other names.
  /// - Throws: ``GazetteerError``, at the first line that breaks a rule.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the file in bytes and *n* the
  ///   number of names. The content of the file is in memory once while it is read.
  public init(of gazetteer: Gazetteer, contentsOf file: URL) throws(GazetteerError) {
    var loader = GazetteerLoader(isLenient: false)
    var builder = OtherNamesBuilder(gazetteer)
    try loader.readOtherNames(file, into: &builder)
    try self.init(builder)
  }

  /// Takes names from another source.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities; names of others are left out.
  ///   - names: The names, each with the id of its city, in any order.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all names in bytes and *n* their
  ///   number.
  public init(
    of gazetteer: Gazetteer, _ names: some Sequence<(City.ID, String)>
  ) throws(GazetteerError) {
    var builder = OtherNamesBuilder(gazetteer)
    for (id, name) in names { builder.append(name.utf8.span, ofCityWithID: id) }
    try self.init(builder)
  }

  private init(_ builder: consuming OtherNamesBuilder) throws(GazetteerError) {
    gazetteer = builder.gazetteer
    let (keys, rows) = try builder.finish()
    index = RadixTree(keys)
    self.rows = rows
  }

  /// The number of names, each counted once for each city that has it.
  ///
  /// - Complexity: O(1).
  public var count: Int { rows.count }

  /// The exact number of bytes of the names, without the gazetteer.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(index.memoryFootprint.parts + [.init("rows", storageOf: rows)])
  }

  /// Finds the cities that have another name.
  ///
  /// - Parameter name: The whole name; it is folded like the names.
  /// - Returns: The cities in canonical order; none if no city is called so, or by its own name only.
  /// - Complexity: O(*m* + *k*), where *m* is the length of the name in bytes and *k* the number of
  ///   cities.
  public func cities(named name: String) -> [City] {
    cities(withKey: Folding.key(of: name))
  }

  /// Finds the cities that have another name with a key.
  ///
  /// - Complexity: That of ``cities(named:)``.
  package func cities(withKey key: [UInt8]) -> [City] {
    rows[index.range(of: key + [OtherNamesBuilder.end])].map { gazetteer[Int($0)] }
  }
}
