/// A text that calls are made with, or several that they are made with in turns.
struct CallText: Sendable {
  /// The name in tables: a text in quotation marks, or what several have in common.
  let name: String
  let texts: [String]

  /// One text.
  init(_ text: String) { (name, texts) = ("\"\(text)\"", [text]) }

  /// Several texts.
  init(_ name: String, _ texts: [String]) { (self.name, self.texts) = (name, texts) }
}

extension CallText {
  /// The texts of all calls: those that the documentation names, the texts of people who type, and
  /// texts that are long.
  ///
  /// - Parameter typed: Texts of the main workload.
  /// - Returns: The texts, in the order of the table.
  static func all(typed: [String]) -> [CallText] {
    ["", "s", "san", "lond", "springfield, il", "new yrok"].map { CallText($0) } + [
      CallText(typedName, typed), CallText(longName, long),
    ]
  }

  /// The name of the texts of the main workload.
  static let typedName = "typed"

  /// The most texts of the main workload that calls are made with.
  static let typedCount = 200

  /// The most letters of a text whose worst time is promised.
  static let greatestLength = 100

  private static let longName = "\(greatestLength) letters"

  /// Texts that take as many steps as a text of this length can: many words, many regions, one long
  /// word that no name begins with, and a name whose end is mistyped.
  private static let long = [
    "san ", "springfield, il, ", "llanfair", "krung thep maha nakhon amon rattanakosin ",
  ].map { part in
    String(repeating: part, count: greatestLength / part.count + 1).prefix(greatestLength)
  }.map(String.init)
}
