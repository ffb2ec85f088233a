import CitySearch
import Fixtures
import Foundation
import TestSupport
import Testing

@testable import GazetteerBuilding

/// What zlib has compressed is decompressed, and what is damaged is refused.
@Suite("Gzip") struct GzipReaderTests {
  private static let text =
    String(repeating: "Paris, Berlin, Praha, Paris, Berlin, Praha; ", count: 3)
    + String(decoding: (0..<120).map { UInt8(33 + $0 * 7 % 90) }, as: UTF8.self)

  /// The text by the three kinds of blocks, and what a header may have.
  private static let files: [(name: String, base64: String, text: String)] = [
    (
      "as it stands",
      """
      H4sIAAAAAAAA/wH8AAP/UGFyaXMsIEJlcmxpbiwgUHJhaGEsIFBhcmlzLCBCZXJsaW4sIFByYWhhOyBQYXJpcywgQmVybGluLCBQcmFoY\
      SwgUGFyaXMsIEJlcmxpbiwgUHJhaGE7IFBhcmlzLCBCZXJsaW4sIFByYWhhLCBQYXJpcywgQmVybGluLCBQcmFoYTsgISgvNj1ES1JZYG\
      dudSIpMDc+RUxTWmFob3YjKjE4P0ZNVFtiaXB3JCsyOUBHTlVcY2pxeCUsMzpBSE9WXWRrcnkmLTQ7QklQV15lbHN6Jy41PENKUVhfZm1\
      0ISgvNj1ES1JZYGdudSIpMDc+RUxTWmFob3YjKjE4+V7nzvwAAAA=
      """, text
    ),
    (
      "with the fixed code",
      """
      H4sIAAAAAAAA/wtILMos1lFwSi3KyczTUQgoSsxIBFJYRK2xilJDraKGvpmti3dQZEJ6XqmSpoG5natPcFRiRn6Zspahhb2bb0h0UmZBu\
      Yq2kaWDu19oTHJWYYWqjrGVo4d/WGxKdlGlmq6JtZNnQHhcak5xlbqeqY2zV2BEfFpuCX6TAfle5878AAAA
      """, text
    ),
    (
      "with a code of its own",
      """
      H4sIAAAAAAAA/wXBiUKBQRAA4FcZdKApdKD+qDa6qCa66DKx2alt1Wx0PH3fR6wSEYxVLwGBlB0jEKtEBGPVS0AgZccJEKtEBGPVS0AgZ\
      ccIxCoRwVj1EhBI2XECxCoRwVj1EhBI2TECsUpEMFa9BARSdpxAKlso1xqtTm8wDtN0rlipN9vdPrvJLJMvVXcOTi/vnuXje25pdXP38O\
      zqfvj6+TOPa1t7R+fXD6M3/V1YXk/MMd08Wh//Flc2tvdPLm6fXt6/UtlCudZodXqDcZimc8VKvdnu9tlNZpl8qfoP+V7nzvwAAAA=
      """, text
    ),
    (
      "with a name, a comment and a checksum of the header",
      "H4sIHgAAAAAA/wUAZXh0cmFuYW1lAGNvbW1lbnQAqE/zL87JBwAcGcGgBAAAAA==", "Oslo"
    ),
    (
      "two, and zeros behind them",
      """
      H4sIAAAAAAAA//MvzskHABwZwaAEAAAAH4sIAAAAAAAA/1NwSi1KT80DALfTvX8HAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
      """, "Oslo Bergen"
    ),
    ("nothing", "H4sIAAAAAAAA/wMAAAAAAAAAAAA=", ""),
  ]

  private static func data(_ number: Int) throws -> Data {
    try #require(Data(base64Encoded: files[number].base64))
  }

