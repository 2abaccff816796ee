import FoundationEssentials
import TestSupport

/// How big the programs are.
struct Size: Measurement {
  static let name = "size"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    // With tables for unwinding the stack, which are 2.4 MiB and 2 MiB of them.
    let sizes = [
      (name: "intervald", size: try await Self.mebibytes(of: "intervald"), goal: 18),
      (name: "intervalctl", size: try await Self.mebibytes(of: "intervalctl"), goal: 17.9),
    ]
    return Report.Section(
      title: "Size",
      method:
        "The programs as `make install` installs them, with the Swift runtime inside and without what debuggers read.",
      columns: ["", "size, MiB"],
      rows: sizes.map { [.text($0.name), .number($0.size)] },
      goals: sizes.map { .init("size of \($0.name)", $0.size, atMost: $0.goal, "MiB") })
  }

  static func mebibytes(of program: String) async throws -> Double {
    let stripped = try await StrippedProgram(of: program)
    return Double(try Data(contentsOf: URL(filePath: stripped.path), options: .mappedIfSafe).count) / 1_048_576
  }
}
