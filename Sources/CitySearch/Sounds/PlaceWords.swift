/// Words that say what a place is, and are no part of its name: 市, 군, อำเภอ, জেলা, Місто.
///
/// Titles of articles and lists of addresses have them before or behind names, and names of places in
/// GeoNames mostly lack them. In scripts without spaces, and in Korean, they are written together with
/// the name.
enum PlaceWords {
  /// Words that stand alone, folded.
  static let words = """
    amphoe amphur muang changwat khet tambon upazila upojela zila jela thana taluka taluk \
    tehsil woreda город г горад місто м место град пгт поселок село деревня станица раион \
    раен ауданы аудан округ область облысы провинция муниципалитет қаласы қала шаары шаһары \
    шаҳри хот сум аимаг уезд повіт община општина πολη δημοσ επαρχια νομοσ περιφερεια \
    κοινοτητα χωριο քաղաք մարզ շրջան գյուղ համայնք ქალაქი მუნიციპალიტეტი რაიონი დაბა სოფელი \
    עיר העיר מחוז נפת נפה עיריית مدينه ضلع شهر تحصيل مديريه محافظه اقليم بلديه جماعه ولايه \
    ولايت ولسوالۍ ولسوالي شهرستان بخش استان قصبه قريه منطقه دايره مركز دهستان ناحيه ښار شاري \
    अमफो जिला जिल्हा शहर तहसील तालुका नगरपालिका महानगरपालिका उपमहानगरपालिका गाउँपालिका गाविस \
    प्रखंड अनुमंडल उपजिला প্রদেশ জেলা উপজেলা থানা শহর পৌরসভা মহানগর বিভাগ জিলা চহৰ সিটি \
    જિલ્લો તાલુકો શહેર નગરપાલિકા ਜਿਲ੍ਹਾ ਜਿਲਾ ਸਹਿਰ ਤਹਿਸੀਲ ଜିଲ୍ଲା ସହର மாவட்டம் நகரம் வட்டம் \
    மாநகராட்சி நகராட்சி பேரூராட்சி జిల్లా మండలం పట్టణం నగరం ಜಿಲ್ಲೆ ತಾಲ್ಲೂಕು ತಾಲೂಕು ನಗರ ജില്ല \
    താലൂക്ക് നഗരം දිස්ත්රික්කය නගරය නගර ከተማ ወረዳ ዞን ክልል རྫོང してぃ あむぷ
    """

  /// Words that may be written together with a name behind them, the longer ones first.
  static let prefixes = """
    เทศบาลเมือง เทศบาลตำบล เทศบาลนคร กิ่งอำเภอ อำเภอ จังหวัด ตำบล เขต เมือง อุทยานแห่งชาติ \
    ເມືອງ ແຂວງ ເຂດ ອຳເພີ ក្រុង ខេត្ត ស្រុក ខណ្ឌ ឃុំ ဝဵင်း ၸႄႈဝဵင်း ဝေင်ꩻနယ်ႏ ဝေင်ꩻ ဍုံ ဍုၚ် ဢမ်းၽိူဝ်ႇ ဢမ်းၼၢတ်ႈ
    """

  /// The same, folded.
  static var foldedPrefixes: String {
    String(
      decoding: Array(JoinedWords.folded(prefixes).joined(separator: [asciiSpace])), as: UTF8.self)
  }

  /// Words that may be written together with a name before them, the longer ones first.
  static let suffixes = """
    特別市 広域市 自治州 自治区 自治區 自治县 自治縣 市镇 城市 市 县 縣 県 郡 区 區 镇 鎮 乡 鄉 村 町 省 州 府 \
    특별자치시 특별시 광역시 시 군 구 읍 면 주 도 မြို့နယ် မြို့ ခရိုင်
    """

  /// Words of any script by their sounds: amphoe, upazila, municipality, district, province, county, tambon.
  static let sounds = [
    "amfoe", "upazila", "munisipaliti", "distrikt", "provins", "kaunti", "tambon",
  ].map { Sounds($0) }

  /// The least number of bytes of a name beside a word that is written together with it: two ideographs.
  private static let leastByteCount = 6

  /// Where the name in a text lies; `nil` if no word beside it says what a place is.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - range: The part to search; `nil` for all before its first comma.
  /// - Returns: Where the name lies.
  /// - Complexity: O(*m*), where *m* is the length of the text in bytes.
  static func name(in text: Span<UInt8>, of range: Range<Int>? = nil) -> Range<Int>? {
    let all = words(of: text, in: range ?? SpokenText.head(of: text))
    var words = all[...]
    while words.count > 1, let last = words.last, isPlaceWord(text.extracting(last)) {
      words.removeLast()
    }
    while words.count > 1, let first = words.first, isPlaceWord(text.extracting(first)) {
      words.removeFirst()
    }
    guard let first = words.first, let last = words.last else { return nil }
    let start = first.lowerBound + attached(prefixes, to: text.extracting(first), atEnd: false)
    let rest = max(start, last.lowerBound)..<last.upperBound
    let end = last.upperBound - attached(suffixes, to: text.extracting(rest), atEnd: true)
    let isAll = words.count == all.count && start == first.lowerBound && end == last.upperBound
    return isAll ? nil : start..<end
  }

  /// Where the words of a text lie.
  private static func words(of text: Span<UInt8>, in range: Range<Int>) -> [Range<Int>] {
    var (index, start, words) = (range.lowerBound, range.lowerBound, [Range<Int>]())
    while index < range.upperBound {
      let (scalar, length) = text.decodeScalar(at: index)
      if FoldingTables.entry(of: scalar) == FoldingTables.separator {
        if start < index { words.append(start..<index) }
        start = index + length
      }
      index += length
    }
    if start < range.upperBound { words.append(start..<range.upperBound) }
    return words
  }

  /// Whether a word says what a place is.
  private static func isPlaceWord(_ word: Span<UInt8>) -> Bool {
    var key: [UInt8] = []
    Folding.appendKey(of: word, to: &key)
    guard !key.isEmpty else { return false }
    return has(words, key.span.extracting(..<(key.count - 1)))
      || has(prefixes, word) || has(suffixes, word)
  }

  /// Whether a list has a word.
  private static func has(_ list: String, _ word: Span<UInt8>) -> Bool {
    let all = list.utf8.span
    return forEachWord(of: all) { range in
      range.count == word.count
        && range.indices.allSatisfy { all[$0] == word[$0 - range.lowerBound] }
    }
  }

  /// The length of the first word of a list that another word begins or ends with; 0 if there is none, or if
  /// too little would be left.
  private static func attached(_ list: String, to word: Span<UInt8>, atEnd: Bool) -> Int {
    let all = list.utf8.span
    var length = 0
    _ = forEachWord(of: all) { range in
      guard word.count >= range.count + leastByteCount else { return false }
      let start = atEnd ? word.count - range.count : 0
      guard range.indices.allSatisfy({ all[$0] == word[start + $0 - range.lowerBound] }) else {
        return false
      }
      length = range.count
      return true
    }
    return length
  }

  /// Calls a function with the place of each word of a list, until it returns `true`.
  private static func forEachWord(of list: Span<UInt8>, _ isWanted: (Range<Int>) -> Bool) -> Bool {
    var start = 0
    for index in 0...list.count where index == list.count || list[index] == asciiSpace {
      if index > start, isWanted(start..<index) { return true }
      start = index + 1
    }
    return false
  }
}
