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

/// A power of ten, of a number of twentieths.
///
/// The C library's power has 6 kB of tables, which a page would load for it, and other last digits on each platform.
package func powerOfTen(twentieths: Int) -> Double {
  // The remainder is 0 or more, and no power is beyond what a double holds.
  let bounded = max(-5_000, min(twentieths, 5_000))
  let tens = bounded >= 0 ? bounded / 20 : -((19 - bounded) / 20)
  var power = twentiethRoots[bounded - 20 * tens]
  for _ in 0..<abs(tens) { power = tens > 0 ? power * 10 : power / 10 }
  return power
}

/// The powers of ten of 0 to 19 twentieths.
private let twentiethRoots: InlineArray<20, Double> = [
  1.0, 1.1220184543019633, 1.2589254117941673, 1.4125375446227544, 1.5848931924611136,
  1.7782794100389228,
  1.9952623149688795, 2.2387211385683394, 2.51188643150958, 2.8183829312644537, 3.1622776601683795,
  3.548133892335755, 3.9810717055349722, 4.466835921509632, 5.011872336272722, 5.623413251903491,
  6.309573444801933, 7.079457843841379, 7.943282347242816, 8.912509381337454,
]
