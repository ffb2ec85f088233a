// swift-tools-version: 6.3
import PackageDescription

/// What a trait adds to a target: products by package, which nobody fetches without it.
func with(_ trait: String, _ products: KeyValuePairs<String, [String]>) -> [Target.Dependency] {
  products.flatMap { package, names in
    names.map { .product(name: $0, package: package, condition: .when(traits: [trait])) }
  }
}
let commandLine = with("Benchmark", ["swift-argument-parser": ["ArgumentParser"]])
let database = with("SQLite", ["GRDB.swift": ["GRDB"]])
let server = with(
  "Server",
  [
    "swift-argument-parser": ["ArgumentParser"],
    "swift-http-types": ["HTTPTypes"],
    "hummingbird": ["Hummingbird", "HummingbirdCore"],
    "swift-log": ["Logging"],
    "swift-metrics": ["CoreMetrics", "Metrics"],
    "swift-nio": ["NIOCore", "NIOHTTP1", "NIOPosix"],
    "swift-nio-extras": ["NIOExtras", "NIOHTTPTypes", "NIOHTTPTypesHTTP1"],
    "swift-service-lifecycle": ["ServiceLifecycle", "UnixSignals"],
  ])

/// Whether the modules are built for a page, with `IN_PAGE=1`: in Embedded Swift, which has no files, no Foundation and
/// no tasks. (No condition names WebAssembly without a system.)
let isInPage = Context.environment["IN_PAGE"] != nil
/// What reads files, which a page has not.
let files: [Target.Dependency] = isInPage ? [] : ["SystemFiles"]
/// The folders of a module that a page does without.
func besidePage(_ paths: String...) -> [String] { isInPage ? paths : [] }

/// The tests of a target, which also import what their dependencies depend on.
func tests(of target: String, with others: Target.Dependency...) -> Target {
  .testTarget(name: "\(target)Tests", dependencies: [.byName(name: target)] + others)
}

let libraries = [
  "PrefixSearch", "CitySearch", "GazetteerBuilding", "GeoNamesCities", "CitySession",
  "CityExplorer", "RemoteSearch", "PrefixBenchmark",
]

