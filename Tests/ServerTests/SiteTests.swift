#if Server
import CitySearch
import Foundation
import GazetteerBuilding
import HTTPTypes
import NIOCore
import SystemFiles
import TestSupport
import Testing

@testable import CityExplorerServer

/// The files of the page: their addresses, headers and copies.
@Suite("The site", .againstHanging) struct SiteTests {
  private static func client() throws -> RouteClient { try ServerFixture.server().client() }

  @Test func `every file of the page is there under the address that the page has`() async throws {
    let client = try Self.client()
    let page = try await client.answer("/")
    #expect(page.status == .ok)
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.headers[.cacheControl] == "public, no-cache")
    #expect(page.headers[.contentSecurityPolicy] == "frame-ancestors 'none'")
    let text = String(buffer: page.body)
    #expect(!text.contains("{{"))
    let json = try #require(text.firstMatch(of: /id="site">(.*?)<\/script>/)?.1)
    let site = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let files = try #require(site["files"] as? [String])
    #expect(files.count == 6)
    // Of the files of languages, a visitor takes one of each kind.
    let texts = try #require(site["texts"] as? [String: String])
    let divisions = try #require(site["divisions"] as? [String: String])
    #expect(texts.count == 11 && texts["en"] == nil)
    #expect(texts.keys == divisions.keys)
    #expect(texts["ja"]?.hasPrefix("texts-ja.json?") == true)
    #expect(site["service"] as? String == "v1/search")
    // The large cities of the shipped file do not belong to another one.
    let steps = try #require(site["cities"] as? [[String: Any]])
    #expect(steps.count == 1)
    let parts = try #require(steps.last?["parts"] as? [String])
    for file in files + texts.values + divisions.values + parts {
      #expect(!file.hasPrefix("/"), "relative addresses work in a subfolder")
      let answer = try await client.answer("/\(file)")
      #expect(answer.status == .ok, "\(file)")
      #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable", "\(file)")
      #expect(answer.headers[.setCookie] == nil)
      let tag = try #require(answer.headers[.eTag])
      let again = try await client.answer("/\(file)", headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
      // Without the digest, caches have to ask.
      let name = try #require(file.split(separator: "?").first)
      #expect(try await client.answer("/\(name)").headers[.cacheControl] == "public, no-cache")
    }
  }

  private static func site(tiles: String? = nil, hasService: Bool = true) throws -> Site {
    try Site(
      cities: Gazetteer(mapping: ServerFixture.citiesFile()), areShipped: false, tiles: tiles,
      hasService: hasService)
  }

  @Test func `a file that is exchanged or removed stays what it was until the server ends`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "my.gazetteer")
      let cities = try Gazetteer(mapping: ServerFixture.citiesFile())
      try cities.filtered { $0.population >= 1_000_000 }.write(to: file)
      let old = try Data(contentsOf: file)
      let client = try ServerFixture.server("--cities", file.path).client()
      let page = try await client.answer("/").text
      let part = try #require(page.firstMatch(of: /part-00-of-cities\.gazetteer\?[0-9a-f]+/)?.0)
      let before = try await client.answer("/v1/search?q=rome")
      for exchange in [
        { try cities.filtered { $0.population >= 3_000_000 }.write(to: file) },
        { try FileManager.default.removeItem(at: file) },
      ] {
        try exchange()
        for path in ["/cities.gazetteer", "/\(part)"] {
          let answer = try await client.answer(path)
          #expect(answer.status == .ok)
          #expect(old.starts(with: answer.body.readableBytesView), "\(path)")
          // Not those of before that are kept compressed.
          let packed = try await client.answer(path, headers: [.acceptEncoding: "gzip"])
          #expect(packed.headers[.eTag] == answer.headers[.eTag].map { "W/\($0)" })
        }
        let whole = try await client.answer("/cities.gazetteer")
        #expect(Array(whole.body.readableBytesView) == Array(old))
        let after = try await client.answer("/v1/search?q=rome")
        #expect(after.text == before.text && after.headers[.eTag] == before.headers[.eTag])
      }
    }
  }

  @Test func `the parts of the cities are the whole file`() throws {
    let file = try ServerFixture.citiesFile()
    let whole = SiteFile(name: "cities.gazetteer", cities: try Gazetteer(mapping: file))
    #expect(whole.bytes == ByteBuffer(bytes: try Data(contentsOf: file)))
    for length in [1, 1_000, whole.byteCount - 1, whole.byteCount, whole.byteCount + 1]
    where whole.byteCount / length < 1_000 {
      let parts = whole.parts(ofLength: length)
      #expect(parts.dropLast().allSatisfy { $0.byteCount == length })
      #expect(parts.allSatisfy { $0.digest == whole.digest })
      #expect(Set(parts.map(\.name)).count == parts.count)
      var bytes = ByteBuffer()
      for part in parts { bytes.writeImmutableBuffer(part.bytes) }
      #expect(bytes == whole.bytes)
    }
  }

  @Test func `a file is compressed as the client prefers`() async throws {
    let client = try Self.client()
    let plain = try await client.answer("/city-explorer.wasm")
    #expect(plain.headers[.contentType] == "application/wasm")
    for coding in ContentCoding.allCases {
      let answer = try await client.answer(
        "/city-explorer.wasm", headers: [.acceptEncoding: coding.rawValue])
      #expect(answer.headers[.contentEncoding] == coding.rawValue)
      #expect(answer.body.readableBytes < plain.body.readableBytes / 2)
      #expect(answer.headers[values: .vary].contains("Accept-Encoding"))
    }
  }

  @Test func `no other file of the program is served`() async throws {
    let client = try Self.client()
    for path in [
      "/index.html.gz", "/Site/index.html", "/../Package.swift", "/%2e%2e/etc/passwd", "/events",
    ] {
      #expect(try await client.answer(path).status == .notFound, "\(path)")
    }
  }

  @Test func `tiles are allowed by the policy of the page, and are part of it`() throws {
    let site = try Self.site(tiles: "https://tiles.example.org/{z}/{x}/{y}.png")
    let page = String(buffer: try #require(site.files[Site.index]).bytes)
    #expect(page.contains("img-src 'self' data: https://tiles.example.org;"))
    #expect(page.contains(#""tiles":"https://tiles.example.org/{z}/{x}/{y}.png""#))
    // A tag in an option ends no script.
    let hostile = try Self.site(tiles: "https://a/{z}/{x}/{y}</script><b>")
    #expect(
      !String(buffer: try #require(hostile.files[Site.index]).bytes).contains("</script><b>"))
  }

  @Test func `a folder for any server has each file and its compressed forms`() throws {
    try withTemporaryFolder { folder in
      let site = try Self.site(hasService: false)
      var steps: [String] = []
      try site.export(to: folder) { name, number, count in
        steps.append(name)
        #expect(number == steps.count && count == site.files.count - 1)
      }
      #expect(Set(steps).union([Site.allCities]) == Set(site.files.keys))
      // Again, over the files of before.
      try site.export(to: folder)
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
      #expect(!names.contains(Site.allCities), "the page takes the parts")
      for name in site.files.keys where name != Site.allCities {
        let isCompressed = name == "icon.svg" ? [] : ["\(name).gz", "\(name).br"]
        #expect(names.isSuperset(of: [name] + isCompressed), "\(name)")
      }
      let page = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
      #expect(!page.contains("v1/search\","))
    }
  }
}
#endif
