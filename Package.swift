// swift-tools-version: 6.3
import PackageDescription

// Shared by every Swift target. The compiler ignores misspelled features silently: check the names.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .strictMemorySafety(),
]

/// For targets in which nothing is timed, and whose optimization would take longer than it saves.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Dependencies of the benchmark, fetched with its trait only.
let benchmarkDependencies: [Target.Dependency] = [
  .product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: ["Benchmark"]))
]

/// Dependencies of the database for addresses, fetched with its trait only.
let databaseDependencies: [Target.Dependency] = [
  .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"]))
]

/// Dependencies of the server, fetched with its trait only.
let serverDependencies: [Target.Dependency] = [
  .product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: ["Server"])),
  .product(
    name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Server"])),
  .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
  .product(
    name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Server"])),
  .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
  .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
  .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
  .product(name: "NIOExtras", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
  .product(
    name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
  .product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: .when(traits: ["Server"])),
  .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
  .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle",
    condition: .when(traits: ["Server"])),
  .product(
    name: "UnixSignals", package: "swift-service-lifecycle",
    condition: .when(traits: ["Server"])),
]

/// Whether the modules are built for a page, with `IN_PAGE=1`: in Embedded Swift, which has no files, no Foundation and
/// no tasks. (No condition names WebAssembly without a system.)
let isInPage = Context.environment["IN_PAGE"] != nil

/// What reads files, which a page has not.
let files: [Target.Dependency] = isInPage ? [] : ["SystemFiles"]

/// The folders of a module that a page does without.
func besidePage(_ paths: String...) -> [String] { isInPage ? paths : [] }

let package = Package(
  name: "city-search",
  // `Span` properties and `InlineArray`, which let the engines read bytes without unsafe code, need
  // the runtime of these systems. Linux has no such floor.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .visionOS(.v26), .watchOS(.v26)],
  products: [
    .library(name: "PrefixSearch", targets: ["PrefixSearch"]),
    .library(name: "CitySearch", targets: ["CitySearch"]),
    .library(name: "GazetteerBuilding", targets: ["GazetteerBuilding"]),
    .library(name: "GeoNamesCities", targets: ["GeoNamesCities"]),
    .library(name: "CitySession", targets: ["CitySession"]),
    .library(name: "CityFavorites", targets: ["CityFavorites", "DurableStorage"]),
    .library(name: "CityGeocoding", targets: ["CityGeocoding", "DurableStorage"]),
    .library(name: "CityExplorer", targets: ["CityExplorer"]),
    .library(name: "RemoteSearch", targets: ["RemoteSearch"]),
    .library(name: "PrefixBenchmark", targets: ["PrefixBenchmark"]),
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
    .target(name: "PrefixSearch", swiftSettings: settings),
    // Opens, reads, maps and flushes files for all others, and depends on nothing but the toolchain.
    .target(name: "SystemFiles", swiftSettings: settings),
    // The reader: bytes in, matches out. Also compiled for WebAssembly, see Sources/CityWeb.
    .target(
      name: "CitySearch", dependencies: ["PrefixSearch"] + files, swiftSettings: settings),
    // The writer: only what makes gazetteers imports it.
    .target(
      name: "GazetteerBuilding",
      dependencies: ["CitySearch", "JSONText", "PrefixSearch", "SystemFiles"],
      resources: [.copy("Names/han-forms.txt"), .copy("Names/han-readings.txt")],
      swiftSettings: settings),
    .target(
      name: "GeoNamesCities", dependencies: ["CitySearch", "SystemFiles"],
      resources: [.copy("cities.gazetteer")], swiftSettings: settings),
    .target(
      name: "CitySession", dependencies: ["CitySearch", "PrefixSearch"],
      exclude: besidePage("Session"), swiftSettings: settings),
    .target(
      name: "DurableStorage", dependencies: files, exclude: besidePage("Files"),
      swiftSettings: settings),
    .target(
      name: "CityFavorites",
      dependencies: ["CitySearch", "CitySession", "DurableStorage"] + files,
      exclude: besidePage("Client", "Stores"), swiftSettings: settings),
    .target(
      name: "CityGeocoding",
      dependencies: ["CitySearch", "CitySession", "DurableStorage", "JSONText"] + files
        + databaseDependencies,
      exclude: besidePage("Queue", "Store"), swiftSettings: settings),
    .target(
      name: "CityExplorer",
      dependencies: [
        "CitySearch", "CitySession", "CityFavorites", "CityGeocoding", "DurableStorage",
      ],
      exclude: besidePage("Model"), swiftSettings: settings),
    .target(
      name: "RemoteSearch",
      dependencies: ["CitySearch", "CitySession", "JSONText", "PrefixSearch"],
      swiftSettings: settings),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    // Compiled to nothing without the trait.
    .target(
      name: "CityExplorerServer",
      dependencies: [
        "CitySearch", "CityGeocoding", "GeoNamesCities", "JSONText", "PrefixSearch",
        "RemoteSearch", "SystemFiles",
        .byName(name: "CBrotli", condition: .when(traits: ["Server"])),
        .byName(name: "CMalloc", condition: .when(traits: ["Server"])),
        .byName(name: "CZlib", condition: .when(traits: ["Server"])),
      ] + serverDependencies,
      exclude: ["Deployment"], resources: [.copy("Site"), .copy("Service/openapi.json")],
      swiftSettings: settings),
    // City Explorer in a terminal, and the commands of the server.
    .executableTarget(
      name: "CityExplorerTerminal",
      dependencies: [
        "CityExplorer", "CityExplorerServer", "CityFavorites", "CityGeocoding", "CitySearch",
        "CitySession", "GeoNamesCities", "RemoteSearch",
      ] + benchmarkDependencies, swiftSettings: settings),
    // Writes JSON for a service and for a page, and reads the cells of tables.
    .target(name: "JSONText", dependencies: ["CitySearch"], swiftSettings: settings),
    // What pages and modules of WebAssembly exchange: memory for requests, files and answers.
    .target(
      name: "PageMemory", dependencies: ["PrefixSearch"], exclude: ["webassembly"],
      swiftSettings: settings),
    // The search in a page: built for WebAssembly by Sources/CityWeb/build, and here to be compared with it.
    .executableTarget(
      name: "CityWeb", dependencies: ["CitySearch", "PrefixSearch", "PageMemory"],
      exclude: ["build", "Package"],
      swiftSettings: settings),
    // City Explorer in a page: built for WebAssembly by Sources/CityExplorerPage/build, and here for its tests.
    .executableTarget(
      name: "CityExplorerPage",
      dependencies: [
        "CitySearch", "CitySession", "CityFavorites", "CityGeocoding", "CityExplorer",
        "JSONText", "PrefixSearch", "PageMemory",
      ],
      exclude: ["build", "Site"], swiftSettings: settings),
    .target(
      name: "Fixtures", dependencies: ["GazetteerBuilding", "SystemFiles"], path: "Fixtures",
      exclude: ["README.md"],
      resources: [.copy("Data"), .copy("Answers")], swiftSettings: settings),
    .target(name: "CBenchSupport", path: "Benchmarks/CBenchSupport"),
    // What is timed, and what makes its data and queries.
    .target(
      name: "PrefixMeasuring",
      dependencies: [
        "PrefixSearch", "CitySearch", "GazetteerBuilding", "Fixtures", "SystemFiles",
        "CBenchSupport",
      ], path: "Benchmarks/PrefixMeasuring", swiftSettings: settings),
    // Commands, comparisons and tables, in which nothing is timed: optimized, they would take a fifth of the build.
    .target(
      name: "PrefixBenchmark",
      dependencies: ["PrefixMeasuring", "PrefixSearch", "CitySearch", "SystemFiles"]
        + benchmarkDependencies,
      path: "Benchmarks/PrefixBenchmark",
      resources: [.copy("Comparing/limits.tsv")], swiftSettings: settings + unoptimized),
    .executableTarget(
      name: "bench",
      dependencies: [
        "PrefixBenchmark", "PrefixMeasuring", "PrefixSearch", "CitySearch", "GazetteerBuilding",
        "GeoNamesCities", "CityGeocoding", "Fixtures", "JSONText",
      ] + benchmarkDependencies,
      path: "Benchmarks/bench", swiftSettings: settings + unoptimized),

    .target(
      name: "TestSupport", dependencies: ["PrefixSearch", "Fixtures"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "PrefixSearchTests", dependencies: ["PrefixSearch", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CitySearchTests",
      dependencies: [
        "CitySearch", "PrefixSearch", "GazetteerBuilding", "GeoNamesCities", "SystemFiles",
        "TestSupport", "Fixtures",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SystemFilesTests",
      dependencies: ["SystemFiles", "PrefixSearch", "Fixtures", "TestSupport"],
      swiftSettings: settings),
    .target(
      name: "CityTestSupport",
      dependencies: [
        "CitySearch", "CitySession", "CityFavorites", "CityGeocoding", "GeoNamesCities",
        "TestSupport",
      ],
      path: "Tests/CityTestSupport", swiftSettings: settings),
    .testTarget(
      name: "CitySessionTests",
      dependencies: [
        "CitySession", "CitySearch", "CityTestSupport", "Fixtures", "GazetteerBuilding",
        "GeoNamesCities", "PrefixSearch", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CityFavoritesTests",
      dependencies: [
        "CityFavorites", "CitySearch", "CitySession", "CityTestSupport", "DurableStorage",
        "GazetteerBuilding", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CityGeocodingTests",
      dependencies: [
        "CityGeocoding", "CitySearch", "CitySession", "CityTestSupport", "DurableStorage",
        "Fixtures", "GazetteerBuilding", "GeoNamesCities", "PrefixSearch", "TestSupport",
      ] + databaseDependencies,
      swiftSettings: settings),
    .testTarget(
      name: "CityExplorerTests",
      dependencies: [
        "CityExplorer", "CityFavorites", "CityGeocoding", "CitySearch", "CitySession",
        "CityTestSupport", "DurableStorage", "Fixtures", "GazetteerBuilding", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CityExplorerPageTests",
      dependencies: [
        "CityExplorerPage", "CityExplorer", "CityFavorites", "CityGeocoding", "CitySearch",
        "CitySession", "GazetteerBuilding", "GeoNamesCities", "JSONText",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "BenchTests",
      dependencies: [
        "bench", "PrefixBenchmark", "PrefixMeasuring", "CBenchSupport", "CityGeocoding", "CitySearch",
        "Fixtures", "GazetteerBuilding", "GeoNamesCities", "PrefixSearch", "SystemFiles",
        "TestSupport",
      ] + benchmarkDependencies,
      swiftSettings: settings),
    .testTarget(
      name: "RemoteSearchTests",
      dependencies: [
        "RemoteSearch", "CitySearch", "CitySession", "Fixtures", "GazetteerBuilding",
        "GeoNamesCities", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CityExplorerTerminalTests",
      dependencies: [
        "CityExplorerTerminal", "CityExplorer", "CityGeocoding", "CitySearch", "CitySession",
        "Fixtures", "GazetteerBuilding", "TestSupport",
      ], swiftSettings: settings),
    // Compiled to nothing without the trait.
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "CityExplorerServer", "CityExplorerTerminal", "CityGeocoding", "CitySearch", "CitySession",
        "GazetteerBuilding",
        "GeoNamesCities", "JSONText", "RemoteSearch", "TestSupport",
        .product(
          name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Server"])),
      ] + serverDependencies,
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Tests that wait or read output are not optimized, because that takes longer than running them. The
// tests of the search are: they compare with exhaustive searches. No product has a test target, so these
// flags reach no package that depends on this one.
for target in package.targets
where target.type == .test && !["PrefixSearchTests", "CitySearchTests"].contains(target.name) {
  target.swiftSettings?.append(contentsOf: unoptimized)
}

// With `OPTIMIZED_SEARCH=1`, a debug build optimizes what searches: unoptimized, an engine over all
// cities takes half a minute to build.
if Context.environment["OPTIMIZED_SEARCH"] != nil {
  for target in package.targets
  where ["PrefixSearch", "SystemFiles", "CitySearch", "GazetteerBuilding"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}

// With `ONLY_TESTS=PrefixSearchTests,…`, only these tests and what they depend on are built. `swift test
// --filter` builds all tests, which takes a sanitizer longer than running the few that it needs.
if let tests = Context.environment["ONLY_TESTS"] {
  var (open, needed) = (tests.split(separator: ",").map(String.init), Set<String>())
  while let name = open.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("ONLY_TESTS has '\(name)', and there is no such target.")
    }
    guard needed.insert(name).inserted else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  package.products.removeAll {
    !(($0 as? Product.Executable)?.targets.allSatisfy(needed.contains) ?? false)
  }
  package.targets.removeAll { !needed.contains($0.name) }
}
