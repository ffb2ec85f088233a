import CitySearch
import CitySession
import CityTestSupport
import Foundation
import TestSupport
import Testing

/// The examples of the article "From a text field to a map", compiled and run.
@Suite("The article", .againstHanging)
struct ArticleTests {
  private let gazetteer: Gazetteer

  init() throws {
    gazetteer = try World.cities.get().gazetteer
  }

  @Test func `from a text field to a map`() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let session = LocationSearch(gazetteer)
    let completions = try await session.search(queryFragment: "springf")
    for completion in completions.prefix(2) {
      print(completion.title, "–", completion.subtitle)
    }
    #expect(printed.count == 2)
    #expect(printed.first?.wholeMatch(of: /Springfield – 24 places/) != nil)
    #expect(printed.last?.wholeMatch(of: /Springfield – .+, .+/) != nil)

    let submitted = try await session.submit(queryFragment: "springfi")
    #expect(submitted.first?.title == "Springfield")

    printed = []
    var list = try await session.search(queryFragment: "springfield")
    print("\(list.cityCount) of \(list.total)")
    while let more = list.more {
      list = try await session.search(more)
    }
    #expect(printed.first?.wholeMatch(of: /9 of \d\d/) != nil)
    #expect(list.cityCount == list.total.count)

    // In SwiftUI this would be a font or a color; any attribute works.
    var marked = AttributeContainer()
    marked.link = URL(string: "app:match")
    let title = completions[0].attributedTitle(matched: marked)
    #expect(title.runs.map { $0.link != nil } == [true, false])

    printed = []
    if let munich = try await session.search(queryFragment: "münchen").first {
      print(munich.title, munich.matchedName ?? "", munich.subtitle)
    }
    #expect(printed.first?.wholeMatch(of: /Munich M[uü]nchen Bavaria, Germany/) != nil)

    printed = []
    let response = try await session.response(for: completions[0])
    for item in response.mapItems {
      print(item.placemark.name, item.placemark.coordinate)
    }
    if let region = response.boundingRegion {
      print(region.center, region.span.latitudeDelta, region.span.longitudeDelta)
    }
    #expect(printed.count == completions[0].cityIDs.count + 1)
  }

  @Test func `say where the person is`() async throws {
    let session = LocationSearch(gazetteer)
    let here = Coordinate(latitude: 39.80, longitude: -89.64)
    session.bias = SearchBias(coordinate: here, countryCode: "US")
    let nearby = try await session.search(queryFragment: "springfield")
    #expect(nearby.prefix(2).map(\.subtitle).contains("Illinois, United States"))
  }

  @Test func `show names in the person's languages`() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let german = LocationSearch(gazetteer, languages: ["de"])
    if let munich = try await german.search(queryFragment: "munich").first {
      print(munich.title, munich.matchedName ?? "")
    }
    #expect(printed == ["München Munich"])
  }

  @Test func `tell how well a city fits`() async throws {
    func note(on completion: SearchCompletion) -> String? {
      switch completion.grade {
      case .exact: nil
      case .corrected: "Similar"
      case .partial: "Part of the text"
      case .phonetic: "Sounds alike"
      }
    }
    let session = LocationSearch(gazetteer)
    let exact = try await session.search(queryFragment: "rome")
    #expect(note(on: exact[0]) == nil)
    let similar = try await session.search(queryFragment: "new yrok")
    #expect(note(on: similar[0]) == "Similar")
  }

  @Test func `handle errors`() {
    func message(for error: LocationSearchError) -> String? {
      switch error {
      case .invalidSearchCriteria(let minimum): "Type \(minimum) characters or more."
      case .searchCompletionFailed: "The search failed. Try again."
      case .debounce, .duplicateSearchCriteria, .cancelled: nil
      }
    }
    #expect(message(for: .invalidSearchCriteria(minimumCharacters: 3))?.contains("3") == true)
    #expect(message(for: .debounce) == nil)
  }

  @Test func `update a list`() async {
    var shown: [String] = []
    func show(_ completions: SearchCompletions, note: String = "") {
      shown.append("\(completions.count) \(note)")
    }
    let session = LocationSearch(gazetteer, minimumCharacters: 3, limit: 3)
    let texts = AsyncStream { field in
      for text in ["sp", "springf", "xqzv", ""] { field.yield(text) }
      field.finish()
    }

    for await phase in session.updates(for: texts) {
      switch phase {
      case .idle: show([])
      case .tooShort(_, let minimum): show([], note: "Type \(minimum) characters or more.")
      case .searching(_, let previous): show(previous)
      case .results(_, let completions): show(completions)
      case .noResults(let query): show([], note: "No city has the name \(query).")
      case .failed(_, let error, let previous): show(previous, note: "\(error)")
      }
    }
    // The texts come as fast as they can, so that some may be replaced before their answer.
    #expect(shown.first == "0 Type 3 characters or more.")
    #expect(shown.last == "0 ")
  }

  @Test func `every example of the article is in this file`() throws {
    try Example.expectAll(of: "CitySession.docc/FromATextFieldToAMap.md", in: #filePath, count: 11)
  }
}
