package import Foundation

/// The resources of a target of this package, which lie beside the executable or within the app.
///
/// It takes the place of `Bundle.module`. The code that Swift Package Manager generates for that
/// terminates the process if there is no bundle. That code also looks into the folder of the build, so
/// a program that was copied without its bundle works on one machine and ends on all others.
package struct ResourceBundle: Sendable {
  /// The name of the bundle, as the build makes it.
  package let name: String
  /// The folder of the resources; `nil` if there is no bundle.
  private let folder: URL?

  /// Finds the bundle of a target.
  ///
  /// - Parameter target: The name of the target.
  package init(ofTarget target: String) {
    #if canImport(Darwin)
    name = "city-search_\(target).bundle"
    #else
    name = "city-search_\(target).resources"
    #endif
    let path = name
    let bundles = Self.folders.lazy.compactMap { folder in
      Bundle(path: folder.appending(path: path, directoryHint: .isDirectory).path)
    }
    // On macOS, resources lie in a subfolder of a bundle.
    folder = bundles.first.map { $0.resourceURL ?? $0.bundleURL }
  }

  /// The resource of a name, or the folder of that name.
  ///
  /// - Throws: ``MissingResources`` if there is no bundle.
  package func url(named path: String) throws(MissingResources) -> URL {
    guard let folder else { throw MissingResources(bundle: name) }
    return folder.appending(path: path)
  }

  /// Marks the code of this package, which an app may have in a framework.
  private final class Marker {}

  /// Where bundles can be.
  private static var folders: [URL] {
    let (main, own) = (Bundle.main, Bundle(for: Marker.self))
    var folders = [main.resourceURL, main.bundleURL, own.resourceURL, own.bundleURL]
    #if canImport(Darwin)
    // Bundles of tests and of frameworks lie beside those of resources; frameworks of previews, deeper.
    let parents = sequence(first: own.bundleURL) { $0.deletingLastPathComponent() }
    folders += parents.dropFirst().prefix(3)
    #endif
    return folders.compactMap(\.self)
  }
}

/// The resources of a target are missing.
package struct MissingResources: Error, CustomStringConvertible {
  /// The name of the bundle.
  package let bundle: String

  /// Where the bundle has to be.
  package var folder: URL { Self.home.appending(path: bundle, directoryHint: .isDirectory) }

  /// What is missing, and where it has to be, without a period.
  package var reason: String {
    "\(bundle), which the build makes beside the program, must be copied to \(Self.home.path)"
  }

  private static var home: URL { Bundle.main.resourceURL ?? Bundle.main.bundleURL }

  /// A sentence.
  package var description: String { "The resources are missing: \(reason)." }
}
