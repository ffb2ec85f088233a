import CBenchSupport

/// Takes a value that the compiler must not optimise away.
///
/// An empty function would not do: the optimiser finds out that it does nothing, and removes the call
/// with all that led to it. One in C is beyond its sight.
@inline(__always)
func blackHole<Value>(_ value: borrowing Value) {
  // Sound: the address is only passed on, and nobody reads behind it.
  unsafe withUnsafePointer(to: value) { unsafe cbench_black_hole($0) }
}
