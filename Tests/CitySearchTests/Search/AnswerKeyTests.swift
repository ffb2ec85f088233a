import CitySearch
import Fixtures
import PrefixSearch
import SystemFiles
import Testing

/// The answers of an independent program to 10,457 queries, on every engine.
@Suite("The answer key") struct AnswerKeyTests {
  @Test(arguments: ShippedIndex.allCases)
  func `every query has the answer key's count and first ten ids`(index: ShippedIndex) throws {
    let cities = try index.make()
    let rows = try MatchAnswer.rows(of: .prefix)
    #expect(rows.count == 10_457)
    let wrong = rows.filter { row in
      let matches = cities.ownNames(beginningWith: row.query, limit: 10)
      return matches.asTyped != .exactly(row.totalCount) || matches.ids != row.ids
    }
    #expect(wrong.map(\.query) == [])
  }

  @Test(arguments: ShippedIndex.allCases)
  func `every query has the answer key's ten most populous cities`(index: ShippedIndex) throws {
    let cities = try index.make()
    let rows = try MatchAnswer.rows(of: .population)
    #expect(rows.count == 10_457)
    let wrong = rows.filter { row in
      let matches = cities.ownNames(beginningWith: row.query)
        .ordered(by: .population, limit: 10)
      return matches.asTyped != .exactly(row.totalCount) || matches.ids != row.ids
    }
    #expect(wrong.map(\.query) == [])
  }

  @Test func `the canonical order has the published digest`() throws {
    let gazetteer = try ShippedCities.gazetteer()
    var digest = SHA256()
    for row in gazetteer.indices { digest.update("\(gazetteer.id(atRow: row))\n".utf8.span) }
    #expect(gazetteer.count == 234_908)
    #expect(
      digest.hexDigest == "469aefb7a2070498947f8628e4e54c4e9079163ac703e21ba69a83ba96ea74bd")
  }
}

/// The answers of an independent program to 9,492 queries over all names, on every engine.
@Suite("The answer key of relevance") struct RelevanceKeyTests {
  @Test(arguments: NamedCities.Way.allCases)
  func `every query has the answer key's cities, names and highlights`(
    way: NamedCities.Way
  ) throws {
    let cities = try way.index()
    let rows = try RelevanceAnswer.rows()
    #expect(rows.count == 9_492)
    #expect(rows.count { $0.isExact } >= 4_600)
    #if DEBUG
    let share = way == .builtRadixTree ? 1 : 20
    #else
    let share = 1
    #endif
    var (wrong, otherCount, sameCount) = ([String](), 0, 0)
    for (number, row) in rows.enumerated() where number % share == 0 {
      let matches = cities.search(for: row.query, limit: 10)
      if row.isExact {
        if let difference = row.difference(from: matches) { wrong.append(difference) }
        continue
      }
      // The key has nothing for texts of which it does not know a word.
      if row.cities.isEmpty { continue }
      otherCount += 1
      let first = matches.first.flatMap(RelevanceAnswer.Shown.init)
      if first?.id == row.cities.first?.id { sameCount += 1 }
    }
    #expect(wrong == [])
    #expect(Double(sameCount) >= 0.96 * Double(otherCount), "\(sameCount) of \(otherCount)")
  }

  /// A total is a lower bound where counting would cost more than finding ten; a count is always exact.
  @Test func `without a limit the count is that of the key and the first ten are the same`() throws
  {
    let cities = try NamedCities.Way.builtRadixTree.index()
    #if DEBUG
    let share = 200
    #else
    let share = 10
    #endif
    for (number, row) in try RelevanceAnswer.rows().enumerated() where number % share == 0 {
      let matches = cities.search(for: row.query)
      let typed = cities.search(SearchQuery(row.query, typos: .never))
      guard row.isExact, RelevanceAnswer.isOneWord(row.query) else { continue }
      #expect(typed.asTyped == matches.asTyped, "\(row.query)")
      let isRightTotal =
        matches.asTyped.isExact
        ? matches.asTyped.count == row.count : matches.asTyped.count <= row.count
      #expect(isRightTotal, "\(row.query): \(matches.asTyped) of \(row.count)")
      // The answer key has no names that sound alike.
      let ids = matches.prefix(10).filter { $0.grade != .phonetic }.map(\.id)
      #expect(ids == row.cities.map(\.id), "\(row.query)")
      #expect(typed.count == row.count, "\(row.query)")
    }
  }
}
