import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// The stored cities by skeleton, and the shares of scripts.
@Suite("Sections for names that sound alike") struct SoundSectionsTests {
  @Test(arguments: [1, 2, 255, 256, 234_908, Int(UInt32.max)])
  func `packed numbers are read as they were written`(greatest: Int) throws {
    let numbers = BitPackedNumbers(start: 3, greatest: greatest)
    var writer = BitPackedNumbers.Writer(numbers)
    let values = (0..<50).map { $0 * greatest / 49 }
    for value in values { writer.append(value) }
    #expect(writer.bytes.count == numbers.byteCount(values.count))
    let region = ByteRegion(copying: [9, 9, 9] + writer.bytes)
    #expect(values.indices.map { numbers.value(at: $0, in: region) } == values)
    #expect(numbers.value(at: 1_000_000, in: region) == 0)
    #expect(numbers.value(at: -1_000, in: region) == 0)
  }

  @Test func `each Latin name with consonants is in the bucket of its skeleton, the largest first`()
    throws
  {
    let gazetteer = try Gazetteer.sample(of: 300)
    let index = gazetteer.table.sounds.index
    var seen: Set<CityRow> = []
    var (bucket, count) = (0, 0)
    while count < index.count {
      var (bits, last) = (index.bits(ofBucket: bucket), Int.max)
      while let name = index.takeName(from: &bits) {
        let population = gazetteer.population(atRow: name.city)
        #expect(population <= last)
        #expect(index.bucket(ofHash: SoundSkeleton(name.sounds).hash) == bucket)
        (last, count) = (population, count + 1)
        seen.insert(name.city)
      }
      #expect(bits.isEmpty)
      bucket += 1
    }
    #expect(count == index.count && seen.count > 290)
    #expect(bucket <= 256)
  }

  /// The sounds of all names of a city.
  private static func names(_ name: String, _ others: String...) throws -> [String] {
    let city = SoundSearchTests.city(1, name)
    let table = try Gazetteer([Gazetteer.Entry(city, otherNames: others)]).table
    var bits = table.sounds.index.bits(ofBucket: 0)
    var names: [String] = []
    while let name = table.sounds.index.takeName(from: &bits) {
      names.append(name.sounds.description)
    }
    return names.sorted()
  }

  @Test func `alternate names in Latin letters are listed unless they sound like another`() throws {
    #expect(
      try Self.names("Pune", "Poona", "पुणे", "PNQ", "Punes", "Bombay") == [
        "bombai", "pune", "punes",
      ])
    #expect(try Self.names("Wien", "Vienna", "Viena") == ["viena", "wien"])
    #expect(try Self.names("Москва", "Moscow") == ["moskow"])
  }

  /// A country with two divisions of 200 cities each, of which one has names in Tamil, and another country.
  private static let gazetteer = Result {
    try Gazetteer(
      (0..<800).map { number in
        let division: (CountryCode, DivisionCode) =
          number < 200 ? ("IN", "25") : number < 400 ? ("IN", "07") : ("PE", "15")
        let city = SoundSearchTests.city(
          City.ID(number + 1), number.isMultiple(of: 200) ? "Madurai" : "Town", division.0,
          divisionCode: division.1)
        let isTamil = number < 150
        return Gazetteer.Entry(city, otherNames: isTamil ? ["ஊர்\(number)", "ஊர் \(number)"] : [])
      })
  }

  @Test func `shares are eighths of binary logarithms`() throws {
    let table = try Self.gazetteer.get().table
    let shares = table.sounds.shares.shares(ofScript: 25) { table.countryNumber(ofDivision: $0) }
    let byCode = Dictionary(
      uniqueKeysWithValues: shares.indices.map { (table.division($0).divisionCode, shares[$0]) })
    // Of 800 cities, 150 have names. India: (150 / 0.1875 + 8) / 408 = 1.98, eight times its logarithm is 8.
    // Of 25: (150 / 0.1875 + 8 * 1.98) / 208 = 3.92, which is near. Of 07: 15.8 / 208 = 0.076.
    #expect(byCode == ["25": 8, "07": -30, "15": -45])
  }

  @Test func `a city lies rather where its script is usual`() throws {
    let gazetteer = try Self.gazetteer.get()
    let found = gazetteer.table.citiesSoundingLike("மதுரை").map { gazetteer[$0.city].divisionCode }
    #expect(found == ["25", "07", "15", "15"])
    // Names in other scripts, and in Latin letters, say nothing.
    for text in ["madurai", "मदुरई"] {
      let scores = gazetteer.table.citiesSoundingLike(text).map(\.score)
      #expect(Set(scores).count == 1 && scores.count == 4, "\(text)")
    }
  }

  @Test func `a script with fewer than a hundred cities says nothing`() throws {
    let entries = (0..<200).map { number in
      Gazetteer.Entry(
        SoundSearchTests.city(City.ID(number + 1), "Town", number < 99 ? "IN" : "PE"),
        otherNames: number < 99 ? ["ஊர்\(number)"] : [])
    }
    let table = try Gazetteer(entries).table
    let shares = table.sounds.shares.shares(ofScript: 25) { table.countryNumber(ofDivision: $0) }
    #expect(shares.allSatisfy { $0 == 0 })
    #expect(table.sounds.shares.shares(ofScript: 0) { $0 }.isEmpty)
    #expect(table.sounds.shares.shares(ofScript: 31) { $0 }.isEmpty)
  }

  @Test func `a part of a gazetteer has sections of its own`() throws {
    let gazetteer = try Self.gazetteer.get()
    let part = try gazetteer.filtered { $0.countryCode == "PE" }
    try part.verify()
    #expect(part.table.citiesSoundingLike("மதுரை").map { part[$0.city].countryCode } == ["PE", "PE"])
  }
}

