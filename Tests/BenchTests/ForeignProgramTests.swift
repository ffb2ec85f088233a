import CitySearch
import Foundation
import PrefixBenchmark
import PrefixMeasuring
import PrefixSearch
import TestSupport
import Testing

/// Programs in other languages that take part over lines of text.
@Suite("Programs in other languages", .againstHanging) struct ForeignProgramTests {
  private static let keys = (0..<120).map { "key \($0)" } + ["key 7", "Öl", "*"]
  private static let queries = ["", "k", "key 1", "key 7", "Ö", "*", "zz"] + keys.prefix(20)

  /// An engine in a shell: it compares every key with the query, and says it took 1,000 ns for it.
  ///
  /// The fault is a line of the shell in front of each command, which it sees as `$line`.
  private func withEngine<Value>(
    _ fault: String = "", _ body: (URL) throws -> Value
  ) throws -> Value {
    let script = #"""
      #!/bin/bash
      LC_ALL=C
      answer() {  # query, what, limit: prints the answer, and leaves its sum in $sum
        sum=0; text=""; n=0
        for id in "${!keys[@]}"; do
          [[ "${keys[id]}" == "$1"* ]] || continue
          if [[ $2 == rows ]]; then
            (( n >= $3 )) && break
            (( sum += id )); text+="$id "
          else (( sum += 1 )); fi
          (( n += 1 ))
        done
        [[ $2 == rows ]] && text=${text% } || text=$sum
      }
      while IFS= read -r line; do
        FAULT
        set -- $line
        case "$line" in
        version*) echo "version 1" ;;
        keys*) for (( i = 0; i < $2; i++ )); do IFS= read -r keys[i]; done; echo "built 5000 77" ;;
        queries*) for (( i = 0; i < $2; i++ )); do IFS= read -r queries[i]; done; echo "$line" ;;
        answer*) for q in "${queries[@]}"; do answer "$q" $2 $3; echo "$text"; done ;;
        time*)
          what=$2; limit=0; shift 2
          [[ $what == rows ]] && { limit=$1; shift; }
          for (( i = 0; i + $1 <= ${#queries[@]}; i += $1 )); do
            total=0
            for (( j = i; j < i + $1; j++ )); do
              answer "${queries[j]}" $what $limit; (( total += sum ))
            done
            echo "$(( 1000 * $1 )) $total"
          done
          echo done ;;
        esac
      done
      """#
    return try withProgram(script.replacing("FAULT", with: fault), body)
  }

  private func run(_ file: URL, _ measures: [Measure]? = nil) throws -> FigureList {
    let lines = try KeyLines(Array(Self.keys.joined(separator: "\n").utf8), name: "words")
    let job = ProgramJob(
      dataset: .shipped, name: "Shell", file: file, workloads: file,
      plan: LatencyPlan(
        measures: measures ?? [
          Measure(workload: "typed", stage: .locate),
          Measure(workload: "typed", stage: .rows, limit: 10),
          Measure(workload: "typed", stage: .locate, caches: .cold),
        ], rounds: 1, passTime: 1_000_000_000))
    return FigureList(
      try job.run(
        over: .keys(lines),
        workloads: [Workload(name: "typed", summary: "", texts: Self.queries)]))
  }

  @Test func `a program is measured one by one and in batches, with the size that it gives`()
    throws
  {
    let figures = try withEngine { try run($0) }
    #expect(figures[Figure.Key("Shell", .build)]?.value == 5_000)
    #expect(figures[Figure.Key("Shell", .structure)]?.value == 77)
    // Of both stages that the protocol has; of the 27 queries there is one full batch of 16.
    let samples = figures.rows.filter { $0.key.quantity == .samples }
    #expect(
      samples.compactMap { figure in
        figure.key.measure.map { "\($0.stage) \(figure.key.batch) \(Int(figure.value))" }
      } == ["locate 16 1", "locate 1 27", "rows 16 1", "rows 1 27"])
    let medians = figures.rows.filter { $0.key.statistic == "p50" }
    #expect(medians.count == 4 && medians.allSatisfy { $0.value <= 1_000 && $0.value > 0 })
  }

  @Test func `a wrong answer ends the run, with the query`() throws {
    let fault = #"[[ $line == "answer rows 10" ]] && unset 'keys[3]'"#
    let failure = #expect(throws: BenchFailure.self) { try withEngine(fault) { try run($0) } }
    #expect(failure?.description.hasPrefix("Shell gave a wrong answer to \"") == true)
    #expect(failure?.description.contains("it must be ") == true)
  }

  @Test func `an answer that is wrong only while it is timed is found`() throws {
    let fault = #"[[ $line == "time locate"* ]] && keys[0]=zz"#
    let failure = #expect(throws: BenchFailure.self) { try withEngine(fault) { try run($0) } }
    #expect(failure?.description.contains("while it was timed (typed, locate)") == true)
  }

  @Test(
    arguments: [
      (#"[[ $line == keys* ]] && { echo "error too many keys"; exit 1; }"#, "too many keys"),
      (
        #"[[ $line == version* ]] && { echo "version 2"; continue; }"#,
        #"the program must answer "version 1" to "version 1", got "version 2""#
      ),
      ("exit 0", "the program ended without an answer"),
      (
        "[[ $line == queries* ]] && echo hello",
        #"the program must answer "queries 27", got "hello""#
      ),
      (
        "[[ $line == time* ]] && echo 1 2 3",
        #"the program must answer "DURATION SUM" or "done", got "1 2 3""#
      ),
    ].named(by: \.1))
  func `a program that cannot take part is left out, with a reason`(
    example: Named<(String, String)>
  ) throws {
    let (fault, reason) = example.value
    let failure = #expect(throws: Unbuildable.self) { try withEngine(fault) { try run($0) } }
    #expect(failure?.reason == reason)
  }

  @Test func `a file that is no program is left out`() throws {
    let failure = #expect(throws: Unbuildable.self) {
      try withTemporaryFolder { folder in
        let file = folder.appending(path: "text")
        try Data("no program".utf8).write(to: file)
        _ = try run(file)
      }
    }
    #expect(failure?.reason.contains("cannot be started") == true)
  }

  @Test func `on the command line a program has a new name and a file that can be run`() throws {
    try withEngine { file in
      #expect((try? SubjectEntry(programArgument: "Shell=\(file.path)"))?.name == "Shell")
      #expect((try? SubjectEntry(programArgument: "RadixTree=\(file.path)")) == nil)
      #expect((try? SubjectEntry(programArgument: "Shell=\(file.path)/nothing")) == nil)
      #expect((try? SubjectEntry(programArgument: file.path)) == nil)
    }
  }
}
