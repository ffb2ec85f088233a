public import Foundation
internal import GazetteerBuilding
internal import SystemFiles

/// The data files that the benchmark and the tests read.
///
/// The files are a resource bundle of the build, so they are found from any working directory.
/// `README.md` beside this file has their sources, licenses and digests.
public enum Fixtures {
  /// The places with a population of at least 500, and the seats of divisions, whose population is 0 if
  /// it is unknown: 234,908 rows in GeoNames' 19 columns.
  ///
  /// Compressed by gzip, which the loaders read as it is; ``text(of:)`` has the text.
  public static var cities: URL { url(named: "Data/cities500.txt.gz") }

  /// The names of first-level administrative divisions, in GeoNames' `admin1CodesASCII` layout.
  public static var admin1Codes: URL { url(named: "Data/admin1CodesASCII.txt") }

  /// The names of countries, in GeoNames' `countryInfo` layout.
  public static var countryInfo: URL { url(named: "Data/countryInfo.txt") }

  /// About 1,000 difficult rows of `cities`.
  public static var sample: URL { url(named: "Data/sample.txt") }

  /// The names of countries and divisions that people type: folded key, country, code of the division
  /// or `*` for the whole country, source.
  public static var regions: URL { url(named: "Data/regions/regions.tsv") }

  /// Divisions of every level with their names; compressed by gzip.
  public static var divisions: URL { url(named: "Data/divisions/divisions.tsv.gz") }

  /// The divisions of the cities; compressed by gzip.
  public static var cityDivisions: URL { url(named: "Data/divisions/city-divisions.tsv.gz") }

  /// Official, common and other names of countries.
  public static var countryNames: URL { url(named: "Data/divisions/countries.tsv") }

  /// The names of cities by language: GeoNames id, language as gettext writes it, name; compressed by gzip.
  public static var languages: URL { url(named: "Data/languages/names.tsv.gz") }

  /// Codes of airports: code, GeoNames id of the city that the airport serves, how the city was found.
  public static var airportCodes: URL { url(named: "Data/codes/iata.tsv") }

  /// Queries with the ids of their correct cities, which measure the quality of a search.
  public static var qualityCases: URL { url(named: "Data/quality-cases.tsv") }

  /// Lines with the ids of their correct cities: a city among words that say where it is.
  public static var lineCases: URL { url(named: "Data/line-cases.tsv") }

  /// A part of the answer key: the correct answers of every engine over `cities`.
  public enum Answers: String, CaseIterable, Sendable {
    /// Queries with their number of matches and the first ten ids in canonical order.
    case prefix
    /// Queries with their number of matches and the ids of the ten most populous cities.
    case population
    /// Pairs of query and name with the length of the highlight in UTF-16 code units.
    case highlight
    /// Names with their key, marked at its end by a vertical bar.
    case folding
    /// Queries with the number of cities that match as typed and the first ten ids by relevance, `~`
    /// after those that match with a correction and `*` after those of which a part of the query was
    /// ignored, with kinds, names and highlights.
    case relevance
    /// The coordinate and country of a person, a query, and the first ten ids with this bias.
    case bias

    /// The location of the tab-separated file, whose first line names its columns.
    public var url: URL { Fixtures.url(named: "Answers/\(rawValue).tsv") }
  }

  /// The content of one of these files, decompressed.
  public static func text(of file: URL) throws -> Data {
    try Data(contentsOf: file).unpacked()
  }

  private static func url(named path: String) -> URL {
    do throws(MissingResources) {
      return try resources.url(named: path)
    } catch {
      // Whoever opens the file fails, with its name in the error.
      return error.folder.appending(path: path)
    }
  }

  private static let resources = ResourceBundle(ofTarget: "Fixtures")
}
