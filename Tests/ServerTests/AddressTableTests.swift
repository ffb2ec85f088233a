#if Server
import CityGeocoding
import CitySearch
import JSONText
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// Tables of addresses in, the same tables with places out.
@Suite("Tables of addresses") struct AddressTableTests {
  private func table(
    _ text: String, charset: String? = nil, column: String? = nil
  ) throws -> AddressTable {
    try AddressTable(Array(text.utf8), charset: charset, column: column)
  }

  private func addresses(_ table: AddressTable) throws -> [String] {
    try table.rows.indices.map { try table.address(inRow: $0).description }
  }

  /// The addresses, or why they cannot be read.
  private func outcomes(_ table: AddressTable) -> [String] {
    table.rows.indices.map { row in
      do throws(AddressError) {
        return try table.address(inRow: row).description
      } catch {
        return error.errorDescription ?? ""
      }
    }
  }

  private func message(_ text: String, charset: String? = nil, column: String? = nil) -> String? {
    do {
      _ = try table(text, charset: charset, column: column)
      return nil
    } catch let error as ServiceError {
      #expect(error.status == 400)
      return error.message
    } catch {
      return "\(error)"
    }
  }

  // MARK: - Reading

  @Test(
    arguments: [
      ("address\nRome\nParis", ["Rome", "Paris"]),
      ("address\r\nRome\r\n\r\nParis\r\n", ["Rome", "Paris"]),
      ("address\rRome\rParis\r", ["Rome", "Paris"]),
      ("\n\r\naddress\n\n\nRome", ["Rome"]),
      // The only column may have any name, and the first row is never an address.
      ("Berlin\nRome", ["Rome"]), ("x\n\"Rome, Italy\"", ["Rome, Italy"]),
      // Quotes, with what needs them, and doubled.
      ("id,address\n1,\"Rome, Italy\"\n2,\"a \"\"b\"\" c\"", ["Rome, Italy", "a \"b\" c"]),
      ("id,address\n1,\"Main St 1\r\nDenver\"\n2,Rome", ["Main St 1\r\nDenver", "Rome"]),
      ("\"id\",\"the, \"\"address\"\"\",city\n1,x,Rome", ["Rome"]),
      ("id,city\n1,\"\"\n2,\"\"\"\"\n3,\"a\"b\"\n4,c\"d", ["", "\"", "ab\"", "c\"d"]),
      // Separators: the most frequent one of the first row, outside of quotes.
      ("id;city\n1;\"Rome; Italy\"\n2;Rome, Italy", ["Rome; Italy", "Rome, Italy"]),
      ("id\tcity\n1\tRome; Italy", ["Rome; Italy"]),
      ("\"a,b,c\";city\n1;Rome", ["Rome"]), ("a,b;city\n1;Rome", ["Rome"]),
      ("\"a;\"\";;b\",city\n1,Rome", ["Rome"]), ("id;a\"b,c\"d;city\n1;;Rome", ["Rome"]),
      // Rows that lack cells, and cells with spaces only.
      ("id,city,country\n1,Rome\n2\n3,,\n4,  ,IT", ["Rome", "", "", "IT"]),
      ("city,country\n\" Rome \n\", IT ", ["Rome, IT"]),
    ].named(by: \.0))
  func `cells are read`(example: Named<(String, [String])>) throws {
    let (text, expected) = example.value
    #expect(try addresses(table(text)) == expected)
  }

  @Test(
    arguments: [
      ("city", "c"), ("City:", "c"), ("TOWN", "c"), ("Ort", "c"), ("Ville", "c"),
      ("ciudad", "c"), ("Citta", "c"), ("Città", "c"), ("place", "c"), ("Location", "c"),
      ("Adresse", "c"), ("full_address", "c"), ("город", "c"), ("城市", "c"), ("शहर", "c"),
    ])
  func `the column is found by its name`(name: String, cell: String) throws {
    #expect(try addresses(table("id,\(name),note\na,c,b")) == [cell])
  }

  @Test(
    arguments: [
      "street,city,state,postal code,country",
      "Street Address,City,State/Province,Zip,Country Code",
      "address,town,region,postalCode,country", "Straße,Stadt,Bundesland,PLZ,Land",
      "rue,commune,région,code postal,pays", "Address 1,City,State,ZIP/Postal Code,Country/Region",
    ])
  func `separate columns are fields of the address`(header: String) throws {
    let row = "Main St,Springfield,IL,62701,US"
    let expected = PostalAddress(
      street: "Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US")
    #expect(try table("\(header)\n\(row)").address(inRow: 0) == expected)
    // In another order, with others between them.
    func reversed(_ line: String) -> String {
      "x;" + line.split(separator: ",").reversed().joined(separator: ";y;")
    }
    let other = try table("\(reversed(header))\n\(reversed(row))")
    #expect(try other.address(inRow: 0) == expected)
  }

