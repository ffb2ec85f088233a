internal import CitySearch
internal import JSONText

/// The columns of a table that have the fields of addresses.
///
/// A column that is asked for by its name has the whole address. Otherwise they are found by their names, in some
/// languages:
///
/// - A column for cities, or one for addresses or places, has the city or the whole address. If there are both, the
///   one for addresses has the street.
/// - Columns for streets, states, postal codes and countries are used beside it.
/// - Without these, columns for latitudes and longitudes have coordinates.
/// - The only column of a table may have any name.
package struct AddressColumns: Sendable, Equatable {
  /// The city, or the whole address, or the latitude if there is a longitude.
  private let city: Int
  private var longitude: Int?
  private var street: Int?
  private var state: Int?
  private var postalCode: Int?
  private var country: Int?

  /// Finds the columns; `nil` if none has addresses.
  ///
  /// - Parameters:
  ///   - columns: The names of all columns.
  ///   - name: The name of the column with the addresses; `nil` to find it.
  ///   - areCoordinates: Whether columns for coordinates come before those for addresses.
  package init?(
    among columns: [String], named name: String? = nil, areCoordinates: Bool = false
  ) {
    if let name {
      let key = Self.key(name)
      guard
        let column = columns.firstIndex(of: name)
          ?? columns.firstIndex(where: { !key.isEmpty && Self.key($0) == key })
      else { return nil }
      city = column
      return
    }
    var found: [Kind: Int] = [:]
    for (number, name) in columns.enumerated() {
      guard let kind = Self.kinds[Self.key(name)], found[kind] == nil else { continue }
      found[kind] = number
    }
    if let column = found[.latitude], let other = found[.longitude],
      areCoordinates || found[.city] == nil && found[.address] == nil
    {
      (city, longitude) = (column, other)
      return
    } else if let column = found[.city] {
      city = column
      street = found[.street] ?? found[.address]
    } else if let column = found[.address] {
      city = column
      street = found[.street]
    } else if columns.count == 1 {
      city = 0
      return
    } else {
      return nil
    }
    state = found[.state]
    postalCode = found[.postalCode]
    country = found[.country]
  }

  /// The address of a row, whose last cells may be absent.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the cells.
  package func address(of cells: [Range<Int>], in text: [UInt8]) -> PostalAddress {
    func value(_ column: Int?) -> String {
      guard let column, column < cells.count else { return "" }
      return CellReader.value(of: text[cells[column]]).trimmedOfWhiteSpace
    }
    if let longitude {
      return PostalAddress(latitude: value(city), longitude: value(longitude))
    }
    return PostalAddress(
      street: value(street), city: value(city), state: value(state),
      postalCode: value(postalCode), country: value(country))
  }

  private enum Kind {
    case address, street, city, state, postalCode, country, latitude, longitude
  }

  /// The folded name of a column; empty if it is too long for any that is known.
  private static func key(_ name: String) -> [UInt8] {
    guard name.utf8.count <= 100 else { return [] }
    // A separator at the end, such as that of "City:", does not matter.
    return FoldedQuery("\(name) ").bytes
  }

  private static let kinds: [[UInt8]: Kind] = {
    var kinds: [[UInt8]: Kind] = [:]
    for (kind, names) in names {
      for name in names.split(separator: ",") { kinds[key(String(name))] = kind }
    }
    return kinds
  }()

  private static let names: [(Kind, String)] = [
    (.latitude, "lat,latitude,breite,breitengrad,latitud,latitudine,y"),
    (.longitude, "lon,lng,long,longitude,länge,längengrad,longitud,longitudine,x"),
    (
      .address,
      "address,full address,addresses,adresse,anschrift,addresse,adresse complète,dirección,"
        + "indirizzo,endereço,morada,adres,adress,adresa,cím,location,place,place name,lieu,lugar,"
        + "luogo,local,standort,query,адрес,地址,住所,주소,عنوان,पता"
    ),
    (
      .street,
      "street,street address,streetaddress,street name,address line,address line 1,addressline1,address 1,address1,addr1,"
        + "straße,strasse,straße und hausnummer,rue,voie,calle,via,rua,straat,gata,gatuadress,vej,"
        + "gate,ulica,utca,улица,सड़क"
    ),
    (
      .city,
      "city,cities,city name,cityname,city town,town,locality,village,municipality,stadt,ort,ortschaft,"
        + "gemeinde,wohnort,plz ort,ville,commune,localité,ciudad,población,localidad,municipio,città,"
        + "comune,località,cidade,município,stad,plaats,woonplaats,postort,poststed,kommune,"
        + "kommun,by,kaupunki,miasto,miejscowość,město,oraș,város,şehir,город,城市,市,都市,도시,مدينة,शहर"
    ),
    (
      .state,
      "state,state province,state or province,province,region,division,admin1,bundesland,kanton,"
        + "canton,région,provincia,estado,comunidad autónoma,regione,região,provincie,provins,"
        + "województwo,kraj,область,省,都道府県,राज्य"
    ),
    (
      .postalCode,
      "postal code,postalcode,post code,postcode,zip,zip code,zip postal code,zipcode,postal,plz,postleitzahl,"
        + "code postal,cp,código postal,cap,cep,codice postale,postnummer,postnr,kod pocztowy,psč,"
        + "irányítószám,индекс,邮编,郵便番号,पिन कोड,पिनकोड"
    ),
    (
      .country,
      "country,country code,countrycode,country name,country region,nation,land,staat,pays,país,paese,nazione,"
        + "stato,maa,kraj pochodzenia,země,ország,ülke,страна,国家,国,국가,بلد,देश"
    ),
  ]
}
