/// A random number generator whose seed is its complete state, so that a seed reproduces a test case.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns true with a probability of one in `chances`.
  package mutating func oneIn(_ chances: Int) -> Bool { Int.random(in: 0..<chances, using: &self) == 0 }
}

/// The seeds of property tests.
package let seeds: [UInt64] = Array(1...200)
