package import CitySearch
package import PrefixSearch

/// The input from which all subjects are built.
///
/// Making it is not part of any subject's build time.
package struct SubjectInput: Sendable {
  package let records: Records
  /// The keys of the records' rows.
  package let keys: SortedKeys

  package init(records: Records, keys: SortedKeys) {
    self.records = records
    self.keys = keys
  }
}

extension SubjectInput {
  package init(gazetteer: Gazetteer, keys: SortedKeys) {
    self.init(records: .cities(gazetteer), keys: keys)
  }

  /// The cities, for subjects that need some: they are never built over other keys.
  package var gazetteer: Gazetteer {
    guard case .cities(let gazetteer) = records else {
      preconditionFailure("A subject that needs cities must not be built over keys.")
    }
    return gazetteer
  }

  /// An index over the keys as a subject that finds records.
  package func subject(_ index: any PrefixIndex) -> any Subject {
    switch records {
    case .cities(let gazetteer): IndexSubject(index, over: gazetteer)
    case .keys(let lines): KeySubject(index: index, lines: lines)
    }
  }

  /// A search without an index, which compares all records.
  package var scan: any Subject {
    switch records {
    case .cities(let gazetteer): LinearScanSubject(scan: LinearScan(gazetteer))
    case .keys(let lines): KeyScan(lines: lines)
    }
  }
}