  /// Decompresses data that arrive in pieces.
  private static func decompressed(_ data: Data, inPiecesOf size: Int) throws -> String {
    var (reader, text, rest) = (GzipReader(), [UInt8](), data[...])
    while true {
      switch try reader.step() {
      case .ended: return String(decoding: text, as: UTF8.self)
      case .output: reader.withOutput { for index in $0.indices { text.append($0[index]) } }
      case .needsInput:
        guard !rest.isEmpty else {
          reader.endInput()
          continue
        }
        reader.append(Array(rest.prefix(size)).span)
        rest = rest.dropFirst(size)
      }
    }
  }

  @Test(arguments: Array(files.indices).named(by: { files[$0].name }))
  func `a file is decompressed, whole or in pieces`(example: Named<Int>) throws {
    let (data, text) = (try Self.data(example.value), Self.files[example.value].text)
    #expect(data.isGzip)
    #expect(String(decoding: try data.gunzipped(), as: UTF8.self) == text)
    for size in [1, 2, 7, 1_000] {
      #expect(try Self.decompressed(data, inPiecesOf: size) == text)
    }
  }

  @Test(arguments: Array(files.indices.dropLast()).named(by: { files[$0].name }))
  func `a part of a file is refused, and so is a damaged one`(example: Named<Int>) throws {
    let (data, text) = (try Self.data(example.value), Self.files[example.value].text)
    // Two files behind each other may be cut between them, and among the zeros.
    let isDouble = text == "Oslo Bergen"
    for count in 0..<data.count where !isDouble || count < 24 || 24 < count && count < 51 {
      #expect(throws: DamagedGzip.self, "\(count)") { try data.prefix(count).gunzipped() }
    }
    for bit in 0..<data.count * 8 {
      var damaged = data
      damaged[bit / 8] ^= 1 << (bit % 8)
      // A header has bytes that are not checked, such as the date.
      if let result = try? damaged.gunzipped() {
        #expect(String(decoding: result, as: UTF8.self) == text, "\(bit)")
      }
    }
  }

  @Test(arguments: 1...200) func `random bytes are refused, and end`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var data = try Self.data(5).prefix(10)
    // The kinds of blocks are equally likely.
    data.append(contentsOf: (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    #expect(throws: DamagedGzip.self) { try data.gunzipped() }
  }

  @Test func `what is wrong is said, and where`() throws {
    func reason(_ data: Data) -> String? {
      #expect(throws: DamagedGzip.self) { try data.gunzipped() }?.reason
    }
    let data = try Self.data(3)
    #expect(reason(data.dropLast()) == "its gzip data end too early")
    #expect(
      reason(data.dropLast(8) + Data(repeating: 0, count: 8))
        == "its gzip data are damaged: they have another checksum")
    #expect(
      reason(Data([0x1F, 0x8B, 9] + Array(repeating: 0, count: 20)))
        == "its gzip data are damaged: a header before byte 3 is not possible")
    #expect(
      reason(try Self.data(5).prefix(10) + [7, 0, 0])
        == "its gzip data are damaged: the kind of a block before byte 11 is not possible")
  }

  @Test func `all loaders read gzip, from files, pipes and data`() throws {
    let text = try Fixtures.text(of: Fixtures.cities)
    let expected = try GazetteerLoader().load(.data(text, name: "cities500.txt")).gazetteer
    let compressed = try Data(contentsOf: Fixtures.cities)
    let fromData = try GazetteerLoader().load(.data(compressed, name: "cities500.txt")).gazetteer
    #expect(fromData.fileBytes() == expected.fileBytes())
    let fromFile = try GazetteerLoader().load(.file(Fixtures.cities)).gazetteer
    #expect(fromFile.fileBytes() == expected.fileBytes())
    // The name and the digest are those of the text.
    #expect(fromFile.source?.name == "cities500.txt")
  }

  @Test func `a large part of gzip is refused with its name`() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "cities.txt.gz")
      let data = try Data(contentsOf: Fixtures.cities)
      try data.dropLast(1_000).write(to: file)
      let error = #expect(throws: GazetteerError.self) { try Gazetteer(contentsOf: file) }
      #expect(error?.description == "\(file.path) cannot be read: its gzip data end too early.")
    }
  }
}
