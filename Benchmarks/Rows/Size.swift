import FoundationEssentials
import TestSupport

/// How big the programs are.
struct Size: Measurement {
  static let name = "size"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let sizes = try ["intervald", "intervalctl"].map { ($0, try Self.mebibytes(of: $0)) }
    return Report.Section(
      title: "Size",
      method:
        "The programs as `make install` installs them, with the Swift runtime inside and without symbols.",
      columns: ["", "size, MiB"],
      rows: sizes.map { [.text($0), .number($1)] },
      goals: sizes.map { .init("size of \($0)", $1, atMost: 16, "MiB") })
  }

  static func mebibytes(of program: String) throws -> Double {
    Double(try Data(contentsOf: URL(filePath: BuiltProgram.path(of: program)), options: .mappedIfSafe).count)
      / 1_048_576
  }
}
