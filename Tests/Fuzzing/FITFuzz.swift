import WorkoutFiles
import WorkoutModel

/// The records of a FIT file, of which size and checksums are right, and a FIT file as it stands.
package enum FITFuzz: FuzzTarget {
  package static let name = "fit"

  package static func read(_ bytes: [UInt8]) {
    _ = try? ImportedWorkout(file(bytes), format: .fit, per: .kilometres)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    for file in [file(bytes), bytes] {
      // Why it may be none is in the tests of the module.
      try (try? ImportedWorkout(file, format: .fit, per: .miles))?.check()
    }
  }

  private static func file(_ records: [UInt8]) -> [UInt8] {
    let file = [12, 0x20, 0, 0] + fourBytes(records.count) + Array(".FIT".utf8) + records
    let checksum = fitChecksum(file)
    return file + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }

  /// A number of 32 bits as FIT writes it, the lowest byte first.
  private static func fourBytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A message of a workout, and definitions of two kinds of steps: an interval of some seconds, and a repeat.
  private static let head: [UInt8] =
    [0x40, 0, 0, 26, 0, 1, 4, 1, 0, 0, 1] + [0x41, 0, 0, 27, 0, 2, 1, 1, 0, 2, 4, 0x86]
    + [0x42, 0, 0, 27, 0, 3, 1, 1, 0, 2, 4, 0x86, 4, 4, 0x86]
  private static let minute: [UInt8] = [1, 0, 0x60, 0xEA, 0, 0]

  private static func repeating(from: Int) -> [UInt8] {
    [2, 6] + fourBytes(from) + [2, 0, 0, 0]
  }

  /// Records that fit 64 KiB.
  private static func long(_ units: some Sequence<[UInt8]>) -> [UInt8] {
    var bytes = head
    for unit in units where bytes.count + unit.count <= 65_536 { bytes += unit }
    return bytes
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("steps", long(repeatElement(minute, count: 12_000))),
      ("repeats", long((0..<4000).flatMap { [minute, repeating(from: $0 * 2)] })),
      ("deep repeats", long([minute] + repeatElement(repeating(from: 0), count: 8000))),
      ("repeats of all", long((0..<4000).flatMap { _ in [minute, repeating(from: 0)] })),
      ("definitions", long(repeatElement([0x40, 0, 0, 26, 0, 0], count: 12_000))),
      (
        "definitions of many fields",
        long(repeatElement([0x40, 0, 0, 26, 0, 255] + [UInt8](repeating: 1, count: 765), count: 90))
      ),
      (
        "fields of no bytes",
        long([[0x40, 0, 0, 27, 0, 255] + [UInt8](repeating: 0, count: 765)] + repeatElement([0], count: 65_000))
      ),
      ("empty messages", long([[0x40, 0, 0, 27, 0, 0]] + repeatElement([0], count: 65_000))),
      (
        "a text",
        long(
          [[0x40, 0, 0, 27, 0, 1, 0, 255, 7]] + repeatElement([0] + [UInt8](repeating: 0x61, count: 255), count: 260))
      ),
    ]
  }
}
