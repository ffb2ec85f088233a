#if Server
import ArgumentParser

/// The options of the command line that the environment sets: `CITY_EXPLORER_PORT=80` is `--port 80`.
///
/// A list is separated by commas, and a flag is `true` or `false`. The command line overrides the
/// environment.
enum EnvironmentOptions {
  /// What the names of the variables begin with.
  static let prefix = "CITY_EXPLORER_"

  /// The options without a value.
  static let flags = Set(
    [Mirror(reflecting: ServerOptions()), Mirror(reflecting: ServerLimits())].flatMap(\.children)
      .filter { $0.value is Flag<Bool> }.compactMap(\.label).map(optionName(ofWrapper:)))

  /// The option of a property: `--access-log` of the wrapper `_accessLog`.
  private static func optionName(ofWrapper label: String) -> String {
    label.dropFirst().map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  /// The options that may be repeated.
  static let lists: Set<String> = ["cors"]

  /// Adds the options of an environment to the arguments of a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The variables.
  /// - Returns: All arguments.
  /// - Throws: `ValidationError` if a flag is neither true nor false. Unknown names become unknown options,
  ///   which parsing reports.
  static func arguments(
    _ arguments: [String], with environment: [String: String]
  ) throws -> [String] {
    let given = Set(
      arguments.map { $0.prefix { $0 != "=" } }.filter { $0.hasPrefix("--") }.map {
        String($0.dropFirst(2))
      })
    var added: [String] = []
    for (variable, value) in environment.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix(prefix) && !value.isEmpty {
      let name = variable.dropFirst(prefix.count).lowercased().replacing("_", with: "-")
      guard !given.contains(name) else { continue }
      if flags.contains(name) {
        guard let isOn = Bool(value.lowercased()) else {
          throw ValidationError("\(variable) must be true or false, got '\(value)'.")
        }
        if isOn { added.append("--\(name)") }
      } else {
        let values = lists.contains(name) ? value.split(separator: ",") : [value[...]]
        // With an equals sign, a value may begin with a hyphen.
        for value in values { added.append("--\(name)=\(value)") }
      }
    }
    return added + arguments
  }
}
#endif
