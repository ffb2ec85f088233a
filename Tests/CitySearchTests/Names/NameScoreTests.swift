import Foundation
import TestSupport
import Testing

@testable import CitySearch

/// The weights of cities, which are computed without logarithms, against their definition.
@Suite struct NameScoreTests {
  /// 20 log10(population + 100), rounded.
  ///
  /// No population gives a half, because 10 to the power of such a number is irrational.
  private func definition(_ population: Int) -> Int {
    Int((20 * log10(Double(population) + 100)).rounded())
  }

  @Test func `weights at every step and beside it`() {
    for weight in 40...193 {
      // The least value that is rounded to the weight.
      let least = Int(pow(10, (Double(weight) - 0.5) / 20).rounded(.up))
      for value in least - 2...least + 2 where (100...Int(UInt32.max) + 100).contains(value) {
        #expect(
          NameScore.cityWeight(population: value - 100) == definition(value - 100), "\(value)")
      }
    }
  }

  @Test func `weights beside powers of two and of ten`() {
    let powers = (7...32).map { 1 << $0 } + [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    for value in powers.flatMap({ [$0 - 1, $0, $0 + 1] }) {
      #expect(NameScore.cityWeight(population: value - 100) == definition(value - 100), "\(value)")
    }
    #expect(NameScore.cityWeight(population: 0) == 40)
    #expect(NameScore.cityWeight(population: Int(UInt32.max)) == 193)
  }

  @Test(arguments: [1, 2]) func `weights of random populations`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100_000 {
      let bits = UInt32.random(in: 0 ... .max, using: &generator)
      // All magnitudes equally often.
      let population = Int(bits >> UInt32.random(in: 0...31, using: &generator))
      #expect(
        NameScore.cityWeight(population: population) == definition(population), "\(population)")
    }
  }
}
