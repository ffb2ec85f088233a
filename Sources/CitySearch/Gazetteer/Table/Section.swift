internal import PrefixSearch

/// The parts of a gazetteer, by the four letters that mark them in a file.
enum Section: String, CaseIterable, Sendable {
  /// The records of the cities.
  case records = "CITY"
  /// The names of the cities, one after the other, in UTF-8.
  case names = "NAME"
  /// Where the name of every fourth city begins; the others are counted from there. And where the last one ends.
  case nameOffsets = "NOFF"
  /// The codes of countries, ascending.
  case countries = "CTRY"
  /// The names of countries, empty where unknown.
  case countryNames = "CNAM"
  /// The codes of divisions and the numbers of their countries, ascending.
  case divisions = "DIVI"
  /// The names of divisions, empty where unknown.
  case divisionNames = "DNAM"
  /// The names of time zones, ascending.
  case timeZones = "ZONE"
  /// The rows in ascending order of id.
  case rowsByID = "BYID"
  /// The most populous cities of every prefix of an own name.
  case populationTopK = "RANK"
  /// The radix tree over the folded own names.
  case radixTree = "TREE"
  /// City, kind and form of text of each name of any kind, in the order of keys.
  case nameEntries = "NENT"
  /// What the texts of names differ in from their keys.
  case nameTexts = "NTXT"
  /// The radix tree over the folded names of all kinds.
  case nameTree = "NKEY"
  /// The cities with the best scores for every prefix of a name.
  case nameTopK = "NTOP"
  /// The radix tree over what people call countries and divisions.
  case regionKeys = "RKEY"
  /// What each of these names stands for.
  case regionLines = "RLIN"

  /// The four letters as a number.
  var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
}
