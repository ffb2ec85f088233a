/** A point on the Earth, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** A part of the Earth between two parallels and two meridians, in degrees; across 180° if west is greater than east. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** How much of a file has arrived, in bytes; `total` is null if it is not known. */
export interface Progress {
  loaded: number
  total: number | null
}

/** A part of a text, in UTF-16 code units, as in `String.slice`. */
export interface Highlight {
  location: number
  length: number
}

/** A city. */
export interface City extends Point {
  id: number
  /** The number of inhabitants; 0 if unknown. */
  population: number
  /**
   * The main name in the data, in Latin letters: the English one of cities that have one, such as "Munich", and
   * otherwise the local one, such as "Gdańsk", or a transcription. The name for a list is `localName`.
   */
  name: string
  /** The name in the languages that were asked for; otherwise `name`. */
  localName: string
  /** The code of ISO 3166-1, such as `DE`. */
  countryCode: string
  country: string
  /** The code of the first-level division within the country, such as `IL`. */
  divisionCode: string
  division: string
  /** The name in the IANA database, such as `Europe/Berlin`. */
  timeZone: string
}

/** A city that matches a text. */
export interface Match extends City {
  /** The name that matched; to be shown beside `localName` if the two differ. */
  matchedName: string
  /** The part of `matchedName` to mark. */
  highlight: Highlight
  kind: 'own' | 'alternate' | 'expansion' | 'saint' | 'code' | 'later'
  /** How well it fits: `exact` as typed; `corrected` with typos; `partial` by a part of the text; `phonetic` by ear. */
  grade: 'exact' | 'corrected' | 'partial' | 'phonetic'
  /** The edit distance between the typed text and the name; 0 without typos. */
  edits: number
  /** The distance in meters from the coordinate that was typed; left out if none was. */
  distance?: number
  /** The parts of an address that name a place and were not understood. */
  unmatched: string[]
  /** The regions that were recognized beside the name, and the parts of their names to mark. */
  regions: { name: string, highlight: Highlight }[]
}

export interface Filter {
  /** The greatest number of cities; 10 by default. */
  limit?: number
  /** Codes of countries, of two or three letters: `DE`, `DEU`. */
  countries?: string[]
  /** Codes of divisions of any level, such as `US.IL`, `US.IL.167` or, by ISO 3166-2, `IT-MI`. */
  divisions?: string[]
  /** A part of the Earth, or several. */
  bounds?: Bounds | Bounds[]
  minimumPopulation?: number
  /** The languages that the person reads, the preferred one first, such as `navigator.languages`. */
  languages?: readonly string[]
}

export interface SearchOptions extends Filter {
  /** The number of matches to leave out. */
  offset?: number
  /** The order; by relevance by default. */
  order?: 'relevance' | 'name' | 'population' | { near: Point }
  /** Where the person is: cities nearby come sooner. */
  near?: Point
  /** The code of the country where the person is: its cities come sooner. */
  country?: string
  /** The ids of cities that the person chose before: they come sooner. */
  chosen?: number[]
  /** All names of cities, or only their own ones; all by default. */
  names?: 'all' | 'own'
  /** Whether typos are corrected; true by default. */
  typos?: boolean
}

export interface OpenOptions {
  /** Receives how much of the file has arrived. */
  onProgress?: (progress: Progress) => void
  /** Keeps the file in Cache Storage: true, or the name of the cache. */
  cache?: boolean | string
  /** The SHA-256 of the file, 64 hexadecimal digits, to be compared. */
  digest?: string
  /** The address of `city-search.wasm`, or its compiled module; by default the file beside this script. */
  module?: URL | string | WebAssembly.Module
}

/** The cities of a gazetteer file. Wrong arguments are a `TypeError` with a sentence. */
export class CitySearch {
  /**
   * Opens a gazetteer.
   *
   * @param source An address, a response or the bytes of a file; in node also a path.
   * @throws GazetteerError if the file is not a gazetteer, or damaged.
   */
  static open(
    source: string | URL | Response | ArrayBuffer | Uint8Array, options?: OpenOptions
  ): Promise<CitySearch>

  /** Finds cities by a typed text, whose first 1,000 characters are read, the most likely first; microseconds. */
  search(text: string, options?: SearchOptions): {
    /**
     * The number of cities that match as typed; a lower bound if it is not exact. With typos it is 0, beside all the
     * `matches` that are corrected: whether anything was found, `matches.length` says.
     */
    asTyped: { count: number, isExact: boolean }
    /** The cities that were found, as typed first; each has its `grade`. */
    matches: Match[]
  }

  /** Finds the cities nearest to a point, the nearest first, with their distance in meters. */
  nearest(point: Point, options?: Filter): (City & { distance: number })[]

  /** Finds the most populous cities of a part of the Earth; 10 unless `limit` says otherwise. */
  in(bounds: Bounds, options?: { limit?: number, languages?: readonly string[] }): City[]

  /** The city with an id; null if there is none. */
  city(id: number, options?: { languages?: readonly string[] }): City | null

  /** The name of a city for people who read some languages; null if there is no such city. */
  name(id: number, languages: readonly string[]): string | null

  /**
   * The part of a name to mark for a typed text, for lists of other names such as places that a person saved;
   * null if the name does not begin with the text.
   */
  highlight(text: string, name: string): Highlight | null

  /** The folded form of a name, by which the search compares, and one space: "Łódź" is "lodz ". */
  key(name: string): string

  /** The countries that have a city, by code. */
  readonly countries: { code: string, name: string }[]

  /** The bytes of memory that the module has taken. */
  readonly memoryByteCount: number

  /** Frees the memory of the cities; every later call throws. */
  close(): void
}

/** A file that is not a gazetteer, or a damaged one. */
export class GazetteerError extends Error {}