let package = Package(
  name: "city-search",
  // `Span` properties and `InlineArray`, which let the engines read bytes without unsafe code, need
  // the runtime of these systems. Linux has no such floor.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .visionOS(.v26), .watchOS(.v26)],
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
    .library(name: "CityFavorites", targets: ["CityFavorites", "DurableStorage"]),
    .library(name: "CityGeocoding", targets: ["CityGeocoding", "DurableStorage"]),
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "city-explorer", targets: ["CityExplorerTerminal"]),
  ],
  traits: [
    .default(enabledTraits: ["Benchmark"]),
    .trait(
      name: "Benchmark",
      description: """
        Lets `bench`, `city-explorer` and the product PrefixBenchmark be built. Without it \
        (`traits: []`) no package is fetched for them.
        """),
    .trait(
      name: "InternalChecks",
      description: """
        Checks the whole structure after every build. Complexity promises are void and `bench` \
        refuses to measure.
        """, enabledTraits: ["Benchmark"]),
    .trait(
      name: "SQLite",
      description: """
        Adds answers to addresses in an SQLite database, through GRDB, which is not fetched \
        without it. Needs the Debian package libsqlite3-dev.
        """, enabledTraits: ["Benchmark"]),
    .trait(
      name: "Server",
      description: """
        Adds `city-explorer serve`, City Explorer in a browser and search as a service, through \
        Hummingbird, which is not fetched without it. Needs the Debian packages libbrotli-dev and \
        zlib1g-dev.
        """, enabledTraits: ["Benchmark"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.27.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.6.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.15.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    .target(name: "PrefixSearch"),
    // Opens, reads, maps and flushes files for all others, and depends on nothing but the toolchain.
    .target(name: "SystemFiles"),
    // The reader: bytes in, matches out. Also compiled for WebAssembly, see Sources/CityWeb.
    .target(name: "CitySearch", dependencies: ["PrefixSearch"] + files),
    // Writes JSON for a service and for a page, and reads the cells of tables.
    .target(name: "JSONText", dependencies: ["CitySearch"]),
    // The writer: only what makes gazetteers imports it.
    .target(
      name: "GazetteerBuilding",
      dependencies: ["CitySearch", "JSONText", "PrefixSearch", "SystemFiles"],
      resources: [.copy("Names/han-forms.txt"), .copy("Names/han-readings.txt")]),
    .target(
      name: "GeoNamesCities", dependencies: ["CitySearch", "SystemFiles"],
      resources: [.copy("cities.gazetteer")]),
    .target(
      name: "CitySession", dependencies: ["CitySearch", "PrefixSearch"],
      exclude: besidePage("Session")),
    .target(name: "DurableStorage", dependencies: files, exclude: besidePage("Files")),
    .target(
      name: "CityFavorites", dependencies: ["CitySearch", "CitySession", "DurableStorage"] + files,
      exclude: besidePage("Client", "Stores")),
    .target(
      name: "CityGeocoding",
      dependencies: ["CitySearch", "CitySession", "DurableStorage", "JSONText"] + files + database,
      exclude: besidePage("Client", "Queue", "Store")),
    .target(
      name: "CityExplorer",
      dependencies: ["CitySearch", "CitySession", "CityFavorites", "CityGeocoding"],
      exclude: besidePage("Model")),
    .target(
      name: "RemoteSearch", dependencies: ["CitySearch", "CitySession", "JSONText", "PrefixSearch"]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    // Compiled to nothing without the trait.
    .target(
      name: "CityExplorerServer",
      dependencies: [
        "CitySearch", "CityGeocoding", "GeoNamesCities", "JSONText", "PrefixSearch", "RemoteSearch",
        "SystemFiles",
      ]
        + ["CBrotli", "CMalloc", "CZlib"].map {
          .byName(name: $0, condition: .when(traits: ["Server"]))
        } + server,
      exclude: ["Deployment"], resources: [.copy("Site"), .copy("Service/openapi.json")]),
    // City Explorer in a terminal, and the commands of the server.
    .executableTarget(
      name: "CityExplorerTerminal",
      dependencies: [
        "CityExplorer", "CityExplorerServer", "CityFavorites", "CityGeocoding", "CitySearch",
        "CitySession", "GeoNamesCities", "RemoteSearch",
      ] + commandLine),
    // What pages and modules of WebAssembly exchange: memory for requests, files and answers.
    .target(name: "PageMemory", dependencies: ["PrefixSearch"], exclude: ["webassembly"]),
    // The search in a page: built for WebAssembly by Sources/CityWeb/build, and here to be compared with it.
    .executableTarget(
      name: "CityWeb", dependencies: ["CitySearch", "PrefixSearch", "PageMemory"],
      exclude: ["build", "Package"]),
    // City Explorer in a page: built for WebAssembly by Sources/CityExplorerPage/build, and here for its tests.
    .executableTarget(
      name: "CityExplorerPage",
      dependencies: [
        "CitySearch", "CitySession", "CityFavorites", "CityGeocoding", "CityExplorer", "JSONText",
        "PrefixSearch", "PageMemory",
      ],
      exclude: ["build", "largest-cities", "Site"]),
    .target(
      name: "Fixtures", dependencies: ["GazetteerBuilding", "SystemFiles"], path: "Fixtures",
      exclude: ["README.md"], resources: [.copy("Data"), .copy("Answers")]),
    .target(name: "CBenchSupport", path: "Benchmarks/CBenchSupport"),
    // What is timed, and what makes its data and queries.
    .target(
      name: "PrefixMeasuring",
      dependencies: [
        "PrefixSearch", "CitySearch", "GazetteerBuilding", "Fixtures", "SystemFiles",
        "CBenchSupport",
      ] + commandLine,
      path: "Benchmarks/PrefixMeasuring"),
    // Commands, comparisons and tables, in which nothing is timed.
    .target(
      name: "PrefixBenchmark",
      dependencies: ["PrefixMeasuring", "PrefixSearch", "CitySearch", "SystemFiles"] + commandLine,
      path: "Benchmarks/PrefixBenchmark", resources: [.copy("Comparing/limits.tsv")]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "PrefixBenchmark", "PrefixMeasuring", "PrefixSearch", "CitySearch", "GazetteerBuilding",
        "GeoNamesCities", "CityGeocoding", "Fixtures", "JSONText",
      ] + commandLine,
      path: "Benchmarks/bench"),

    .target(
      name: "TestSupport", dependencies: ["PrefixSearch", "Fixtures"], path: "Tests/TestSupport"),
    .target(
      name: "CityTestSupport",
      dependencies: [
        "CitySearch", "CitySession", "CityFavorites", "CityGeocoding", "GeoNamesCities",
        "TestSupport",
      ],
      path: "Tests/CityTestSupport"),
    tests(of: "PrefixSearch", with: "TestSupport"),
    tests(of: "SystemFiles", with: "TestSupport"),
    tests(of: "CitySearch", with: "GeoNamesCities", "TestSupport"),
    tests(of: "CitySession", with: "CityTestSupport"),
    tests(of: "CityFavorites", with: "CityTestSupport"),
    tests(of: "CityGeocoding", with: "CityTestSupport"),
    tests(of: "CityExplorer", with: "CityTestSupport"),
    tests(of: "CityExplorerPage", with: "GazetteerBuilding", "GeoNamesCities"),
    tests(of: "RemoteSearch", with: "GeoNamesCities", "TestSupport"),
    tests(of: "CityExplorerTerminal", with: "TestSupport"),
    .testTarget(name: "BenchTests", dependencies: ["bench", "TestSupport"]),
    .testTarget(
      name: "ServerTests",
      dependencies: ["CityExplorerServer", "CityExplorerTerminal", "TestSupport"]
        + with("Server", ["swift-nio": ["NIOEmbedded"]])),
  ],
  swiftLanguageModes: [.v6]
)

// The settings of all targets. The compiler ignores misspelled features silently: check the names. Unsafe flags keep
// nobody from depending on a version of this package: Swift 6.2 and later accept them.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
  ]
  // A debug build optimizes what searches: unoptimized, an engine over all cities takes half a minute to build.
  if ["PrefixSearch", "SystemFiles", "CitySearch", "GazetteerBuilding"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
  // Optimizing tests that wait or read output, and commands in which nothing is timed, takes longer than it saves. Tests
  // of the search read long answer keys.
  let isSlow =
    target.type == .test && !["PrefixSearchTests", "CitySearchTests"].contains(target.name)
  if isSlow || ["PrefixBenchmark", "bench"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
}
