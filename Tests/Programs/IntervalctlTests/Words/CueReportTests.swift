import TerminalUI
import Testing
import ControlInterface

@testable import intervalctl

@Suite struct CueReportTests {
  @Test func `each channel has its verdict`() {
    var report = CueReport()
    report.add(
      .init(text: "x", channels: [.init(channel: "notification"), .init(channel: "sound", failure: "no server")]))
    report.add(.init(text: "x", channels: [.init(channel: "sound")]))
    report.add(.init(text: "x", channels: [.init(channel: "voice")]), isUsed: false)
    #expect(
      report.lines(isComplete: true, .plain) == [
        "notification  works", "sound         does not work: no server",
        "voice         works, and no cue uses it; one that does: cue start notification sound voice",
        "hook          not in use",
      ])
    #expect(report.hasFailed)
    #expect(report.lines(isComplete: false, .plain).last == "hook          not tried")
  }

  @Test func `what does not work and is not used is no failure`() {
    var report = CueReport()
    report.add(.init(text: "x", channels: [.init(channel: "voice", failure: "no \u{1B}[31mvoice")]), isUsed: false)
    report.add(.init(text: "x", channels: [.init(channel: "smell", failure: "a later version's")]))
    #expect(!report.hasFailed)
    #expect(report.lines(isComplete: false, .plain).contains("voice         does not work: no ·[31mvoice"))
  }

  @Test func `a cue has a line with its channels`() {
    let test = Wire.CueTest(
      text: "Run 30 s. Then walk", spoken: "run thirty seconds",
      channels: [.init(channel: "sound"), .init(channel: "voice", failure: "no")])
    #expect(
      CueReport.line(of: test, cue: "run", .plain)
        == "run        run thirty seconds                            sound, voice failed")
    let long = Wire.CueTest(text: String(repeating: "run ", count: 20), channels: [.init(channel: "sound")])
    #expect(CueReport.line(of: long, cue: "run", .plain).hasSuffix("run run   sound"))
    #expect(CueReport.line(of: long, cue: "run", .plain, width: 80).hasSuffix("run run run…  sound"))
    #expect(CueReport.line(of: long, cue: "run", .plain, width: 120).hasSuffix(" run run r…  sound"))
    #expect(CueReport.line(of: test, cue: "run", .plain, width: 40) == "run        run thirty …  sound, voice failed")
    #expect(CueReport.line(of: .init(text: "Stopped", channels: []), cue: "stopped", .plain).hasSuffix("  off"))
  }
}
