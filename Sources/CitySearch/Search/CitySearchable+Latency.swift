extension CitySearchable {
  /// Whether answers come from memory: no, unless the source says otherwise.
  public var answersImmediately: Bool { false }
}

extension CityIndex {
  /// Whether answers come from memory: yes, within a microsecond.
  public var answersImmediately: Bool { true }
}

extension SortedCitySearch {
  /// Whether answers come from memory, which depends on the base.
  ///
  /// Putting matches in memory into order takes less than a frame of the display, even if there are
  /// tens of thousands.
  public var answersImmediately: Bool { base.answersImmediately }
}
