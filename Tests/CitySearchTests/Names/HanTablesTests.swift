import GeoNamesCities
import PrefixSearch
import SystemFiles
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// The texts of forms and readings among the resources.
@Suite("Tables of Chinese characters") struct HanTablesTests {
  @Test func `are in the resources of the module, and those of the shipped file`() throws {
    let tables = try HanTables.shared()
    #expect(tables.forms.contains("东東".unicodeScalars.map(\.value)))
    let table = try Gazetteer.geoNames().table
    #expect(tables.readings == table.part(.hanReadings)?.content)
    var characters = HanForms.Characters()
    characters.add(table.nameTable.tree)
    for region in table.regions.completions + table.moreRegions.completions {
      characters.add(region.key.span)
    }
    #expect(characters.bytes(of: tables.forms) == table.part(.hanForms)?.content)
  }

  @Test func `that are missing are named, with the folder where they have to be`() {
    let bundle = ResourceBundle(ofTarget: "Nothing")
    let error = #expect(throws: GazetteerError.self) { try HanTables(in: bundle) }
    #expect(error?.description.contains("han-forms.txt cannot be read: \(bundle.name), ") == true)
  }

  @Test(
    arguments: [
      ("", "# x\na\t一\n# EOF\n", "han-forms.txt", "it must begin with a comment"),
      ("# x\n万萬\n", "# x\na\t一\n# EOF\n", "han-forms.txt", "it must begin with a comment"),
      ("# x\n万萬\n万\n# EOF\n", "# x\na\t一\n# EOF\n", "han-forms.txt", "line 3"),
      ("# x\n万𠀀\n# EOF\n", "# x\na\t一\n# EOF\n", "han-forms.txt", "line 2"),
      ("# x\n万萬\n# EOF\n", "# x\na\t一\n# EO", "han-readings.txt", "it must begin with a comment"),
      ("# x\n万萬\n# EOF\n", "# x\na 一\n# EOF\n", "han-readings.txt", "line 2"),
      ("# x\n万萬\n# EOF\n", "# x\naaaaaaaa\t一\n# EOF\n", "han-readings.txt", "line 2"),
      ("# x\n万萬\n# EOF\n", "# x\na\t一\nb\tx\n# EOF\n", "han-readings.txt", "line 3"),
    ].named(by: { "\($0.2), \($0.3)" }))
  func `that are damaged are refused`(example: Named<(String, String, String, String)>) {
    let (forms, readings, file, reason) = example.value
    let error = #expect(throws: GazetteerError.self) {
      try HanTables(forms: forms, readings: readings)
    }
    #expect(error?.description.contains(file) == true)
    #expect(error?.description.contains(reason) == true)
  }
}
