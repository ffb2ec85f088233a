#if Server
import CityGeocoding
import CityExplorer
import CitySearch
import CitySession
import Foundation
import TestSupport
import Testing

@testable import CityExplorerServer

@Suite("Text that is no markup", .againstHanging)
struct EscapingTests {
  /// An accent behind a special character makes one `Character` of both.
  static let attacks = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "\"\u{301} onfocus=alert(1) autofocus x=\"\u{301}", "'\u{20DD} onclick='alert(1)",
    "</textarea><script>", "{{> page}}{{{query}}}", "&lt;script&gt;", "javascript:alert(1)",
    "\u{2028}</script>\u{0}<b\u{301}>",
  ].named(by: \.self)

  @Test(arguments: attacks) func `every special code point is written in full`(
    attack: Named<String>
  ) {
    let text = attack.value
    let escaped = HTMLText().escapeText(text)
    #expect(!escaped.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) })
    #expect(Self.unescaped(escaped) == Array(text.unicodeScalars))
  }

  @Test(arguments: attacks)
  func `what is typed comes back as text, with and without a script`(attack: Named<String>)
    async throws
  {
    let text = attack.value
    let fixture = try PageFixture()
    let page = await fixture.page()
    await page.type(text, number: 1)
    await page.perform(.kept(.addressesPasted(text)))
    await page.wait {
      guard case .finished = await $0.state.geocoding.progress else { return false }
      return true
    }
    let plain = await fixture.page(at: PageAddress(query: text), isScripted: false)
    for html in [await page.results, await page.progress, await page.map, await plain.document()] {
      Self.expectHarmless(html)
    }
    let events = await page.events(after: 0).events.map(\.text).joined()
    #expect(!events.contains("\r"))
  }

  @Test(arguments: attacks)
  func `names of cities and of favorites come back as text`(attack: Named<String>) async throws {
    let text = attack.value
    let fixture = try PageFixture()
    let item = MapItem(
      id: -1,
      placemark: Placemark(
        coordinate: Coordinate(latitude: 1, longitude: 2), name: text,
        administrativeArea: text,
        countryName: text, timeZone: text))
    let completion = SearchCompletion(
      kind: .city(-1), title: text, matchedName: text, subtitle: text,
      titleHighlightRanges: [HighlightRange(location: 0, length: 1)])
    let client = SearchClient(
      makeSearch: { { _ in [completion] } }, response: { _ in SearchResponse(mapItems: [item]) })
    for isScripted in [true, false] {
      let page = await fixture.page(
        at: PageAddress(query: "x"), client: client, isScripted: isScripted)
      await page.perform(.chosen(key: "city:-1"))
      #expect(await page.state.selectedItem == item)
      Self.expectHarmless(await page.document())
    }
  }

  /// Expects no tags and no attributes that the templates do not have.
  private static func expectHarmless(_ html: String) {
    let scalars = html.unicodeScalars
    #expect(!html.contains("<script>"))
    #expect(!html.contains("<img src=x"))
    for (index, scalar) in zip(scalars.indices, scalars) where scalar == "<" {
      let next = scalars.index(after: index)
      guard next < scalars.endIndex else { continue }
      let follows = scalars[next]
      #expect(follows == "/" || follows == "!" || follows.properties.isAlphabetic)
    }
    // Within a tag, quotation marks come in pairs, and outside of values there is no event handler.
    for tag in html.split(separator: "<").dropFirst() {
      let inside = tag.prefix { $0 != ">" }
      let values = inside.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      for (position, part) in values.enumerated() where position.isMultiple(of: 2) {
        #expect(!String(part).contains("onfocus") && !String(part).contains("onclick"))
      }
    }
  }

  private static func unescaped(_ text: String) -> [Unicode.Scalar] {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    var data = Data(text.utf8)
    for (entity, character) in entities {
      while let range = data.range(of: Data(entity.utf8)), entity != "&amp;" {
        data.replaceSubrange(range, with: Data(character.utf8))
      }
    }
    var result: [Unicode.Scalar] = []
    var rest = String(decoding: data, as: UTF8.self).unicodeScalars[...]
    let ampersand = Array("&amp;".unicodeScalars)
    while let first = rest.first {
      if rest.starts(with: ampersand) {
        result.append("&")
        rest = rest.dropFirst(ampersand.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
#endif
