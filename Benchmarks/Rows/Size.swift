import FoundationEssentials
import TestSupport

/// Measurement of the size of the programs.
struct Size: Measurement {
  static let name = "size"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    // 2.4 MiB and 2 MiB of this are tables for unwinding the stack.
    let sizes = [
      (name: "intervald", size: try await Self.mebibytes(of: "intervald"), goal: 18),
      (name: "intervalctl", size: try await Self.mebibytes(of: "intervalctl"), goal: 17.9),
    ]
    return Report.Section(
      title: "Size",
      methods: [
        "The programs are stripped, as `make install` does.",
        "They contain the Swift runtime.",
      ],
      columns: ["", "size, MiB"],
      rows: sizes.map { [.text($0.name), .number($0.size)] },
      goals: sizes.map { .init("size of \($0.name)", $0.size, atMost: $0.goal, "MiB") })
  }

  static func mebibytes(of program: String) async throws -> Double {
    let stripped = try await StrippedProgram(of: program)
    return Double(try Data(contentsOf: URL(filePath: stripped.path), options: .mappedIfSafe).count) / 1_048_576
  }
}
