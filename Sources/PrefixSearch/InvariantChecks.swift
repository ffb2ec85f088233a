/// Tells whether this build checks the whole of every structure after building it.
///
/// The trait `InternalChecks` turns the checks on. They visit every key, so the complexity that the
/// documentation promises is void, and a benchmark must refuse to measure.
public enum InvariantChecks {
  #if InternalChecks
  /// Whether the checks are compiled in.
  public static let areEnabled = true
  #else
  /// Whether the checks are compiled in.
  public static let areEnabled = false
  #endif
}