/// Damaged sections give fewer or wrong cities, never a trap.
@Suite(
  "Damaged sections for names that sound alike",
  .disabled(if: Sanitizer.isWatchingThreads, "one thread does all of it"))
struct SoundDamageTests {
  private static let texts = ["पुणे", "لاہور", "narayanganj", "अदिस अबाबा", "дели", "一伦敦"]

  private static func file() throws -> GazetteerBytes {
    GazetteerBytes(try Gazetteer(SoundSearchTests.cities))
  }

  @Test(arguments: [Section.soundIndex, .scriptShares, .hanReadings])
  func `a flipped bit gives an error or cities that exist, and verification finds it`(
    section: Section
  ) throws {
    let file = try Self.file()
    let range = file.range(section)
    // The shares have a byte for each script and country; one script is enough in an ordinary run.
    let last = TestExtent.isFull ? range.upperBound : min(range.upperBound, range.lowerBound + 160)
    for bit in range.lowerBound * 8..<last * 8 {
      var copy = file
      copy.flip(bit: bit)
      guard let gazetteer = try? copy.open() else { continue }
      for text in Self.texts {
        let found = gazetteer.table.citiesSoundingLike(text)
        #expect(found.allSatisfy { $0.city.rawValue < gazetteer.count }, "bit \(bit)")
      }
      #expect(throws: GazetteerError.self, "bit \(bit)") { try gazetteer.verify() }
    }
  }

  @Test(
    arguments: [Section.soundIndex, .scriptShares, .hanReadings],
    [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8])
  func `bytes that are all alike after the count give cities that exist`(
    section: Section, byte: UInt8
  ) throws {
    var file = GazetteerBytes(try Gazetteer.sample(of: 300))
    // The index has the number of bits of its names, too.
    let counts = section == .soundIndex ? 8 : 4
    for index in file.range(section).dropFirst(counts) { file.bytes[index] = byte }
    file.repair(section)
    let gazetteer = try file.open()
    for text in Self.texts {
      let found = gazetteer.table.citiesSoundingLike(text)
      #expect(found.allSatisfy { $0.city.rawValue < gazetteer.count })
    }
  }

  @Test(arguments: [Section.soundIndex, .scriptShares, .hanReadings])
  func `a wrong count is refused`(section: Section) throws {
    let file = try Self.file()
    let start = file.range(section).lowerBound
    let value = file.number(at: start, width: 4)
    // One name more may have room in the bits of the others; verification finds it.
    let others = [value &+ 1, value &+ 1_000, 1 << 26, 1 << 31, 1 << 32 - 1] as [UInt64]
    for other in others.dropFirst(section == .soundIndex ? 1 : 0) {
      var copy = file
      copy.set(other, at: start, width: 4)
      #expect(
        copy.refusal == "cities.gazetteer is not a valid gazetteer: "
          + "its sections SIDX, SSHR and HANR do not fit 20 cities.", "\(other)")
    }
  }
}
