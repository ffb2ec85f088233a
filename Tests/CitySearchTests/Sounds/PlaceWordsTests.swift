import Testing

@testable import CitySearch

/// Words that say what a place is.
@Suite("Words beside names of places") struct PlaceWordsTests {
  private static func name(_ text: String) -> String? {
    let bytes = text.utf8.span
    guard let range = PlaceWords.name(in: bytes) else { return nil }
    return String(validating: bytes.extracting(range))
  }

  @Test(arguments: [
    ("Горад Пінск", "Пінск"), ("Пинск, город", nil), ("Пинск город", "Пинск"),
    ("город", nil), ("район город", "район"), ("ঢাকা জেলা", "ঢাকা"), ("ضلع لاہور", "لاہور"),
    ("لاہور شہر", "لاہور"), ("ज़िला पुणे", "पुणे"), ("အင်းစိန် မြို့", "အင်းစိန်"), ("Місто Київ", "Київ"),
    ("Δήμος Πάτρας", "Πάτρας"), ("서울 특별시", "서울"), ("Pune", nil), ("", nil), (" , ", nil),
  ])
  func `a word that stands alone is no part of the name`(text: String, name: String?) {
    #expect(Self.name(text) == name)
  }

  @Test(arguments: [
    ("深圳市", "深圳"), ("沙市", nil), ("横浜市", "横浜"), ("수원시", "수원"), ("대구", nil),
    ("อำเภอหัวหิน", "หัวหิน"), ("เทศบาลเมืองหัวหิน", "หัวหิน"), ("အင်းစိန်မြို့", "အင်းစိန်"),
    ("ຫຼວງພະບາງ", nil), ("ເມືອງຫຼວງພະບາງ", "ຫຼວງພະບາງ"), ("北京市, 中国", "北京"), ("深圳", nil),
  ])
  func `a word that is written together with the name is no part of it`(
    text: String, name: String?
  ) {
    #expect(Self.name(text) == name)
  }

  @Test func `the words are listed as they fold, since they are compared with folded words`() {
    for word in PlaceWords.words.split(separator: " ") {
      let key = String(decoding: Folding.key(of: String(word)).dropLast(), as: UTF8.self)
      #expect(key == word)
    }
  }
}
