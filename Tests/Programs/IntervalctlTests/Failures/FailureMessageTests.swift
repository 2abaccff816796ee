import ControlInterface
import Glibc
import PlanLibrary
import SystemPackage
import TerminalUI
import Testing
import UserFiles
import Varlink
import WorkoutModel

@testable import intervalctl

/// Tests of error messages that are difficult to produce with the real program.
@Suite struct FailureMessageTests {
  @Test(
    arguments: [
      (TransportError(.disconnected, context: "x"), 69, ["error: lost the connection to intervald"]),
      (TransportError(.timedOut, context: "x"), 69, ["error: intervald does not respond"]),
      (
        TransportError(.malformedMessage, context: "no JSON"), 69, ["error: cannot communicate with intervald: no JSON"]
      ),
      (
        VarlinkError.methodNotFound("org.intervald.Workout.Dance"), 69,
        ["error: intervald replied MethodNotFound 'org.intervald.Workout.Dance'"]
      ),
      (OutputError(errno: .noSpace), 74, ["error: cannot write: No space left on device"]),
      (
        Failure.unreadableFile(.notUTF8(path: "-")), 65,
        ["error: standard input is not UTF-8 text"]
      ),
      (
        Failure.unusableHistory(.notRegular(path: "/h")), 66,
        ["error: cannot read /h: not a regular file"]
      ),
      (
        Failure.unusableHistory(.system(SystemError("/h", .ioError))), 66,
        ["error: cannot read /h: Input/output error"]
      ),
      (
        Failure.unusableSettings(.unreadable(.system(SystemError("/c", .permissionDenied)))), 78,
        ["error: cannot read /c: Permission denied"]
      ),
      (
        ControlError.invalidPlan(.init(message: "no", line: 2, column: 3, path: "/p", lineText: "a\tb\u{1B}")), 65,
        ["error: /p:2:3: no", "  a b·", "    ^"]
      ),
      (
        ControlError.unusableHistory(.init(message: "/h: other users can write to it", hint: "x")), 74,
        ["error: /h: other users can write to it"]
      ),
      (
        ControlError.invalidPlan(.init(message: "no \u{1B}[31m", line: 2, column: 3)), 65,
        ["error: line 2, column 3: no ·[31m"]
      ),
    ] as [(any Error, Int32, [String])])
  func `every error has a message and an exit status`(error: any Error, status: Int32, lines: [String]) {
    let failure = Failure(error)
    #expect(failure.status.rawValue == status)
    #expect(failure.lines(.plain).filter { !$0.hasPrefix("hint:") } == lines)
  }

  @Test(arguments: [
    (500_000, 2_000, "500.00 km in 0:02 would be less than a second a kilometre, faster than anyone runs"),
    (4_800, 60_000, "4.80 km in 1:00 would be a pace of 0:13/km, faster than anyone runs"),
    (40_000, 1_800_000, "40.00 km in 30:00 would be a pace of 0:45/km, faster than anyone runs"),
    (4_800, 0, "4.80 km is more than the 0.50 km allowed before the first interval"),
    (4_800, 400, "4.80 km is more than the 0.50 km allowed before the first interval"),
  ])
  func `an implausible distance is refused with the reason`(
    metres: Double, milliseconds: Int, message: String
  ) {
    let error = ControlError.implausibleDistance(.init(distanceM: metres, elapsedMs: milliseconds))
    let failure = Failure(
      status: .refused, message: message, hints: ["give the distance covered since the start, and check its unit"])
    #expect(Failure(error) == failure)
  }

  @Test func `the pace of an implausible distance is shown in the user's units`() {
    let distance = ControlError.ImplausibleDistance(distanceM: 16_093.44, elapsedMs: 600_000)
    func message(_ pace: PaceUnit) -> String {
      Failure.implausibleDistance(distance, units: DisplayUnits(distance: .miles, pace: pace)).message
    }
    #expect(message(.minutesPerMile) == "10.00 mi in 10:00 would be a pace of 1:00/mi, faster than anyone runs")
    #expect(message(.milesPerHour) == "10.00 mi in 10:00 would be a pace of 60.00 mph, faster than anyone runs")
  }

  @Test(
    arguments: [
      (TransportError(.disconnected, context: "x"), "find out why with: intervalctl doctor"),
      (TransportError(.timedOut, context: "x"), "find out why with: intervalctl doctor"),
      (
        VarlinkError.methodNotFound("org.intervald.Workout.Dance"),
        "its version may differ from that of intervalctl; check with: intervalctl doctor"
      ),
    ] as [(any Error, String)])
  func `the hint for a daemon that does not work suggests the doctor command`(error: any Error, hint: String) {
    #expect(Failure(error).hints == [hint])
  }

  @Test func `messages and hints are wrapped to the width of a terminal`() {
    let failure = Failure(
      status: .usage, message: "found 'rum', expected a kind such as run", hints: ["did you mean 'run'?"])
    #expect(
      failure.lines(.coloured, width: 30) == [
        "\u{1B}[1;38;5;203merror:\u{1B}[0m found 'rum', expected a", "kind such as run",
        "\u{1B}[1mhint:\u{1B}[0m did you mean 'run'?",
      ])
    #expect(failure.lines(.plain).first == "error: found 'rum', expected a kind such as run")
  }

  @Test func `an error shows only a part of a long line`() {
    let text = String(repeating: "30s run, ", count: 100)
    let failure = Failure(status: .invalidPlan, message: "x", excerpt: .init(lineText: text, column: 450))
    let lines = failure.lines(.plain, width: 60)
    #expect(lines.dropFirst().allSatisfy { $0.count <= 60 })
  }
}
