import Foundation

extension BenchmarkResult {
  /// Reads a result and checks it.
  ///
  /// - Throws: `BenchFailure` with a sentence that names the file and what is wrong with it.
  init(contentsOf url: URL) throws {
    let file = url.lastPathComponent
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw BenchFailure("\(file) cannot be read: \(error.localizedDescription)")
    }
    try self.init(json: data, file: file)
  }

  /// Reads a result from JSON and checks it.
  init(json data: Data, file: String) throws {
    guard let head = try? JSONDecoder().decode(Head.self, from: data), head.format == Self.format
    else { throw BenchFailure("\(file) is not a result of `bench run --format json`.") }
    guard head.formatVersion == Self.formatVersion else {
      throw BenchFailure(
        "\(file) has version \(head.formatVersion) of the format; "
          + "this program reads version \(Self.formatVersion).")
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch let error as DecodingError {
      throw BenchFailure("\(file) is damaged: \(error.place) \(error.fault).")
    }
    if let flaw = firstFlaw { throw BenchFailure("\(file) is damaged: \(flaw).") }
  }

  /// The result as JSON with keys in a fixed order, so that equal results are equal files.
  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }

  /// What is read before anything else is believed.
  private struct Head: Decodable {
    var format: String
    var formatVersion: Int
  }
}

extension DecodingError {
  /// Where in the document the error is, such as `subjects[2].memory`.
  fileprivate var place: String {
    let path: [any CodingKey] =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      case .keyNotFound(let key, let context): context.codingPath + [key]
      @unknown default: []
      }
    let text = path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
    return text.isEmpty ? "the document" : text
  }

  /// What is wrong there, as the end of a sentence.
  fileprivate var fault: String {
    switch self {
    case .keyNotFound: "is missing"
    case .typeMismatch(let type, _): "is not of type \(type)"
    case .valueNotFound: "is null"
    case .dataCorrupted: "has a value that is not allowed"
    @unknown default: "cannot be read"
    }
  }
}
