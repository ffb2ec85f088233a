#if Server
import CitySearch
import RemoteSearch

/// Parameters as clients of other services send them, which do not know the limits of this one.
extension RequestParameters {
  /// The value of a parameter that is a text to search for.
  ///
  /// - Throws: ``ServiceError`` with the status 400 if it is missing or too long.
  func searchText(_ name: String) throws(ServiceError) -> String {
    guard let text = self[name] else {
      throw .invalid("'\(name)' is missing: what to search for, such as \(name)=london.")
    }
    let length = text.unicodeScalars.count
    guard length <= SearchRequestFields.textLength else {
      throw .invalid(
        "'\(name)' must have at most \(SearchRequestFields.textLength) code points, got \(length).")
    }
    return text
  }

  /// The value of an integer parameter, clamped to a range.
  func clampedInteger(
    _ name: String, in range: ClosedRange<Int>
  ) throws(ServiceError) -> Int? {
    try value(name, form: "a whole number") { Int($0) }
      .map { min(max($0, range.lowerBound), range.upperBound) }
  }

  /// The value of a parameter that is true or false.
  func flag(_ name: String) throws(ServiceError) -> Bool? {
    try value(name, form: "true or false") { text in
      switch text.lowercased() {
      case "true", "1": true
      case "false", "0": false
      default: nil
      }
    }
  }

  /// The coordinate of two parameters; `nil` if both are missing.
  ///
  /// The longitude may be beyond 180 degrees, as that of a map that was moved around the Earth.
  func point(_ latitude: String, _ longitude: String) throws(ServiceError) -> Coordinate? {
    let parts = (
      try number(latitude, in: -90...90), try number(longitude, in: -100_000...100_000)
    )
    switch parts {
    case (nil, nil): return nil
    case (let latitude?, let longitude?):
      var wrapped = longitude.remainder(dividingBy: 360)
      if wrapped == -180 { wrapped = 180 }
      return Coordinate(
        validatingLatitude: latitude, longitude: abs(longitude) <= 180 ? longitude : wrapped)
    default: throw .invalid("'\(latitude)' and '\(longitude)' need each other.")
    }
  }
}

extension CountryCode {
  /// The country with a code of three letters; `nil` if there is none.
  init?(alpha3 code: some StringProtocol) {
    let code = code.uppercased()
    guard let known = Self.codes.two[code] else { return nil }
    self = known
  }

  /// The code of three letters; `nil` if the country has none.
  var alpha3: String? { Self.codes.three[self] }

  private static let codes: (two: [String: CountryCode], three: [CountryCode: String]) = {
    var (two, three) = ([String: CountryCode](), [CountryCode: String]())
    for pair in bothCodes.split(whereSeparator: \.isWhitespace) {
      guard let country = CountryCode(String(pair.prefix(2))) else { continue }
      let code = String(pair.dropFirst(2))
      two[code] = country
      three[country] = code
    }
    return (two, three)
  }()

  /// ISO 3166-1, the two letters of a country before its three; and Kosovo, as GeoNames has it.
  private static let bothCodes = """
    ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA
    AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES
    BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK
    CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA
    DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA
    GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
    GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD
    IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA
    KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA
    LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ
    MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC
    NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
    PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC
    SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV
    SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR
    TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
    VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE
    """
}
#endif
