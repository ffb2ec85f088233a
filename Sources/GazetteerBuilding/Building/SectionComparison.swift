internal import CitySearch
internal import PrefixSearch

/// Compares rebuilt sections with those of a gazetteer, while they are written.
struct SectionComparison: SectionOutput {
  private let table: Gazetteer.Table
  /// What is wrong if a section differs.
  private let reason: (Section) -> String
  private var section: Section?
  private var stored: ByteRegion?
  private var position = 0

  init(with table: Gazetteer.Table, reason: @escaping (Section) -> String) {
    self.table = table
    self.reason = reason
  }

  mutating func begin(_ section: Section) throws(GazetteerError) {
    try finish()
    self.section = section
    stored = table.part(section)
    position = 0
  }

  mutating func write(_ bytes: Span<UInt8>) throws(GazetteerError) {
    guard let section else { return }
    let start = position
    let isEqual = stored?.withContent { content in
      bytes.count <= content.count - start
        && bytes.indices.allSatisfy { bytes[$0] == content[start + $0] }
    }
    guard isEqual == true else { throw Gazetteer.invalid(reason(section)) }
    position += bytes.count
  }

  /// Checks that the last section ends here.
  func finish() throws(GazetteerError) {
    guard let section else { return }
    guard let stored, stored.count - ByteRegion.padding == position else {
      throw Gazetteer.invalid(reason(section))
    }
  }
}
