import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Comparison of `calc` and `splits` with an independent program, `running` from PyPI.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .hangLimit)
struct ForeignCalculatorTests {
  /// Each case has options of `calc`, the equivalent options of `running`, and the unit of the output.
  @Test(arguments: [
    (ours: "--distance 5km --pace 5:30/km", theirs: "-d 5k -p 5:30/km", unit: "km"),
    ("--distance marathon --pace 10:00/mi", "-d marathon -p 10:00/mile", "mile"),
    ("--distance half --pace 9:09/mi", "-d half -p 9:09/mile", "mile"),
    ("--distance 26.2mi --pace 13:10/mi", "-d 26.2mile -p 13:10/mile", "mile"),
    ("--distance 400mtr --pace 4:07/km", "-d 400m -p 4:07/km", "km"),
    ("--distance 3.1mi --pace 7:13/km", "-d 3.1mile -p 7:13/km", "km"),
    ("--distance 10km --pace 8:47/mi", "-d 10km -p 8:47/mile", "mile"),
    ("--distance 26.2mi --time 5:45:00", "-d 26.2mile -t 5:45:00", "mile"),
    ("--distance 5mi --time 1:00:00", "-d 5mile -t 1:00:00", "mile"),
    ("--distance marathon --time 3:59:59", "-d marathon -t 3:59:59", "km"),
    ("--distance 1500mtr --time 3:43.13", "-d 1500m -t 3:43.13", "km"),
    ("--distance half --time 1h57m", "-d half -t 1:57:00", "mile"),
    ("--time 30s --pace 11:30/mi", "-t 30s -p 11:30/mile", "mile"),
    ("--time 2h --pace 5:41/km", "-t 2h -p 5:41/km", "km"),
    ("--time 45:00 --pace 16:30/mi", "-t 45:00 -p 16:30/mile", "km"),
  ])
  func `calc gives the same result as the reference program`(ours: String, theirs: String, unit: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let name = unit == "mile" ? "mi" : "km"
      let run = try await home.shell(
        "intervalctl calc \(ours) --distance-units \(name) --pace-units min/\(name)")
      let answer = try #require(run.output.first).split(separator: " ")[1].prefix { $0 != "/" }
      let lines = try await Self.reference(theirs, unit: unit)
      // The first line is, for example, `Elapsed time: 27:30 [H:]MM:SS`. The minutes always have two digits.
      let expected = try #require(lines.first?.split(separator: ": ").last?.split(separator: " ").first)
      #expect(answer == expected || "0\(answer)" == expected)
    }
  }

  @Test(arguments: [
    ("--distance 13.1mi --pace 10:00/mi", "-d 13.1mile -p 10:00/mile", "mile"),
    ("--distance marathon --pace 5:41/km", "-d marathon -p 5:41/km", "km"),
    ("--distance 10km --time 47:11", "-d 10km -t 47:11", "km"),
    ("--distance 10mi --time 2:24:50", "-d 10mile -t 2:24:50", "mile"),
  ])
  func `splits gives the same totals as the reference program`(ours: String, theirs: String, unit: String) async throws
  {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits \(ours)")
      let totals = run.output.dropFirst().compactMap { $0.split(separator: " ").last }
      let expected = try await Self.reference("\(theirs) -s", unit: unit).drop { $0 != "Splits:" }.dropFirst()
        .compactMap { $0.split(separator: " ").last }
      #expect(totals.count == expected.count)
      #expect(!totals.isEmpty)
      for (total, expected) in zip(totals, expected) { #expect(total == expected || "0\(total)" == expected) }
    }
  }

  /// The lines that the reference program prints.
  private static func reference(_ options: String, unit: String) async throws -> [String] {
    let arguments = options.split(separator: " ").map(String.init) + ["-u", unit]
    let invocation = try await Invocation.run(VirtualEnvironment.program("running"), arguments)
    #expect(invocation.status == 0, "\(invocation.errors)")
    return invocation.output.split(separator: "\n").map(String.init)
  }
}
