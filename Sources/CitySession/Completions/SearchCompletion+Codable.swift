internal import CitySearch

extension SearchCompletion: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, subtitle, kind, titleHighlightRanges, subtitleHighlightRanges
    case matchedName, matchedNameHighlightRanges, edits
  }

  /// Decodes a line, also one that was kept before lines had a ``matchedName`` or ``edits``.
  ///
  /// The id is not read, because it follows from kind and title.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the number of edits is negative, beside what the
  ///   decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let edits = try container.decodeIfPresent(Int.self, forKey: .edits) ?? 0
    guard edits >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .edits, in: container, debugDescription: "edits must be at least 0, got \(edits)")
    }
    self.init(
      kind: try container.decode(Kind.self, forKey: .kind),
      title: try container.decode(String.self, forKey: .title),
      matchedName: try container.decodeIfPresent(String.self, forKey: .matchedName),
      subtitle: try container.decode(String.self, forKey: .subtitle),
      titleHighlightRanges: try container.decode(
        [HighlightRange].self, forKey: .titleHighlightRanges),
      matchedNameHighlightRanges: try container.decodeIfPresent(
        [HighlightRange].self, forKey: .matchedNameHighlightRanges) ?? [],
      subtitleHighlightRanges: try container.decode(
        [HighlightRange].self, forKey: .subtitleHighlightRanges),
      edits: edits)
  }

  /// Encodes all properties under their names; those of a matched name and the edits only if there are
  /// any, so that the usual line is what it always was.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(title, forKey: .title)
    try container.encode(subtitle, forKey: .subtitle)
    try container.encode(titleHighlightRanges, forKey: .titleHighlightRanges)
    try container.encode(subtitleHighlightRanges, forKey: .subtitleHighlightRanges)
    try container.encodeIfPresent(matchedName, forKey: .matchedName)
    if !matchedNameHighlightRanges.isEmpty {
      try container.encode(matchedNameHighlightRanges, forKey: .matchedNameHighlightRanges)
    }
    if edits > 0 { try container.encode(edits, forKey: .edits) }
  }
}
