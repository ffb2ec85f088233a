#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

// The functions of the C library that distances and weights need, and nothing else of it: Foundation, which has them too,
// does not exist everywhere.

#if hasFeature(Embedded)
@_extern(c, "sin") private func sin(_ angle: Double) -> Double
@_extern(c, "cos") private func cos(_ angle: Double) -> Double
@_extern(c, "asin") private func asin(_ ratio: Double) -> Double
@_extern(c, "pow") private func pow(_ base: Double, _ exponent: Double) -> Double
#endif

/// The sine of an angle in radians.
@inline(__always)
package func sine(_ angle: Double) -> Double { sin(angle) }

/// The cosine of an angle in radians.
@inline(__always)
package func cosine(_ angle: Double) -> Double { cos(angle) }

/// The angle in radians, from -π/2 to π/2, that has a sine.
@inline(__always)
package func arcsine(_ ratio: Double) -> Double { asin(ratio) }

/// A power of a positive base.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
