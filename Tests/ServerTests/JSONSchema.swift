#if Server
import Foundation

/// Checks values against the part of JSON Schema that the description of the service uses.
struct JSONSchema {
  /// The whole description, which references point into.
  let document: [String: Any]

  private static let annotations: Set<String> = ["description", "default", "example", "title"]

  /// The faults of a value; none if it is as the schema says.
  func faults(of value: Any, by schema: [String: Any], at path: String = "$") -> [String] {
    var faults: [String] = []
    func check(_ condition: Bool, _ what: @autoclosure () -> String) {
      if !condition { faults.append("\(path): \(what())") }
    }
    for (keyword, rule) in schema where !Self.annotations.contains(keyword) {
      switch (keyword, rule) {
      case ("$ref", let reference as String):
        faults += self.faults(of: value, by: target(of: reference), at: path)
      case ("type", let type as String): check(Self.has(value, type: type), "is no \(type)")
      case ("const", let constant):
        check((value as? NSObject) == (constant as? NSObject), "is not \(constant)")
      case ("enum", let choices as [String]):
        check(choices.contains(value as? String ?? ""), "\(value) is none of \(choices)")
      case ("anyOf", let options as [[String: Any]]):
        check(
          options.contains { self.faults(of: value, by: $0).isEmpty }, "is none of what it may be")
      case ("minimum", let least as NSNumber):
        if let number = value as? NSNumber {
          check(number.doubleValue >= least.doubleValue, "\(number) < \(least)")
        }
      case ("maximum", let most as NSNumber):
        if let number = value as? NSNumber {
          check(number.doubleValue <= most.doubleValue, "\(number) > \(most)")
        }
      case ("maxLength", let most as Int):
        if let text = value as? String { check(text.unicodeScalars.count <= most, "is too long") }
      case ("pattern", let pattern as String):
        if let text = value as? String {
          check(text.range(of: pattern, options: .regularExpression) != nil, "is not \(pattern)")
        }
      case ("minItems", let least as Int):
        if let list = value as? [Any] { check(list.count >= least, "has too few elements") }
      case ("maxItems", let most as Int):
        if let list = value as? [Any] { check(list.count <= most, "has too many elements") }
      case ("items", let items as [String: Any]):
        for (index, element) in (value as? [Any] ?? []).enumerated() {
          faults += self.faults(of: element, by: items, at: "\(path)[\(index)]")
        }
      case ("required", let names as [String]):
        if let object = value as? [String: Any] {
          for name in names { check(object[name] != nil, "lacks \(name)") }
        }
      case ("properties", let properties as [String: [String: Any]]):
        for (name, member) in value as? [String: Any] ?? [:] {
          guard let schema = properties[name] else { continue }
          faults += self.faults(of: member, by: schema, at: "\(path).\(name)")
        }
      case ("additionalProperties", false as Bool):
        let known = schema["properties"] as? [String: Any] ?? [:]
        for name in (value as? [String: Any] ?? [:]).keys {
          check(known[name] != nil, "has \(name), which is not described")
        }
      default: check(false, "the keyword \(keyword) is not understood")
      }
    }
    return faults
  }

  /// What a reference within the document points to.
  private func target(of reference: String) -> [String: Any] {
    reference.split(separator: "/").dropFirst().reduce(document) { object, name in
      object[String(name)] as? [String: Any] ?? [:]
    }
  }

  private static func has(_ value: Any, type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": (value as? NSNumber).map(isFlag) ?? false
    case "number": (value as? NSNumber).map { !isFlag($0) } ?? false
    case "integer":
      (value as? NSNumber).map { !isFlag($0) && $0.doubleValue == $0.doubleValue.rounded() }
        ?? false
    case "null": value is NSNull
    default: false
    }
  }

  /// Whether a number stands for true or false, which only its encoding tells.
  private static func isFlag(_ number: NSNumber) -> Bool {
    ["c", "B"].contains(unsafe String(cString: number.objCType))
  }
}
#endif
