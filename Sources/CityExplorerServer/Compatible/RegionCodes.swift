#if Server
import CitySearch

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

extension City {
  /// The abbreviation of the first-level division in addresses, such as IL; `nil` if it has none.
  var divisionAbbreviation: String? {
    let code = divisionCode.description
    guard !code.isEmpty else { return nil }
    switch countryCode.description {
    // Here GeoNames has the abbreviations as codes.
    case "BE", "CH", "GB", "US": return code.allSatisfy(\.isLetter) ? code : nil
    case let country: return Self.abbreviations["\(country)\(code)"]
    }
  }

  private static let abbreviations: [String: String] = {
    let pairs = allAbbreviations.split(whereSeparator: \.isWhitespace)
      .map { (String($0.prefix(4)), String($0.dropFirst(4))) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// The country and its number of a division in GeoNames, before the abbreviation.
  private static let allAbbreviations = """
    AU01ACT AU02NSW AU03NT AU04QLD AU05SA AU06TAS AU07VIC AU08WA BR01AC BR02AL BR03AP BR04AM BR05BA
    BR06CE BR07DF BR08ES BR11MS BR13MA BR14MT BR15MG BR16PA BR17PB BR18PR BR20PI BR21RJ BR22RN
    BR23RS BR24RO BR25RR BR26SC BR27SP BR28SE BR29GO BR30PE BR31TO CA01AB CA02BC CA03MB CA04NB
    CA05NL CA07NS CA08ON CA09PE CA10QC CA11SK CA12YT CA13NT CA14NU
    """
}
#endif
