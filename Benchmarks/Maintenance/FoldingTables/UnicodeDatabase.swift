import Foundation

/// The general categories of Unicode, by their short names.
enum GeneralCategory: String {
  case lu = "Lu", ll = "Ll", lt = "Lt", lm = "Lm", lo = "Lo"
  case mn = "Mn", mc = "Mc", me = "Me"
  case nd = "Nd", nl = "Nl", no = "No"
  case pc = "Pc", pd = "Pd", ps = "Ps", pe = "Pe", pi = "Pi", pf = "Pf", po = "Po"
  case sm = "Sm", sc = "Sc", sk = "Sk", so = "So"
  case zs = "Zs", zl = "Zl", zp = "Zp"
  case cc = "Cc", cf = "Cf", cs = "Cs", co = "Co", cn = "Cn"
}

/// The properties of all scalars that folding depends on, from the data files of Unicode.
struct UnicodeDatabase {
  /// One more than the largest code point.
  static let scalarCount = 0x11_0000

  /// The version of Unicode, such as "15.0.0".
  private(set) var version = ""
  /// The general category of each code point.
  private(set) var categories = [GeneralCategory](repeating: .cn, count: scalarCount)
  /// The canonical combining class of each code point.
  private(set) var combiningClasses = [UInt8](repeating: 0, count: scalarCount)
  /// The names of the code points that have one of their own.
  private(set) var names: [UInt32: String] = [:]
  /// One step of decomposition, canonical or compatible, of the scalars that have one.
  private(set) var decompositions: [UInt32: [UInt32]] = [:]
  /// The scalars whose decomposition is only compatible.
  private(set) var compatibles: Set<UInt32> = []
  /// The full case foldings of the scalars that have one.
  private(set) var caseFoldings: [UInt32: [UInt32]] = [:]
  /// The values of the decimal digits of all scripts.
  private(set) var digits: [UInt32: UInt32] = [:]
  /// The code points with the property Default_Ignorable_Code_Point, assigned or not.
  private(set) var defaultIgnorables: Set<UInt32> = []

  /// Reads UnicodeData.txt, CaseFolding.txt and DerivedCoreProperties.txt in the folder.
  init(folder: String) throws(GeneratorError) {
    try readUnicodeData(DataFile(path: folder + "/UnicodeData.txt"))
    let caseFolding = try DataFile(path: folder + "/CaseFolding.txt")
    version = try caseFolding.versionInHeader()
    try readCaseFolding(caseFolding)
    let properties = try DataFile(path: folder + "/DerivedCoreProperties.txt")
    guard try properties.versionInHeader() == version else {
      throw properties.malformed(0, "must be of Unicode \(version), as CaseFolding.txt is")
    }
    try readDefaultIgnorables(properties)
  }
}

// MARK: - UnicodeData.txt

extension UnicodeDatabase {
  private mutating func readUnicodeData(_ file: DataFile) throws(GeneratorError) {
    var next: UInt32 = 0
    var openRange: UInt32?
    for line in file.lines.indices where !file.lines[line].isEmpty {
      let fields = file.fields(of: line)
      guard fields.count == 15 else {
        throw file.malformed(line, "must have 15 fields, got \(fields.count)")
      }
      let scalar = try file.scalar(in: fields[0], line: line)
      guard scalar >= next else { throw file.malformed(line, "code points must ascend") }
      let first = openRange ?? scalar
      guard fields[1].hasSuffix(", Last>") == (openRange != nil) else {
        throw file.malformed(line, "a range must have a first and a last line")
      }
      openRange = fields[1].hasSuffix(", First>") ? scalar : nil
      next = scalar + 1
      try setProperties(of: first...scalar, from: fields, in: file, line: line)
    }
    // Every version ends with this code point; a file without it is truncated.
    guard next == 0x10_FFFE, openRange == nil else {
      throw file.malformed(file.lines.count - 1, "must end with U+10FFFD")
    }
  }

  private mutating func setProperties(
    of scalars: ClosedRange<UInt32>, from fields: [Substring], in file: DataFile, line: Int
  ) throws(GeneratorError) {
    guard let category = GeneralCategory(rawValue: String(fields[2])) else {
      throw file.malformed(line, "'\(fields[2])' is not a general category")
    }
    guard let combiningClass = UInt8(fields[3]), combiningClass < 255 else {
      throw file.malformed(line, "'\(fields[3])' is not a canonical combining class")
    }
    for scalar in scalars {
      categories[Int(scalar)] = category
      combiningClasses[Int(scalar)] = combiningClass
    }
    if !fields[1].hasPrefix("<") { names[scalars.lowerBound] = String(fields[1]) }
    if category == .nd {
      guard let value = UInt32(fields[6]), value < 10 else {
        throw file.malformed(line, "'\(fields[6])' is not the value of a decimal digit")
      }
      for scalar in scalars { digits[scalar] = value }
    }
    var mapping = fields[5]
    guard !mapping.isEmpty else { return }
    // A tag such as "<compat>" gives the kind of compatibility, which does not matter here.
    if mapping.first == "<" {
      mapping = mapping.drop { $0 != " " }.dropFirst()
      compatibles.insert(scalars.lowerBound)
    }
    decompositions[scalars.lowerBound] = try file.scalars(in: mapping, line: line)
  }
}

// MARK: - CaseFolding.txt

