import Foundation

/// Prints the public API of modules, a declaration a line, from the symbol graphs of the compiler.
///
/// The list is a file of the repository, so that reviewers see every change of the API. Declarations
/// that the compiler derives are left out; all others must be documented.
enum ListPublicAPI {
  static let name = "public-api"

  private static let usage = """
    usage: maintain public-api GRAPHS                 print the public API
           maintain public-api GRAPHS --output FILE   write it to FILE
           maintain public-api GRAPHS --check FILE    fail if FILE differs from it

    GRAPHS is a folder of *.symbols.json, made by `swiftc -emit-symbol-graph`.
    """

  static func run(_ arguments: [String]) throws {
    if arguments == ["--help"] || arguments == ["-h"] {
      print(usage)
      return
    }
    guard let folder = arguments.first, !folder.hasPrefix("-") else { throw Failure(text: usage) }
    let list = try PublicAPI(graphs: URL(filePath: folder)).text
    switch (arguments.count, arguments.dropFirst().first) {
    case (1, _): print(list, terminator: "")
    case (3, "--output"): try Data(list.utf8).write(to: URL(filePath: arguments[2]))
    case (3, "--check"): try compare(list, withFile: arguments[2])
    default: throw Failure(text: usage)
    }
  }

  private static func compare(_ list: String, withFile path: String) throws {
    let known = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    guard known != list else { return }
    let lines = { (text: String) in text.split(separator: "\n").map(String.init) }
    for change in lines(list).difference(from: lines(known)) {
      switch change {
      case .insert(_, let line, _): print("+ \(line)")
      case .remove(_, let line, _): print("- \(line)")
      }
    }
    throw Failure(text: "the public API differs from \(path): review it, and write the file again")
  }
}

/// An error with a sentence for the user.
private struct Failure: LocalizedError {
  let text: String

  var errorDescription: String? { text }
}

/// The public declarations of some modules.
private struct PublicAPI {
  /// The lines of each module; each begins with the path of its declaration.
  private var lines: [String: Set<String>] = [:]

  /// Reads all symbol graphs of a folder.
  ///
  /// - Throws: `Failure` if there are none, or if a declaration has no documentation; errors of
  ///   Foundation for damaged files.
  init(graphs folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".symbols.json") }
    guard !files.isEmpty else { throw Failure(text: "\(folder.path) has no symbol graphs") }
    for file in files.sorted() {
      let data = try Data(contentsOf: folder.appending(path: file))
      try add(JSONDecoder().decode(SymbolGraph.self, from: data))
    }
  }

  /// The lines of source files, by their URLs.
  private var sources: [URL: [Substring]] = [:]

  private mutating func add(_ graph: SymbolGraph) throws {
    if let symbol = graph.symbols.first(where: { !$0.isDerived && $0.docComment == nil }) {
      throw Failure(text: "\(graph.module.name).\(symbol.path) has no documentation")
    }
    let paths = Dictionary(
      graph.symbols.map { ($0.identifier.precise, $0.path) },
      uniquingKeysWith: { first, _ in first })
    var added: Set<String> = []
    for symbol in graph.symbols where !symbol.isDerived {
      added.insert("\(symbol.path): \(try text(of: symbol))")
    }
    for relationship in graph.relationships where relationship.kind == "conformsTo" {
      // A target in another module has no symbol here, only a name.
      let target = paths[relationship.target] ?? relationship.targetFallback
      guard let source = paths[relationship.source], let target,
        !Self.implied.contains(target)
      else { continue }
      added.insert("\(source): conforms to \(target)")
    }
    lines[graph.module.name, default: []].formUnion(added)
  }

  /// The declaration of a symbol, without a setter that is not public.
  ///
  /// A macro such as `@Observable` makes a stored property computed. The graph then has its setter, even if
  /// that is private; only the source has the restriction.
  private mutating func text(of symbol: SymbolGraph.Symbol) throws -> String {
    let settable = "{ get set }"
    guard symbol.text.hasSuffix(settable), let location = symbol.location else {
      return symbol.text
    }
    let lines =
      try sources[location.uri]
      ?? String(contentsOf: location.uri, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    sources[location.uri] = lines
    guard lines.indices.contains(location.position.line),
      lines[location.position.line].contains("(set) var ")
    else { return symbol.text }
    return symbol.text.dropLast(settable.count) + "{ get }"
  }

  /// The protocols that nearly every type conforms to implicitly.
  private static let implied: Set<String> = [
    "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype",
  ]

  private static let head = """
    The public API of all products. FavoritesDatabase and GeocodingDatabase are missing, which the trait
    SQLite adds.


    """

  var text: String {
    Self.head
      + lines.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { module, lines in
        "# \(module)\n\n\(lines.sorted().joined(separator: "\n"))\n"
      }.joined(separator: "\n")
  }
}

/// The part of a symbol graph that is read.
private struct SymbolGraph: Decodable {
  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]

  struct Module: Decodable {
    let name: String
  }

  struct Symbol: Decodable {
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Documentation?
    let location: Location?

    var path: String { pathComponents.joined(separator: ".") }

    /// Whether the compiler derived it from a conformance.
    var isDerived: Bool {
      let derived = ["init(from:)", "init(rawValue:)"]
      return identifier.precise.contains("::SYNTHESIZED::")
        || docComment == nil && derived.contains(pathComponents.last ?? "")
    }

    /// The declaration on one line.
    var text: String {
      declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
  }

  /// A documentation comment; only its presence matters.
  struct Documentation: Decodable {}

  struct Location: Decodable {
    let uri: URL
    let position: Position

    /// A position, counted from 0.
    struct Position: Decodable {
      let line: Int
    }
  }

  struct Identifier: Decodable {
    let precise: String
  }

  struct Fragment: Decodable {
    let spelling: String
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }
}
