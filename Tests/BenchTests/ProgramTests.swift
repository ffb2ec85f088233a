import Fixtures
import Foundation
import TestSupport
import Testing

/// The program as a whole, from outside.
@Suite("The program") struct ProgramTests {
  #if DEBUG
  @Test(arguments: [[], ["run"], ["run", "--full"]])
  func `a debug build is not measured`(arguments: [String]) throws {
    let run = try BenchProcess(arguments)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "Error: This is a debug build, and its figures would mean nothing. "
        + "Try `swift run -c release bench`.\n")
  }
  #else
  // Minutes in a debug build.
  @Test func `verify finds no difference and ends with status zero`() throws {
    let run = try BenchProcess(["verify"])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.text == """
        ok  foldings: 3,248
        ok  highlights: 13,094
        ok  RadixTree, answers by name: 10,457
        ok  RadixTree, answers by population: 10,457
        ok  RadixTree, answers by relevance: 9,492
        ok  RadixTree, answers near a person: 1,700
        ok  RadixTree, typed queries as on the first engine: 18,007
        ok  SortedArray, answers by name: 10,457
        ok  SortedArray, answers by population: 10,457
        ok  SortedArray, answers by relevance: 9,492
        ok  SortedArray, answers near a person: 1,700
        ok  SortedArray, typed queries as on the first engine: 18,007
        ok  PointerTrie, answers by name: 10,457
        ok  PointerTrie, answers by population: 10,457
        ok  PointerTrie, answers by relevance: 9,492
        ok  PointerTrie, answers near a person: 1,700
        ok  PointerTrie, typed queries as on the first engine: 18,007

        """)
  }

  #endif

  @Test(
    arguments: [
      (["search", "--engine", "trie", "a"], "'trie' is invalid for '--engine <name>'"),
      (["search", "--engine", "trie", "a"], "RadixTree, SortedArray, PointerTrie, LinearScan."),
      (["search", "--order", "size", "a"], "'size' is invalid for '--order <order>'"),
      (
        ["search", "--order", "size", "a"],
        "order must be relevance, name, population or distance:LAT,LON"
      ),
      (["search", "--names", "some", "a"], "'some' is invalid for '--names <scope>'"),
      (["search", "--typos", "often", "a"], "'often' is invalid for '--typos <tolerance>'"),
      (
        ["search", "--engine", "LinearScan", "a"], "LinearScan compares own names only: add --order"
      ),
      (["search", "--order", "distance:91,0", "a"], "'distance:91,0' is invalid for '--order"),
      (["search", "--limit=-1", "a"], "--limit must be at least 0, got -1"),
      (["search", "--limit", "ten", "a"], "'ten' is invalid for '--limit <limit>'"),
      (["search", "--lenient", "a"], "--lenient must come with --cities; the shipped"),
      (
        ["search", "--ids", "--highlights", "a"],
        "Value to be set with flag '--highlights' had already been set with flag '--ids'"
      ),
      (["search", "--nothing"], "Unknown option '--nothing'"),
      (["geocode"], "Missing expected argument '<file>'"),
      (["run", "--at-most", "RadixTree"], "--at-most must be NAME=RATIO"),
      (
        ["run", "--at-most", "RadixTree=2", "--subject", "SortedArray"],
        "RadixTree must be measured"
      ),
      (["run", "--processes", "1001"], "--processes must be from 1 to 1000, got 1001"),
      (["build"], "Missing expected argument '--output <file>'"),
      (["search", "--cities", "/dev/null/x", "a"], "/dev/null/x cannot be read:"),
    ].named(by: { $0.0.joined(separator: " ") }))
  func `a wrong argument ends the program with a sentence`(example: Named<([String], String)>)
    throws
  {
    let (arguments, sentence) = example.value
    let run = try BenchProcess(arguments)
    #expect(run.status != 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }
}
