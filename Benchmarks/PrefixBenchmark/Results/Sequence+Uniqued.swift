extension Sequence where Element: Hashable {
  /// The different elements, each where it appears first.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
