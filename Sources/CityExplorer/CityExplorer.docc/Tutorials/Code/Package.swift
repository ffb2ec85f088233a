// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Cities",
  platforms: [.iOS(.v26), .macOS(.v26)],
  dependencies: [.package(path: "../city-search", traits: [])],
  targets: [
    .executableTarget(
      name: "Cities",
      dependencies: [
        .product(name: "CityExplorer", package: "city-search"),
        .product(name: "GeoNamesCities", package: "city-search"),
      ])
  ])