  @Test func `a whole address keeps its country beside it`() throws {
    let beside = try table("address,country\n\"Main St 1, Springfield\",US")
    #expect(
      try beside.address(inRow: 0) == PostalAddress(city: "Main St 1, Springfield", country: "US"))
  }

  @Test func `a column that is named has the whole address`() throws {
    let text = "city,Where it is,country\nParis,\"Rome, Italy\",FR"
    for name in ["Where it is", "where IT is", "where_it_is"] {
      #expect(try addresses(table(text, column: name)) == ["Rome, Italy"])
    }
    #expect(try addresses(table(text, column: "country")) == ["FR"])
    // Of two that fold to the same, the one as it is written.
    #expect(try addresses(table("A,a\n1,2", column: "a")) == ["2"])
  }

  @Test func `the encoding is UTF-8, or Latin-1 if that is said`() throws {
    let marked = try table("\u{FEFF}city,x\nKöln,1")
    #expect(marked.columns == ["city", "x"])
    #expect(marked.hasByteOrderMark)
    #expect(try addresses(marked) == ["Köln"])
    #expect(try addresses(table("city\nKöln €", charset: "UTF-8")) == ["Köln €"])
    let latin =
      Array("Städte,city\n1,K".utf8.filter { $0 < 0x80 }) + [0xF6, 0x6C, 0x6E, 0x80, 0x9E]
    for charset in ["ISO-8859-1", "windows-1252", "latin1"] {
      let table = try AddressTable(latin, charset: charset)
      #expect(try addresses(table) == ["Köln€ž"])
      #expect(table.headerLine.starts(with: [0xEF, 0xBB, 0xBF]))
    }
    // The mark of UTF-8 says more than the media type.
    #expect(try addresses(table("\u{FEFF}city\nKöln", charset: "iso-8859-1")) == ["Köln"])
    // Every byte is a letter of Latin-1, and the text is valid.
    let all = try AddressTable(Array("city\n".utf8) + Array(0x80...0xFF), charset: "iso-8859-1")
    #expect(try all.address(inRow: 0).city.unicodeScalars.count == 128)
    #expect(try all.address(inRow: 0).city.hasSuffix("ýþÿ"))
    let invalid =
      "The table is not UTF-8. If it is Latin-1, the media type must say so with the "
      + "parameter charset: text/csv; charset=windows-1252."
    #expect(throws: ServiceError.invalid(invalid)) { try AddressTable(latin) }
    #expect(
      message("city\nRome", charset: "utf-16")
        == "The charset must be utf-8, iso-8859-1 or windows-1252, got 'utf-16'.")
  }

  @Test func `the charset is a parameter of the media type`() {
    #expect(TextEncoding.charset(ofMediaType: "text/csv") == nil)
    #expect(TextEncoding.charset(ofMediaType: "text/csv; header=present") == nil)
    #expect(TextEncoding.charset(ofMediaType: "text/csv;charset=utf-8") == "utf-8")
    #expect(
      TextEncoding.charset(ofMediaType: "text/csv; header=present; Charset=\"ISO-8859-1\"")
        == "ISO-8859-1")
  }

  // MARK: - Errors

  private static let faults: [(String, String)] = {
    let empty = "The table is empty; its first line must have the names of the columns."
    let columns = "No column has a name such as address or city; the columns are "
    let advice = ". The parameter column names the one with the addresses."
    let many = Array(repeating: "'x'", count: 20).joined(separator: ", ") + " and 3 more"
    return [
      ("", empty), ("\r\n\n", empty), ("\u{FEFF}", empty),
      ("\"id,city", "The quote that line 1 opens is not closed."),
      ("id,name,country\n1,Rome,IT", "\(columns)'id', 'name', 'country'\(advice)"),
      (Array(repeating: "x", count: 23).joined(separator: ";"), "\(columns)\(many)\(advice)"),
      (String(repeating: ",", count: 1_000), "A table must have at most 1000 columns."),
    ]
  }()

  @Test(arguments: faults.named(by: \.0))
  func `what is wrong is refused with a sentence`(example: Named<(String, String)>) {
    let (text, expected) = example.value
    #expect(message(text) == expected)
  }

  private static let tooMany = "; a cell with a separator needs quotes."
  private static let open = "has a quote that is not closed; a quote within quotes is doubled."

  @Test(
    arguments: [
      (
        "id,city\n\n1,\"Ro\nme\"\r\n2,Rome,Italy\n3,Paris",
        ["Ro\nme", "Line 5 has more cells than the first line, which has 2\(tooMany)", "Paris"]
      ),
      (
        "address\nRome, Italy\nParis",
        ["Line 2 has more cells than the first line, which has 1\(tooMany)", "Paris"]
      ),
      ("id,city\n1,Rome\n2,\"Paris\n3,x", ["Rome", "Line 3 \(open)", "x"]),
      // Behind it each line is a row, whatever quotes it has.
      (
        "id,city\n1,\"a\nb\"\n2,\"Paris\n3,\"\"\n\n4,y,z\n5,\"\"\"\"\n",
        [
          "a\nb", "Line 4 \(open)", "",
          "Line 7 has more cells than the first line, which has 2\(tooMany)", "\"",
        ]
      ),
    ].named(by: \.0))
  func `a line that cannot be read is an error of that line`(
    example: Named<(String, [String])>
  ) throws {
    let (text, expected) = example.value
    let table = try table(text)
    try #require(outcomes(table) == expected)
    // It comes back whole, in a table that can be read.
    var lines = table.headerLine
    for row in table.rows.indices {
      lines += table.line(ofRow: row, with: AddressFinding(error: "no"))
    }
    let again = try AddressTable(lines, column: "error")
    #expect(outcomes(again) == expected.map { _ in "no" })
    for (row, outcome) in expected.enumerated() where outcome.hasPrefix("Line ") {
      let line = self.text(Array(table.text[table.rows[row].bytes]))
      #expect(
        self.text(Array(again.text[again.rows[row].bytes])).hasPrefix(
          "\"\(line.replacing("\"", with: "\"\""))\","))
    }
  }

  @Test func `columns of coordinates are read without one of addresses, or where these are wanted`()
    throws
  {
    for header in ["Lat,Lon", "latitude,longitude", "Breitengrad,Längengrad", "y,x"] {
      let table = try table("id,\(header)\n1,48.85,2.35\n2,\"48,1\",\"11,5\"\n3,,\n4,48")
      #expect(try addresses(table) == ["48.85,2.35", "48,1; 11,5", "", "48,"])
    }
    let both = "city,lat,lon\nRome,48.85,2.35"
    #expect(try addresses(table(both)) == ["Rome"])
    let wanted = try AddressTable(Array(both.utf8), areCoordinates: true)
    #expect(try addresses(wanted) == ["48.85,2.35"])
    // One of them is none.
    #expect(message("id,lat\n1,48") != nil)
  }

  @Test func `an unknown column is refused with those that are there`() {
    #expect(
      message("id,city\n1,Rome", column: "town")
        == "There is no column 'town'; the columns are 'id', 'city'.")
    #expect(
      message(",city\n1,Rome", column: "!")
        == "There is no column '!'; the columns are '', 'city'.")
  }

  @Test func `a table of a header has no rows`() throws {
    for text in ["city", "city\n", "city,x\r\n\r\n"] {
      #expect(try table(text).rows.isEmpty)
    }
  }

  // MARK: - Writing

  private static let found = AddressFinding(
    GeocodingResult(
      coordinate: Coordinate(latitude: -12.5, longitude: 7),
      confidence: GeocodingConfidence(0.75, reason: "It is \"the\" one."),
      match: GeocodingMatch(name: "Rome", precision: .city, cityID: 7),
      unmatchedParts: ["=1+1", "b"]), city: nil)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `rows come back as they were, with more columns`() throws {
    let table = try table(
      "\"id\",city,note\n1,\"Ro\"\"me\",\"a\r\nb\"\r\n2,=SUM(1)\n\"3\"\n4,\"x\" ,z\n")
    #expect(
      text(table.headerLine)
        == "\"id\",city,note,city_id,name,division,country,latitude,longitude,precision,confidence,"
        + "reason,unmatched,error\r\n")
    let end = ",7,Rome,,,-12.5,7.0,city,0.75,\"It is \"\"the\"\" one.\",\"'=1+1, b\",\r\n"
    let rows = ["1,\"Ro\"\"me\",\"a\r\nb\"", "2,=SUM(1),", "\"3\",,", "4,\"x\" ,z"]
    for (number, row) in rows.enumerated() {
      #expect(text(table.line(ofRow: number, with: Self.found)) == row + end)
    }
    let error = AddressFinding(error: "No place was found; sorry.")
    #expect(
      text(table.line(ofRow: 2, with: error))
        == "\"3\",,,,,,,,,,,,,\"No place was found; sorry.\"\r\n")
  }

  @Test func `the separator stays, and what is written is read again`() throws {
    for separator in [";", "\t", ","] {
      let names = ["id", "city"].joined(separator: separator)
      let table = try table("\u{FEFF}\(names)\n1\(separator)Rome\n2")
      let lines =
        table.headerLine + table.line(ofRow: 0, with: Self.found)
        + table.line(ofRow: 1, with: AddressFinding(error: "a,b;c\td\"e\r\nf"))
      let again = try AddressTable(lines, column: "reason")
      #expect(again.separator == table.separator)
      #expect(again.hasByteOrderMark)
      #expect(again.columns.count == 13)
      #expect(try again.address(inRow: 0).city == "It is \"the\" one.")
      let errors = try AddressTable(lines, column: "error")
      #expect(try errors.address(inRow: 1).city == "a,b;c\td\"e\r\nf")
    }
  }

  @Test func `columns that are there keep their names`() throws {
    let table = try table("Country,name,name_2,city,error\nIT,a,b,Rome,")
    #expect(
      text(table.headerLine).hasPrefix(
        "Country,name,name_2,city,error,city_id,name_3,division,country_2,latitude,"))
    #expect(text(table.headerLine).hasSuffix(",error_2\r\n"))
  }

  @Test(arguments: ["=1", "+1", "-1", "@a", "\tx", "\rx", "＝1", "＋1", "－1", "＠a"])
  func `a text is no formula of a spreadsheet`(text: String) throws {
    let city = CityFeature(
      City(
        id: 1, name: "x", countryCode: .none, divisionCode: .none,
        coordinate: Coordinate(latitude: 0, longitude: 0)),
      localName: text, division: text, country: text, timeZone: nil)
    let result = GeocodingResult(
      coordinate: Coordinate(latitude: -1, longitude: -2),
      confidence: GeocodingConfidence(1, reason: text),
      match: GeocodingMatch(name: text, precision: .city), unmatchedParts: [text])
    let finding = AddressFinding(result, city: city)
    for column in [.name, .division, .country, .reason, .unmatched] as [AddressFinding.Column] {
      #expect(finding.cells[column] == "'\(text)")
    }
    #expect(finding.cells[.latitude] == "-1.0")
    #expect(AddressFinding(error: text).cells[.error] == "'\(text)")
    #expect(AddressFinding(error: "a\(text)").cells[.error] == "a\(text)")
  }

  // MARK: - Large and strange bodies

  @Test func `10 kB of marks on one letter are a cell`() throws {
    let marks = "e" + String(repeating: "\u{301}\u{327}", count: 2_500)
    let table = try table("city,\(marks)\n\(marks),1")
    #expect(try table.address(inRow: 0).city.unicodeScalars.elementsEqual(marks.unicodeScalars))
    #expect(text(table.line(ofRow: 0, with: Self.found)).hasPrefix("\(marks),1,7,"))
    let error = try #require(message("id,\(marks)\n1,2"))
    #expect(error.utf8.count < 500)
  }

  @Test func `a body of a megabyte is read`() throws {
    let size = 1 << 20
    let rows = try table("a\n" + String(repeating: "x\n", count: size / 2))
    #expect(rows.rows.count == size / 2)
    #expect(rows.rows.last?.line == UInt32(size / 2 + 1))
    #expect(try rows.address(inRow: size / 2 - 1).city == "x")
    #expect(try table("a\n" + String(repeating: "\n", count: size)).rows.isEmpty)
    let quotes = try table("a\n" + String(repeating: "\"", count: size))
    #expect(try quotes.address(inRow: 0).city.utf8.count == size / 2 - 1)
    #expect(message(String(repeating: "\"\"\n", count: size / 3)) == nil)
    #expect(message(String(repeating: "\"", count: size + 1)) != nil)
    #expect(message(String(repeating: ",", count: size)) != nil)
    // A line with far too many cells.
    let wide = try table("a,city\n" + String(repeating: ",", count: size))
    #expect(outcomes(wide).first?.hasPrefix("Line 2 has more cells than the first line") == true)
    // Quotes that are not closed are read to the end once, not from each line.
    let open = try table("a\n" + String(repeating: "\"\"x\n\"y\n", count: size / 12 | 1))
    #expect(open.rows.count > size / 13)
  }

  @Test func `any bytes are a table or an error`() throws {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("a,;\t\"\r\n ".utf8) + [0xC3, 0xA9, 0xEF, 0xBB, 0xBF, 0, 0xFF]
    var readCount = 0
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      for charset in ["utf-8", "windows-1252"] {
        guard let table = try? AddressTable(Array("city,x\n".utf8) + bytes, charset: charset) else {
          continue
        }
        readCount += 1
        // The same rows, with more cells, and the same addresses.
        var lines = table.headerLine
        for row in table.rows.indices { lines += table.line(ofRow: row, with: Self.found) }
        let again = try AddressTable(lines)
        // A row that could not be read is the first cell of one that can.
        for (row, outcome) in outcomes(table).enumerated() where !outcome.hasPrefix("Line ") {
          #expect(try again.address(inRow: row).description == outcome, "\(bytes)")
        }
        #expect(outcomes(again).allSatisfy { !$0.hasPrefix("Line ") }, "\(bytes)")
        #expect(again.rows.count == table.rows.count, "\(bytes)")
      }
    }
    #expect(readCount > 1_000)
  }
}
#endif
