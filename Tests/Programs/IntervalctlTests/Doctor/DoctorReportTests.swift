import ControlInterface
import JSON
import TerminalUI
import Testing
import Text
import Varlink
import WorkoutReports

@testable import intervalctl

@Suite struct DoctorReportTests {
  private static let report = DoctorReport(
    findings: [
      .init("socket", .ok, "intervald answers"),
      .init(
        "notifications", .warning, "mako 1.7, which shows no buttons", remedy: "end a workout: intervalctl stop",
        details: ["actions", "body", "body-markup", "icon-static"]),
      .init("sound", .fault, "no \u{1B}[31msound server", remedy: "sudo apt install libcanberra-pulse"),
      .init("speech", .unused, "no cue is spoken"), .init("smell", "stinks", "a later version's"),
    ], daemonVersion: "0.2.0")

  @Test func `each finding has a mark, and is followed by its details and its remedy`() {
    #expect(
      Self.report.lines(.plain, width: nil) == [
        "✔ socket         intervald answers", "! notifications  mako 1.7, which shows no buttons",
        "    actions, body, body-markup, icon-static", "    → end a workout: intervalctl stop",
        "✘ sound          no ·[31msound server", "    → sudo apt install libcanberra-pulse",
        "– speech         no cue is spoken", "? smell          a later version's", "", "1 fault, 1 warning",
      ])
    #expect(Self.report.hasFault)
  }

  @Test func `a report fits forty columns`() {
    let lines = Self.report.lines(.plain, width: 40)
    #expect(lines.allSatisfy { $0.columns <= 40 })
    #expect(
      lines[1...5] == [
        "! notifications  mako 1.7, which shows", "    no buttons", "    actions, body, body-markup,",
        "    icon-static",
        "    → end a workout: intervalctl stop",
      ])
  }

  @Test(arguments: 1...60) func `the findings fit any width, except commands, which are not broken`(width: Int) {
    let lines = Self.report.lines(.plain, width: width)
    let commands = ["intervalctl stop", "sudo apt install libcanberra-pulse"]
    for command in commands { #expect(lines.contains { $0.hasSuffix(command) }) }
    #expect(
      lines.dropLast().allSatisfy { line in line.columns <= max(width, 5) || commands.contains(where: line.hasSuffix) })
  }

  @Test func `a terminal shows only the marks in colour`() {
    let lines = Self.report.lines(.coloured, width: 80)
    #expect(lines.first == "\u{1B}[1;38;5;72m✔\u{1B}[0m socket         intervald answers")
    #expect(lines.map(\.withoutSequences) == Self.report.lines(.plain, width: 80))
  }

  @Test func `a report without problems states that no problems were found`() {
    let report = DoctorReport(findings: [.init("socket", .ok, "intervald answers")])
    #expect(report.lines(.plain, width: nil) == ["✔ socket  intervald answers", "", "No problems found."])
    #expect(!report.hasFault)
  }

  @Test func `the findings that the daemon did not send share one line`() throws {
    let answer = DaemonAnswer.failed(TransportError(.noSocket, context: "x"))
    let report = DoctorReport(findings: [.init("socket", .ok, "x")] + Report.Finding.unanswered(answer))
    #expect(
      report.lines(.plain, width: nil) == [
        "✔ socket    x", "? the rest  intervald could not be asked",
        "    session bus, notifications, sound, speech, hooks, logind, screen saver, media player, log, state", "",
        "No problems found (not everything could be checked).",
      ])
    #expect(try members(of: report).findings.count == 11)
  }

  @Test func `the JSON report contains the versions of both programs and every finding`() throws {
    let (members, findings) = try members(of: Self.report)
    #expect(members["client"]?.string == intervaldVersion)
    #expect(members["daemon"]?.string == "0.2.0")
    #expect(
      String(decoding: findings[2].text, as: UTF8.self)
        == #"{"details":[],"remedy":"sudo apt install libcanberra-pulse","subject":"sound","verdict":"fault","#
        + #""words":"no \u001b[31msound server"}"#)
    #expect(try self.members(of: DoctorReport(findings: [])).all["daemon"] == .null)
  }

  private func members(of report: DoctorReport) throws -> (all: JSONValue.Object, findings: [JSONValue]) {
    let members = try #require(report.json().object)
    guard case .array(let findings)? = members["findings"] else { return (members, []) }
    return (members, findings)
  }
}
