import CitySearch
import PrefixSearch

/// What all subjects are built from.
///
/// Making it is not a part of any subject's build time.
struct SubjectInput: Sendable {
  let gazetteer: Gazetteer
  /// The keys of the gazetteer's rows.
  let keys: SortedKeys
}

/// A subject before it is built: what the command line and the report know of it.
struct SubjectEntry: Sendable {
  /// The name in tables and on the command line.
  let name: String
  let role: SubjectRole
  /// What it is, as a phrase.
  let summary: String
  /// If it does not answer the question that all others answer: what it answers instead, and why.
  var anotherQuestion: String?
  /// Whether it takes part in a run that does not ask for it by name and is not a full one.
  var runsByDefault = true
  /// Whether a query takes milliseconds, so that only what the main table shows can be measured.
  var isSlow = false
  /// Builds it; this is what the build time is the time of.
  let build: @Sendable (SubjectInput) throws -> any Subject
}

extension SubjectEntry {
  /// All subjects in the order of the table: engines, baseline, rivals.
  static let all: [SubjectEntry] =
    Engine.allCases.map(SubjectEntry.init(engine:)) + [.baseline] + jumpTables + rivals

  /// What ratios are taken of.
  static let baseline = SubjectEntry(
    name: "baseline", role: .baseline, summary: "plain binary search with memcmp over one block",
    build: { IndexSubject(BinarySearch($0.keys), over: $0.gazetteer) })

  /// The radix tree with jump tables of other sizes than its own: what their bytes buy.
  private static let jumpTables = [0, 15, 60, 120, 250, 500, 1_000].map { kilobytes in
    SubjectEntry(
      name: "RadixTree-\(kilobytes)kB", role: .rival,
      summary: "the radix tree with a jump table of \(kilobytes) kB at most", runsByDefault: false,
      build: {
        IndexSubject(RadixTree($0.keys, jumpTableSize: kilobytes * 1_000), over: $0.gazetteer)
      })
  }

  /// An engine of the package.
  init(engine: Engine) {
    self.init(
      name: engine.rawValue, role: .engine, summary: engine.summary,
      build: { input in
        let subject = IndexSubject(engine.makeIndex(over: input.keys), over: input.gazetteer)
        guard let handicap = Handicap.current, handicap.subject == engine.rawValue else {
          return subject
        }
        return HandicappedSubject(base: subject, handicap: handicap)
      })
  }
}

extension Engine {
  fileprivate var summary: String {
    switch self {
    case .radixTree: "path-compressed tree in flat arrays"
    case .sortedArray: "binary search behind a small table"
    case .pointerTrie: "nodes linked by references, one byte a step"
    }
  }
}
