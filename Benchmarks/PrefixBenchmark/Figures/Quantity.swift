extension Figure {
  /// What is counted or timed.
  ///
  /// Raw values stand in files of results and of limits, and in names for people.
  package enum Quantity: String, Codable, CaseIterable, Sendable {
    // MARK: A structure, and how it is made
    /// Bytes of a structure, by part.
    case structure
    /// Nodes of a tree.
    case nodes
    /// The time in which a structure or a file is made.
    case build

    // MARK: Answers to queries
    /// The time of a query.
    case latency
    /// The number of samples behind percentiles.
    case samples
    /// The checksum of answers.
    case answers
    /// Allocations of a query.
    case allocations
    /// Allocations of a query whose first ten names are short enough to be stored in place.
    case shortNameAllocations = "allocations of short names"
    /// Bytes allocated by a query.
    case allocated
    /// Instructions of a query, counted by valgrind.
    case instructions

    // MARK: Making and opening a file
    /// Bytes of the text that a file is made from.
    case input
    /// Bytes of a file.
    case file
    /// The most bytes allocated at once while a file is made.
    case peakAllocated = "peak allocated"
    /// The most bytes resident at once while a file is made.
    case peakResident = "peak resident"
    /// The time in which the first process opens a file.
    case firstOpening = "first opening"
    case opening
    /// The queries that were asked of an opened file before its resident pages were counted.
    case openedQueries = "opened queries"
    /// Bytes of pages that became resident by these queries, by kind.
    case residentGrowth = "resident growth"
    case cities, names

    // MARK: Growth of the search over all names
    /// The time until a file is opened and has given its first answer.
    case firstAnswer = "first answer"
    /// Page faults of opening a file and of the first answer.
    case pageFaults = "page faults"
    case tenBest = "ten best"
    case oneTypo = "one typo"
    /// The first query of a kind that visits all cities.
    case firstSearch = "first"

    // MARK: The clock
    /// The time in which the clock is read.
    case clockCost = "cost"
    /// The least time that the clock tells from none.
    case clockStep = "step"

    // MARK: Calls
    /// The times of a documented call with all texts.
    case callAny = "call, any"
    /// The time of a documented call with texts of the main workload.
    case documentedCall = "documented call"
    /// The time of a documented call with the text that has the greatest median.
    case documentedCallSlowestText = "documented call, slowest text"

    // MARK: Quality, by kind of query
    /// Queries that were asked.
    case cases
    /// The time of one of these queries.
    case searchTime = "search time"
    /// Queries whose first answer is not right.
    case notFirst = "not first"
    case notAmongFive = "not among 5"
    case notAmongTen = "not among 10"
    case noAnswer = "no answer"
    /// Names that were typed letter by letter.
    case draws
    case lettersUntilFirst = "letters until first"
    case lettersUntilAmongThree = "letters until among 3"
    case neverFirst = "never first"
    case neverAmongThree = "never among 3"
    /// Names that only their sound is left of.
    case bySound = "by sound"
    case bySoundNotFirst = "by sound, not first"
    case bySoundNotAmongFive = "by sound, not among 5"
  }
}
