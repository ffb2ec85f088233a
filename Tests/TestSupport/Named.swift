internal import Testing

/// An argument of a test with a short name.
///
/// The output of tests has a line for each case, with every argument in full. Where that is long, the name
/// of the case stands for all of them.
package struct Named<Value: Sendable>: Sendable, CustomTestStringConvertible {
  package let value: Value
  package let testDescription: String

  package init(_ value: Value, _ name: String) {
    self.value = value
    testDescription = name
  }
}

extension Array where Element: Sendable {
  /// The elements with names: what a closure makes of each, such as `\.0`, with a number if an earlier
  /// one has the same name.
  package func named<Name>(by name: (Element) -> Name) -> [Named<Element>] {
    var counts: [String: Int] = [:]
    return map { element in
      let name = shortened(String(describingForTest: name(element)))
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return Named(element, count == 1 ? name : "\(name) (\(count))")
    }
  }
}

/// A text on one line, with the middle left out if it has more than 48 characters.
private func shortened(_ text: String) -> String {
  let ends = text.count > 48 ? [text.prefix(30), text.suffix(17)] : [text[...]]
  let parts = ends.map { end in
    end.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(Character(scalar))
    }.joined()
  }
  return parts.joined(separator: "…")
}