extension UnicodeDatabase {
  private mutating func readCaseFolding(_ file: DataFile) throws(GeneratorError) {
    for line in file.lines.indices {
      guard let first = file.lines[line].first, first != "#" else { continue }
      let fields = file.fields(of: line)
      guard fields.count == 4 else {
        throw file.malformed(line, "must have 4 fields, got \(fields.count)")
      }
      let scalar = try file.scalar(in: fields[0], line: line)
      guard categories[Int(scalar)] != .cn else {
        throw file.malformed(line, "UnicodeData.txt lacks this code point: it has another version")
      }
      switch fields[1] {
      case "C", "F": caseFoldings[scalar] = try file.scalars(in: fields[2], line: line)
      case "S", "T": break  // Simple foldings and those of Turkish are not part of a full folding.
      default: throw file.malformed(line, "'\(fields[1])' is not a status")
      }
    }
    guard file.lines.last(where: { !$0.isEmpty }) == "# EOF" else {
      throw file.malformed(file.lines.count - 1, "must end with '# EOF'")
    }
  }
}

// MARK: - DerivedCoreProperties.txt

extension UnicodeDatabase {
  private mutating func readDefaultIgnorables(_ file: DataFile) throws(GeneratorError) {
    for line in file.lines.indices {
      guard let first = file.lines[line].first, first != "#" else { continue }
      let fields = file.fields(of: line)
      guard fields.count == 2 else {
        throw file.malformed(line, "must have 2 fields, got \(fields.count)")
      }
      // A comment follows the name of the property.
      guard fields[1].prefix(while: { $0 != " " && $0 != "#" }) == "Default_Ignorable_Code_Point"
      else { continue }
      let ends = fields[0].split(separator: ".").map { UInt32($0, radix: 16) }
      guard let lower = ends.first ?? nil, let upper = ends.last ?? nil, ends.count <= 2,
        lower <= upper, upper < Self.scalarCount
      else { throw file.malformed(line, "'\(fields[0])' is not a range of code points") }
      defaultIgnorables.formUnion(lower...upper)
    }
    guard !defaultIgnorables.isEmpty else {
      throw file.malformed(file.lines.count - 1, "must have Default_Ignorable_Code_Point before")
    }
  }
}

// MARK: - Decomposition

extension UnicodeDatabase {
  /// Whether the scalar is a Hangul syllable, which is decomposed by arithmetic.
  static func isHangulSyllable(_ scalar: UInt32) -> Bool { 0xAC00...0xD7A3 ~= scalar }

  /// The full compatibility decomposition of one scalar, before canonical ordering.
  func compatibilityDecomposition(of scalar: UInt32) -> [UInt32] {
    if Self.isHangulSyllable(scalar) {
      let index = scalar - 0xAC00
      let (leading, vowel, trailing) = (index / 588, index % 588 / 28, index % 28)
      return [0x1100 + leading, 0x1161 + vowel] + (trailing == 0 ? [] : [0x11A7 + trailing])
    }
    guard let parts = decompositions[scalar] else { return [scalar] }
    return parts.flatMap(compatibilityDecomposition)
  }
}

/// The lines of a data file, whose fields are separated by semicolons.
struct DataFile {
  let path: String
  let lines: [Substring]

  init(path: String) throws(GeneratorError) {
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// An error at the line with this index, counted from 0.
  func malformed(_ index: Int, _ reason: String) -> GeneratorError {
    .malformed(path: path, line: index + 1, reason: reason)
  }

  /// The version of Unicode in the first line, such as "15.0.0" in "# CaseFolding-15.0.0.txt".
  func versionInHeader() throws(GeneratorError) -> String {
    let (prefix, suffix) = (
      "# \(URL(filePath: path).deletingPathExtension().lastPathComponent)-", ".txt"
    )
    guard let header = lines.first, header.hasPrefix(prefix), header.hasSuffix(suffix) else {
      throw malformed(0, "must be a header such as '\(prefix)15.0.0.txt'")
    }
    let version = header.dropFirst(prefix.count).dropLast(suffix.count)
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers.allSatisfy({ UInt16($0) != nil }) else {
      throw malformed(0, "'\(version)' is not a version of Unicode")
    }
    return String(version)
  }

  /// The fields of the line with this index, without blanks around them.
  func fields(of index: Int) -> [Substring] {
    lines[index].split(separator: ";", omittingEmptySubsequences: false).map { field in
      let start = field.drop { $0 == " " }
      return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start.prefix(0)
    }
  }

  /// The scalars in a field: hexadecimal numbers with single blanks between them.
  func scalars(in field: Substring, line index: Int) throws(GeneratorError) -> [UInt32] {
    var scalars: [UInt32] = []
    for number in field.split(separator: " ", omittingEmptySubsequences: false) {
      guard let scalar = UInt32(number, radix: 16), scalar < UnicodeDatabase.scalarCount else {
        throw malformed(index, "must be a list of hexadecimal code points, got '\(field)'")
      }
      scalars.append(scalar)
    }
    return scalars
  }

  /// The one scalar in a field.
  func scalar(in field: Substring, line index: Int) throws(GeneratorError) -> UInt32 {
    let scalars = try scalars(in: field, line: index)
    guard scalars.count == 1 else {
      throw malformed(index, "must be one hexadecimal code point, got '\(field)'")
    }
    return scalars[0]
  }
}
