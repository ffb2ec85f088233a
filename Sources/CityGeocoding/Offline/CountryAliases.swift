internal import CitySearch

/// What people call countries, beside the names of GeoNames' table and the codes of two letters.
///
/// The list is the package's own, because what an operating system calls countries differs from one
/// system, version and language to the next, and the same address must give the same place on each.
enum CountryAliases {
  /// Names and the codes that they stand for.
  static let all: [(name: String, code: CountryCode)] = [
    ("America", "US"), ("USA", "US"), ("United States of America", "US"),
    ("Britain", "GB"), ("Great Britain", "GB"), ("GBR", "GB"), ("UK", "GB"),
    ("United Kingdom of Great Britain and Northern Ireland", "GB"),
    ("Bosnia", "BA"), ("Brunei Darussalam", "BN"), ("Burma", "MM"), ("Cape Verde", "CV"),
    ("Congo-Brazzaville", "CG"), ("Congo-Kinshasa", "CD"), ("DR Congo", "CD"),
    ("DRC", "CD"), ("Côte d'Ivoire", "CI"), ("Czech Republic", "CZ"), ("East Timor", "TL"),
    ("Éire", "IE"), ("Republic of Ireland", "IE"), ("Holland", "NL"), ("Lao PDR", "LA"),
    ("Macau", "MO"), ("Macedonia", "MK"), ("Palestine", "PS"),
    ("People's Republic of China", "CN"), ("PRC", "CN"),
    ("Korea", "KR"), ("Republic of Korea", "KR"), ("Korea, South", "KR"), ("Korea, North", "KP"),
    ("Russian Federation", "RU"), ("Slovak Republic", "SK"), ("Swaziland", "SZ"),
    ("Syrian Arab Republic", "SY"), ("Türkiye", "TR"), ("UAE", "AE"), ("Vatican City", "VA"),
    ("Viet Nam", "VN"),
  ]
}
