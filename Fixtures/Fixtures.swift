public import Foundation

/// The data files that the benchmark and the tests read.
///
/// The files travel with the build as a resource bundle, so they are found from any working
/// directory. `README.md` beside this file names their source, licence and digests.
public enum Fixtures {
  /// The places of the world of 500 people or more, and the seats of divisions, the population of which
  /// is 0 where it is unknown: 234,908 rows in GeoNames' 19 columns.
  public static var cities: URL { url(named: "Data/cities500.txt") }

  /// The names of first-level administrative divisions, in GeoNames' `admin1CodesASCII` layout.
  public static var admin1Codes: URL { url(named: "Data/admin1CodesASCII.txt") }

  /// The names of countries, in GeoNames' `countryInfo` layout.
  public static var countryInfo: URL { url(named: "Data/countryInfo.txt") }

  /// About 1,000 rows of `cities`, chosen because they are difficult.
  public static var sample: URL { url(named: "Data/sample.txt") }

  /// The names of countries and divisions that people type: folded key, country, code of the division
  /// or `*` for the whole country, source.
  public static var regions: URL { url(named: "Data/regions/regions.tsv") }

  /// What people type with the ids of the cities that are right for it, by which the quality of a search
  /// is measured.
  public static var qualityCases: URL { url(named: "Data/quality-cases.tsv") }

  /// A part of the answer key: what every engine must answer for the cities of `cities`.
  public enum Answers: String, CaseIterable, Sendable {
    /// Queries with their number of matches and the first ten ids in canonical order.
    case prefix
    /// Queries with their number of matches and the ids of the ten most populous cities.
    case population
    /// Pairs of query and name with the length of the highlight in UTF-16 code units.
    case highlight
    /// Names with their key, marked at its end by a vertical bar.
    case folding
    /// Queries with the number of cities that they find as typed and the first ten ids by relevance,
    /// those behind a `~` found by correcting a typo, with kinds, names and highlights.
    case relevance

    /// The location of the tab-separated file, whose first line names its columns.
    public var url: URL { Fixtures.url(named: "Answers/\(rawValue).tsv") }
  }

  private static func url(named path: String) -> URL {
    // Resources lie deeper in a bundle of macOS.
    (Bundle.module.resourceURL ?? Bundle.module.bundleURL)
      .appending(path: path, directoryHint: .notDirectory)
  }
}
