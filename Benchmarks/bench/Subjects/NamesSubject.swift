import CitySearch
import PrefixSearch

/// The search over all names, asked as users of the package ask it.
struct NamesSubject: Subject {
  private let completer: CityCompleter

  init(_ completer: CityCompleter) { self.completer = completer }

  var stages: Set<Measure.Stage> { [] }
  var memoryFootprint: MemoryFootprint? { completer.index.memoryFootprint }
  var namesSearch: CityCompleter? { completer }
}
