import Foundation

/// Writes the tables of `Folding`, those of the sounds of letters, and that of the forms of Chinese characters, from the
/// files of the Unicode Character Database.
///
/// The command reads properties of scalars from these files alone, not from the standard library or from
/// Foundation, so the same files give the same tables on every system. It uses no module of this package,
/// so broken tables can be made again.
enum GenerateFoldingTables {
  static let name = "folding-tables"

  private static let usage = """
    usage: maintain folding-tables UCD-FOLDER [KIND]                 print the tables
           maintain folding-tables UCD-FOLDER [KIND] --output FILE   write them to FILE
           maintain folding-tables UCD-FOLDER [KIND] --check FILE    fail if FILE differs from them

    With --sounds, the tables are those of the sounds of letters, with --han-forms and --han-readings those of
    the forms and the sounds of Chinese characters, otherwise those of folding. UCD-FOLDER contains
    UnicodeData.txt, CaseFolding.txt, DerivedCoreProperties.txt, Unihan_Variants.txt and Unihan_Readings.txt
    of one version of Unicode.
    """

  static func run(_ arguments: [String]) throws(GeneratorError) {
    if arguments == ["--help"] || arguments == ["-h"] {
      print(usage)
      return
    }
    guard let folder = arguments.first, !folder.hasPrefix("-") else { throw .usage(usage) }
    var options = arguments.dropFirst()
    let kind = options.first.flatMap(Kind.init) ?? .folding
    if kind != .folding { options.removeFirst() }

    switch (options.count, options.first, options.last) {
    case (0, _, _): print(try source(from: folder, kind), terminator: "")
    case (2, "--output", let path?):
      try write(source(from: folder, kind), to: path)
    case (2, "--check", let path?):
      try check(path, against: source(from: folder, kind))
    default: throw .usage(usage)
    }
  }

  private enum Kind: String {
    case folding = ""
    case sounds = "--sounds"
    case hanForms = "--han-forms"
    case hanReadings = "--han-readings"
  }

  private static func source(
    from folder: String, _ kind: Kind
  ) throws(GeneratorError) -> String {
    if kind == .hanForms { return try HanFormTable(folder: folder).swiftSource }
    if kind == .hanReadings { return try HanReadingTable(folder: folder).swiftSource }
    let database = try UnicodeDatabase(folder: folder)
    if kind == .sounds {
      return try SoundTables(rules: SoundRules(database: database))
        .swiftSource(unicodeVersion: database.version)
    }
    let tables = try FoldingTables(rules: FoldingRules(database: database))
    return tables.swiftSource(unicodeVersion: database.version)
  }

  private static func write(_ source: String, to path: String) throws(GeneratorError) {
    do {
      try Data(source.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
  }

  private static func check(_ path: String, against source: String) throws(GeneratorError) {
    let committed = try DataFile(path: path)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard committed.lines != lines else { return }
    let same = zip(committed.lines, lines).prefix { $0 == $1 }.count
    throw .outdated(path: path, line: same + 1)
  }
}

/// Why the tables could not be generated.
enum GeneratorError: LocalizedError {
  /// The arguments are invalid; the text is the usage.
  case usage(String)
  /// A file is missing, or is not UTF-8.
  case unreadable(path: String, reason: String)
  /// The tables could not be written.
  case unwritable(path: String, reason: String)
  /// A line of a data file is malformed.
  case malformed(path: String, line: Int, reason: String)
  /// The checked file differs from the generated tables, first at `line`.
  case outdated(path: String, line: Int)
  /// The tables cannot express the folding of a scalar.
  case inexpressible(scalar: UInt32, reason: String)

  var errorDescription: String? {
    switch self {
    case .usage(let text): text
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .malformed(let path, let line, let reason): "\(path):\(line): \(reason)"
    case .outdated(let path, let line):
      "\(path):\(line): differs from the tables of these data files; generate it again"
    case .inexpressible(let scalar, let reason): "U+\(hexadecimal(scalar)): \(reason)"
    }
  }
}

/// A code point in four to six hexadecimal digits, as in Unicode's files.
func hexadecimal(_ scalar: UInt32) -> String {
  let digits = String(scalar, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
