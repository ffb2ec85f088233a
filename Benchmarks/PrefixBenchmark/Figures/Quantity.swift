extension Figure {
  /// What is counted or timed.
  ///
  /// Raw values stand in files of results and of limits, and in names for people. A quantity that is no
  /// longer measured keeps its case, so that stored results can be read.
  package enum Quantity: String, Codable, CaseIterable, Sendable {
    // MARK: A structure, and how it is made
    /// Bytes of a structure, by part.
    case structure
    /// Nodes of a tree.
    case nodes
    /// The time in which a structure or a file is made.
    case build
    /// Bytes in use as the allocator counts them: before a structure is built, afterwards, and at most in between.
    case allocator
    /// Bytes of a whole process, by jemalloc.
    case process
    /// Bytes of resident pages that came with a structure, by kind.
    case residentGrowth = "resident growth"

    // MARK: Answers to queries
    /// The time of a query.
    case latency
    /// The number of samples behind percentiles.
    case samples
    /// The checksum of answers.
    case answers
    /// The time in which a list of queries is answered.
    case sweep
    case sweepQueries = "sweep queries"
    /// The ids that the queries of a sweep find.
    case sweepIDs = "sweep ids"
    /// Queries a second.
    case throughput
    case citiesPerSecond = "cities a second"
    /// Allocations of a query.
    case allocations
    /// Allocations of a query whose first ten names are short enough to be stored in place.
    case shortNameAllocations = "allocations of short names"
    /// Bytes allocated by a query.
    case allocated
    /// Instructions of a query, counted by valgrind.
    case instructions
    /// Instructions of a query, counted by the processor.
    case processorInstructions = "instructions (perf)"

    // MARK: Starting, and opening a file
    /// The time from the start of a process to its first answer, by phase.
    case start
    case firstAnswer = "first answer"
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
    case cities, names

    // MARK: Growth of the search over all names
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
    case callCount = "number of calls"
    /// The time of a call without a limit and a filter, with one match read, ten, or fifty.
    case callOneRead = "call, no limit, 1 read"
    case callTenRead = "call, no limit, 10 read"
    case callFiftyRead = "call, no limit, 50 read"
    case callLimitTen = "call, limit 10, 10 read"
    /// The time of ten matches without a limit, with the slowest filter.
    case callSlowestFilter = "call, slowest filter, 10 read"
    /// The times of all variants of a row, or of all texts of a documented call.
    case callAny = "call, any"
    /// The time of a documented call with texts of the main workload.
    case documentedCall = "documented call"
    /// The time of a documented call with the text that has the greatest median.
    case documentedCallSlowestText = "documented call, slowest text"
    /// The greatest median of a call; the subject is its name, so processes may have different ones.
    case greatestMedian = "slowest call, p50"
    /// The greatest time of a call; the subject is its name.
    case greatestTime = "slowest call, worst"
    /// The time of ten matches without a limit in terms of that with one.
    case limitRatio = "ratio"
    /// The time of a match after the first ten.
    case furtherMatch = "further match"
    case highlight
    /// The time of a highlight that was read before.
    case highlightAgain = "highlight, again"
    case firstSearchByDistance = "first search by distance"
    case firstSearchByPopulation = "first wide search by population"
    /// The time of building the tree of ``NearestCities``, which later searches by distance use, too.
    case nearestCities = "making NearestCities"

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
