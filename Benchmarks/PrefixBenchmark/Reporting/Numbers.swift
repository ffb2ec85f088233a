extension BinaryInteger {
  /// The digits in groups of three, with commas between them.
  var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}

extension Double {
  /// The number with a fixed count of decimals; a dash if it has more digits than a `Double` can hold,
  /// which only ratios of damaged figures have.
  func rounded(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    guard (self * scale).magnitude < 0x1p53 else { return "–" }
    let units = Int((self * scale).rounded())
    guard decimals > 0 else { return units.grouped }
    let fraction = String(Int(units.magnitude) % Int(scale))
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    let whole = (units.magnitude / UInt(scale)).grouped
    return "\(units < 0 ? "-" : "")\(whole).\(zeros)\(fraction)"
  }
}
