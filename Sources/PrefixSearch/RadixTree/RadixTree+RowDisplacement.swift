extension RadixTree {
  /// A sparse table of 256 rows and columns, laid one row over the other in a single list.
  ///
  /// Each row is shifted so far that its entries fall into places which the rows before it leave
  /// free: first fit, the fullest row first (Tarjan and Yao, *Storing a Sparse Table*, CACM 22, 1979).
  /// Whoever looks up an entry must ask it which row it belongs to.
  struct RowDisplacement {
    /// How far each row is shifted, less than 0 where its lowest columns are empty; 0 for those without
    /// entries.
    private(set) var shifts = [Int](repeating: 0, count: 256)
    /// The number of places in the list, free ones between entries included.
    var placeCount: Int { isTaken.count }
    private var isTaken: [Bool] = []

    /// Finds a place for each entry.
    ///
    /// - Parameter columns: The columns that have an entry, for each row.
    /// - Complexity: O(*e* · *p*), where *e* is the number of entries and *p* that of places; mostly
    ///   much less, as the first entry that does not fit ends a try.
    init(columns: [[UInt8]]) {
      let rows = columns.indices.filter { !columns[$0].isEmpty }
        .sorted { (-columns[$0].count, $0) < (-columns[$1].count, $1) }
      for row in rows {
        var shift = -Int(columns[row].min() ?? 0)
        while columns[row].contains(where: { isTaken(shift + Int($0)) }) { shift += 1 }
        shifts[row] = shift
        for column in columns[row] { take(shift + Int(column)) }
      }
    }

    private func isTaken(_ place: Int) -> Bool { place < isTaken.count && isTaken[place] }

    private mutating func take(_ place: Int) {
      if place >= isTaken.count {
        isTaken.append(contentsOf: repeatElement(false, count: place + 1 - isTaken.count))
      }
      isTaken[place] = true
    }
  }
}
