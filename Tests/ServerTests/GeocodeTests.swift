#if Server
import Foundation
import HTTPTypes
import Hummingbird
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// Addresses in, one line for each out.
@Suite("Geocoding as a service", .againstHanging) struct GeocodeTests {
  private static let json: HTTPFields = [.contentType: "application/json"]
  private static let lines: HTTPFields = [.contentType: "text/plain; charset=utf-8"]

  private static func answer(
    _ body: String, _ headers: HTTPFields = json, limits: String..., query: String = ""
  ) async throws -> Answer {
    try await ServerFixture.server(options: [], limits: limits).client()
      .answer("/v1/geocode\(query)", .post, headers: headers, body: body)
  }

  @Test func `addresses come as texts, as fields and as lines`() async throws {
    let texts = try await Self.answer(#"["Rome, Italy","Nowhereville"]"#)
    #expect(texts.headers[.contentType] == "application/x-ndjson")
    #expect(
      texts.text == """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[12.51133,41.89193]},\
        "properties":{"index":0,"address":"Rome, Italy","id":3169070,"name":"Rome","division":"Lazio",\
        "county":"Roma","country":"Italy",\
        "precision":"city","confidence":1.0,"reason":"It is the only city of this name in Italy."}}
        {"type":"Feature","geometry":null,"properties":{"index":1,"address":"Nowhereville",\
        "error":"No place was found for the address."}}

        """)
    let fields = try await Self.answer(
      #"[{"city":"Rome","country":"Italy"},{"city":"Nowhereville"}]"#)
    #expect(fields.text == texts.text)
    let lines = try await Self.answer(" Rome, Italy\r\nNowhereville\n", Self.lines)
    #expect(lines.text == texts.text)
  }

  @Test(arguments: [
    // Each line has its answer, and only CR, LF and both end a line.
    ("Paris\n\n\nRome\n", [2_988_507, nil, nil, 3_169_070]),
    ("\r\nRome\rParis", [nil, 3_169_070, 2_988_507]),
    ("\u{FEFF}Rome\n", [3_169_070]), ("Rome\u{2028}Italy\u{B}\u{85}", [3_169_070]), (" \n", [nil]),
  ])
  func `the index is that of the line`(text: String, ids: [Int?]) async throws {
    try await Self.expect(ids, in: try await Self.answer(text, Self.lines))
  }

  @Test(arguments: [
    (#"["Rome",{"city":"Paris","state":null,"country":"France"}]"#, [3_169_070, 2_988_507]),
    (#"["Rome",{"city":"Paris","postalCode":75001}]"#, [3_169_070, 2_988_507]),
    (
      #"[null,"Rome",62701,2.5,true,["Rome"],{"city":{}},"Paris"]"#,
      [nil, 3_169_070, nil, nil, nil, nil, nil, 2_988_507]
    ),
    ("[\"\(String(repeating: "x", count: 501))\",\"Rome\"]", [nil, 3_169_070]),
  ])
  func `one element that is no address is its own error`(text: String, ids: [Int?]) async throws {
    try await Self.expect(ids, in: try await Self.answer(text))
  }

  /// Expects the ids of cities, or an error, by the index of the lines of an answer.
  private static func expect(_ ids: [Int?], in answer: Answer) async throws {
    #expect(answer.status == .ok)
    let lines = answer.text.split(separator: "\n")
    #expect(lines.count == ids.count)
    for (index, (line, id)) in zip(lines, ids).enumerated() {
      #expect(line.contains("\"index\":\(index)"))
      #expect(line.contains(id.map { "\"id\":\($0)," } ?? "\"error\":"), "\(line)")
    }
  }

  @Test func `names are those of the reader, by parameter or header`() async throws {
    let own = #""name":"Munich","division""#
    let local = #""name":"München","ownName":"Munich","division""#
    #expect(try await Self.answer(#"["Munich, Germany"]"#).text.contains(own))
    #expect(try await Self.answer(#"["Munich, Germany"]"#, query: "?lang=de").text.contains(local))
    let headers: HTTPFields = [.contentType: "text/plain", .acceptLanguage: "de-CH, en;q=0.5"]
    #expect(try await Self.answer("Munich, Germany", headers).text.contains(local))
    #expect(
      try await Self.answer("Munich, Germany", headers, query: "?lang=en").text.contains(own))
    let unknown = try await Self.answer("Munich, Germany", headers, query: "?language=de")
    #expect(unknown.status == .badRequest)
  }

  @Test func `every address of a long list has its line`() async throws {
    let addresses = (0..<2_000).map { $0.isMultiple(of: 2) ? "Paris, FR" : "Nowhereville \($0)" }
    let response = try await Self.answer(addresses.joined(separator: "\n"), Self.lines)
    let found = response.text.split(separator: "\n")
    #expect(found.count == 2_000)
    for (index, line) in found.enumerated() {
      #expect(line.contains("\"index\":\(index),\"address\":\"\(addresses[index])\""))
      #expect(line.contains("\"geometry\":null") != index.isMultiple(of: 2))
    }
  }

  @Test(
    arguments: ([
      (
        "", 400,
        "The body must be a JSON array of strings, or of objects with the fields street, city, state, postalCode, country, lat, lon."
      ),
      ("{}", 400, nil), ("1", 400, nil), (#"["a""#, 400, nil),
      (String(repeating: "[", count: 100_000), 400, nil),
      ("[]", 400, "The body must have at least 1 address, got 0."),
      (
        #"[{"town":"a"}]"#, 400,
        "The fields of an address must be among street, city, state, postalCode, country, lat, lon, got 'town'."
      ),
      (#"["a","b","c","d"]"#, 400, "The body must have at most 3 addresses, got 4."),
      (
        String(repeating: " ", count: 200_001), 413,
        "The body of the request must have at most 200000 bytes."
      ),
    ] as [(String, Int, String?)]).named(by: \.0))
  func `what is wrong is refused with a sentence`(example: Named<(String, Int, String?)>)
    async throws
  {
    let (body, status, message) = example.value
    let response = try await Self.answer(
      body, limits: "--addresses", "3", "--body-size", "200000")
    #expect(response.status.code == status)
    let sentence = try response.message()
    if let message { #expect(sentence == message) }
  }

  @Test func `a body of another type, or none, is refused`() async throws {
    for (headers, type) in [
      ([:], "none"), ([.contentType: "application/xml"], "application/xml"),
    ] as [(HTTPFields, String)] {
      let response = try await Self.answer("x", headers)
      #expect(response.status == .unsupportedMediaType)
      #expect(
        try response.message()
          == "The body must be of the type application/json or text/plain or text/csv, got \(type)."
      )
    }
    #expect(try await Self.answer("", Self.lines).status == .badRequest)
  }

  @Test func `a table is answered by the table with more columns`() async throws {
    let table = "id;Ort;Land\r\n7;Rome;Italy\r\n8;\"Qxzwq;zzqxw\";\r\n"
    let answer = try await Self.answer(table, [.contentType: "text/csv"])
    #expect(answer.headers[.contentType] == "text/csv; charset=utf-8; header=present")
    #expect(
      answer.text == """
        id;Ort;Land;city_id;name;division;country;latitude;longitude;precision;confidence;reason;unmatched;error\r
        7;Rome;Italy;3169070;Rome;Lazio;Italy;41.89193;12.51133;city;1.0;It is the only city of this name in \
        Italy.;;\r
        8;"Qxzwq;zzqxw";;;;;;;;;;;;No place was found for the address.\r

        """)
    let spaced = try await Self.answer(table, [.contentType: "Text/CSV ; charset=utf-8"])
    #expect(spaced.text == answer.text)
    let features = try await Self.answer(
      table, [.contentType: "text/csv", .accept: "application/x-ndjson"], query: "?column=Ort")
    #expect(features.headers[.contentType] == "application/x-ndjson")
    #expect(features.text.contains(#""address":"Rome","id":3169070"#))
    let lines = try await Self.answer(
      "Rome, Italy\n", [.contentType: "text/plain", .accept: "text/csv"])
    #expect(lines.text.hasPrefix("address,city_id,name,"))
    #expect(lines.text.contains("\r\n\"Rome, Italy\",3169070,Rome,"))
  }

  @Test(arguments: [
    ("text/csv", "a,b\nc,d", "", "No column has a name such as address or city"),
    ("text/csv", "a,b\nc,d", "?column=x", "There is no column 'x'; the columns are 'a', 'b'."),
    ("text/csv", "a,\"b\nc", "", "The quote that line 1 opens is not closed."),
    ("text/csv", "city", "", "The body must have at least 1 address, got 0."),
    ("text/plain", "Rome", "?column=x", "'column' needs a body of the type text/csv."),
  ])
  func `a table that cannot be read is refused`(
    type: String, body: String, query: String, message: String
  ) async throws {
    let answer = try await Self.answer(body, [.contentType: type], query: query)
    #expect(answer.status == .badRequest)
    #expect(try answer.message().hasPrefix(message))
  }

  @Test func `a long cell of a table has its error in its line`() async throws {
    let answer = try await Self.answer(
      "city\nRome\n\(String(repeating: "x", count: 1_001))\n", [.contentType: "text/csv"])
    let lines = answer.text.split(separator: "\r\n")
    #expect(lines.count == 3 && lines[1].contains("3169070"))
    let error = "The address cannot be looked up: it has more than 1,000 characters."
    #expect(lines.last?.contains(error) == true)
  }

  @Test func `a line of a table that cannot be read has its error, and the others are found`()
    async throws
  {
    let table = "id,city\n1,Rome\n2,Rome,Italy\n3,Paris\n4,\"London\n5,Madrid\n"
    let answer = try await Self.answer(table, [.contentType: "text/csv"])
    #expect(answer.status == .ok)
    let lines = answer.text.split(separator: "\r\n")
    try #require(lines.count == 6)
    #expect(lines[2].hasPrefix("\"2,Rome,Italy\",,,"))
    #expect(lines[2].contains("Line 3 has more cells than the first line"))
    #expect(lines[4].hasPrefix("\"4,\"\"London\",,,") && lines[4].contains("Line 5 has a quote"))
    for (line, id) in [(1, "3169070"), (3, "2988507"), (5, "3117735")] {
      #expect(lines[line].contains(id))
    }
    let features = try await Self.answer(
      table, [.contentType: "text/csv", .accept: "application/x-ndjson"]
    ).text.split(separator: "\n")
    try #require(features.count == 5)
    #expect(features[1].contains("\"index\":1,\"error\":\"Line 3 has more cells"))
    #expect(features[2].contains("\"index\":2,\"address\":\"Paris\",\"id\":2988507"))
  }

  @Test(arguments: [
    ("text/plain", "48.85,2.35\nRome\n\n40°24'59\"N 3°42'9\"W\n"),
    (
      "application/json",
      #"["48.85,2.35","Rome","",{"lat":40.4165,"lon":-3.70256}]"#
    ),
    ("text/csv", "city,lat,lon\nx,48.85,2.35\ny,Rome,\nz,,\nx,\"40,4165\",\"-3,70256\"\n"),
    ("text/csv", "where\n\"48.85,2.35\"\nRome\n\"\"\n\"40.4165,-3.70256\"\n"),
  ])
  func `a list of coordinates gets the nearest cities`(type: String, body: String) async throws {
    let headers: HTTPFields = [.contentType: type, .accept: "application/x-ndjson"]
    let answer = try await ServerFixture.server().client()
      .answer("/v1/reverse", .post, headers: headers, body: body)
    #expect(answer.status == .ok)
    let lines = answer.text.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0].contains("\"id\":2988507,\"name\":\"Paris\""))
    #expect(lines[0].contains("It is the nearest city, at a distance of 0.4 km."))
    let error = "\"error\":\"It must be a coordinate such as 48.85,2.35.\""
    #expect(lines[1].contains(error) && lines[2].contains(error))
    #expect(lines[3].contains("\"id\":3117735,\"name\":\"Madrid\""))
  }

  @Test func `script in an address is text in the answer`() async throws {
    let response = try await Self.answer("<script>\"\\\u{1}</script>", Self.lines)
    #expect(response.text.contains(#""address":"<script>\"\\\u0001</script>""#))
    #expect(response.headers[.xContentTypeOptions] == "nosniff")
  }
}
#endif
