import PrefixSearch

/// Whether this build is what users get.
enum FitBuild {
  /// Refuses builds whose figures would mean nothing.
  ///
  /// - Throws: `BenchFailure` that says which build to use.
  static func check() throws {
    #if DEBUG
    throw BenchFailure(
      "This is a debug build, and its figures would mean nothing. "
        + "Try `swift run -c release bench`.")
    #else
    guard !InvariantChecks.areEnabled else {
      throw BenchFailure(
        "This build checks invariants, and its figures would mean nothing. "
          + "Build without the trait InternalChecks.")
    }
    #endif
  }
}
