#if Server
import CityExplorer
import CitySearch
import CitySession
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("Languages, tiles and exports of pages", .againstHanging)
struct PageLanguageTests {
  private static func languages(accepting header: String?) -> [String] {
    var headers = HTTPFields()
    headers[.acceptLanguage] = header
    return Request(
      head: HTTPRequest(
        method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers),
      body: RequestBody(buffer: ByteBuffer())
    ).acceptedLanguages
  }

  @Test func `the languages of a browser come in the order of their weights`() {
    #expect(
      Self.languages(accepting: "fr;q=0.5, de-CH, ar;q=0.9, *;q=0.1") == ["de-CH", "ar", "fr"])
    #expect(Self.languages(accepting: "de;q=0, en") == ["en"])
    #expect(Self.languages(accepting: nil).isEmpty)
    #expect(Self.languages(accepting: "<script>, ../../etc, \"") == [])
    #expect(Self.languages(accepting: String(repeating: "de,", count: 10_000)).isEmpty)
    #expect(Self.languages(accepting: "a,b,c,d,e,f,g,h,i,j").count == 8)
  }

  @Test func `the texts are those of the first language that has them`() throws {
    let languages = try PageLanguages()
    #expect(languages.texts(for: ["xx", "ar-EG", "en"]).language == "ar")
    #expect(languages.texts(for: ["de"]).language == "en")
    #expect(languages.texts(for: []).strings["direction"] == "ltr")
    #expect(languages.english["cities", ["count": 7]] == "7 cities")
  }

  @Test func `names of places are those of the reader`() async throws {
    let fixture = try PageFixture()
    let page = await fixture.page()
    await page.open(PageAddress(query: "munich", place: SearchCompletion.munichID), in: ["it"])
    #expect(await page.card.contains("Monaco di Baviera"))
    #expect(await page.card.contains("Germania"))
    #expect(await page.results.contains("Germania"))
    #expect(await page.map.contains("Monaco di Baviera"))
  }

  @Test func `equal names on the map have their regions`() async throws {
    let fixture = try PageFixture()
    let page = await fixture.page(at: PageAddress(query: "springfield"))
    let shared = try #require(await page.state.completions.first { $0.cityIDs.count > 5 })
    await page.perform(.chosen(key: shared.id))
    let labels = await page.map.components(separatedBy: "&quot;label&quot;:&quot;").dropFirst()
      .map { $0.components(separatedBy: "&quot;")[0] }
    #expect(labels.count > 5)
    #expect(Set(labels).count == labels.count)
    #expect(labels.contains("Springfield, Illinois"))
  }

  @Test func `search here prefers what is near, and the map stays`() async throws {
    let fixture = try PageFixture()
    let page = await fixture.page(at: PageAddress(query: "springfield"))
    let oregon = CoordinateRegion(
      center: Coordinate(latitude: 44.05, longitude: -123),
      span: CoordinateRegion.Span(latitudeDelta: 1, longitudeDelta: 1))
    await page.perform(.searchedHere(oregon))
    let first = await page.state.completions.first { $0.cityIDs.count == 1 }
    #expect(first?.subtitle == "Oregon, United States")
    #expect(await !page.map.contains(" region="))
  }

  @Test func `a tile has its most populous cities, and only those within`() throws {
    let fixture = try PageFixture()
    let world = try #require(MapRoute.rectangle(zoom: 0, column: 0, row: 0))
    let all = CoordinateRectangle(south: -90, west: -180, north: 90, east: 180)
    let gazetteer = fixture.context.gazetteer
    #expect(
      gazetteer.cities(in: world, limit: 14).map(\.id)
        == gazetteer.cities(in: all, limit: 14).map(\.id))
    // The tile of Munich at zoom 8.
    let tile = try #require(MapRoute.rectangle(zoom: 8, column: 136, row: 88))
    #expect(gazetteer.cities(in: tile, limit: 3).contains { $0.id == SearchCompletion.munichID })
    for (zoom, column, row) in [(0, 1, 0), (3, 0, 8), (-1, 0, 0), (17, 0, 0), (4, -1, 2)] {
      #expect(MapRoute.rectangle(zoom: zoom, column: column, row: row) == nil)
    }
  }

  @Test func `no cell of a table is a formula`() {
    #expect(AddressExport.cell("=1+1") == "\"'=1+1\"")
    #expect(AddressExport.cell("say \"hi\", twice") == "\"say \"\"hi\"\", twice\"")
    #expect(AddressExport.cell("") == "\"\"")
  }

  @Test func `a tile server is allowed by its origin alone`() throws {
    let tiles = "https://tiles.example.org:8443/a/{z}/{x}/{y}.png?key=1"
    #expect(PageHeaders.origin(ofTiles: tiles) == "https://tiles.example.org:8443")
    let policy = try #require(PageHeaders.with(tiles: tiles)[.contentSecurityPolicy])
    #expect(policy.contains("img-src 'self' data: https://tiles.example.org:8443;"))
    for wrong in ["https://tiles.example.org/{z}/{x}", "ftp://a/{z}/{x}/{y}", "{z}{x}{y}", ""] {
      #expect(PageHeaders.origin(ofTiles: wrong) == nil)
    }
  }
}
#endif
