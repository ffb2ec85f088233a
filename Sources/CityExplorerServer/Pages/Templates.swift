#if Server
import Foundation
import Mustache

/// The templates of the pages.
struct Templates: Sendable {
  private let library: MustacheLibrary
  /// The texts that the templates show.
  let languages: PageLanguages

  /// Reads and parses all templates of a folder.
  ///
  /// - Throws: The errors of reading and parsing.
  init(folder: URL? = nil) throws {
    let folder = try folder ?? WebFiles.folder()
    MustacheContentTypes.register(HTMLText(), named: Self.contentType)
    var library = MustacheLibrary()
    let files = try WebFiles.files(in: folder, withExtension: "mustache")
    for file in files {
      // Added to each template, so that none can leave its values unescaped.
      let text =
        try "{{% CONTENT_TYPE:\(Self.contentType)}}" + String(contentsOf: file, encoding: .utf8)
      try library.register(text, named: file.deletingPathExtension().lastPathComponent)
    }
    self.library = library
    languages = try PageLanguages(folder: folder)
  }

  /// Renders a template with values.
  func render(_ name: String, _ values: [String: Any]) -> String {
    guard let text = library.render(values, withTemplate: name) else {
      preconditionFailure("the resources must have a template '\(name)'")
    }
    return text
  }

  private static let contentType = "HTML-SCALARS"
}

/// Escapes text for HTML, including quoted attributes.
///
/// The type of swift-mustache escapes characters, so it leaves a quotation mark with a combining
/// accent unescaped. Browsers parse code points.
struct HTMLText: MustacheContentType {
  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: Self.isSpecial) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}
#endif
