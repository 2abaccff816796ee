import TestSupport
import Testing
import WorkoutReports

@testable import WorkoutViews

@Suite struct StatusBarTests {
  private static let all = BarField.allCases.map { "\($0.rawValue)={\($0.rawValue)}" }.joined(separator: "|")

  @Test(
    arguments: [
      (
        Samples.running, 0,
        """
        phase=running|icon=▲|kind=run|label=|goal=30 s|duration=30 s|pace=6:40/km|speed=9.0 kph|next=walk, 30 s|\
        next-label=|round=3|rounds=9|number=21|intervals=83|clock=0:23|left=0:23|percent=23|elapsed=11:07|remaining=32:50|\
        progress=25|distance=1.18 km|title=30/30
        """
      ),
      (
        Samples.running, 22_400_000_000,
        """
        phase=running|icon=▲|kind=run|label=|goal=30 s|duration=30 s|pace=6:40/km|speed=9.0 kph|next=walk, 30 s|\
        next-label=|round=3|rounds=9|number=21|intervals=83|clock=0:01|left=0:01|percent=98|elapsed=11:29|remaining=32:28|\
        progress=26|distance=1.23 km|title=30/30
        """
      ),
      (
        Samples.leadIn, 1_000_000_000,
        """
        phase=lead-in|icon=◎|kind=|label=|goal=|duration=|pace=|speed=|next=run, 30 s|next-label=|round=|rounds=|\
        number=|intervals=83|clock=0:04|left=0:04|percent=|elapsed=0:00|remaining=43:57|progress=0|distance=|title=30/30
        """
      ),
      (
        Samples.paused(by: .user), 60_000_000_000,
        """
        phase=paused|icon=‖|kind=run|label=|goal=30 s|duration=30 s|pace=6:40/km|speed=9.0 kph|next=walk, 30 s|\
        next-label=|round=3|rounds=9|number=21|intervals=83|clock=0:23|left=0:23|percent=23|elapsed=11:07|remaining=32:50|\
        progress=25|distance=1.18 km|title=30/30
        """
      ),
      (
        Samples.open, 3_000_000_000,
        """
        phase=running|icon=▽|kind=walk|label=to the hill|goal=until you say next|duration=|pace=|speed=|next=|\
        next-label=|round=|rounds=|number=21|intervals=|clock=0:10|left=|percent=|elapsed=11:10|remaining=|progress=|distance=|\
        title=30/30
        """
      ),
      (
        Samples.idle, 0,
        """
        phase=idle|icon=○|kind=|label=|goal=|duration=|pace=|speed=|next=|next-label=|round=|rounds=|number=|intervals=|\
        clock=|left=|percent=|elapsed=|remaining=|progress=|distance=|title=
        """
      ),
    ] as [(Report.Status, Int, String)])
  func `every field has its value, or is empty`(status: Report.Status, laterNs: Int, line: String) throws {
    let bar = StatusBar(format: try BarFormat(parsing: Self.all), isWaybar: false)
    #expect(
      bar.line(LiveStatus(status: status, nowNs: status.atNs + laterNs)) == "\(line)|pace-now=|heartrate=|cadence=")
  }

  @Test func `the fields of the sensors have the measured values`() throws {
    let bar = StatusBar(format: try BarFormat(parsing: "{pace-now}[ {heartrate} bpm][ {cadence} spm]"), isWaybar: false)
    for (measured, line) in [
      (Samples.measured(), "5:48/km 152 bpm 172 spm"), (Samples.measured(speed: 0.1), "152 bpm 172 spm"),
      (Samples.measured(speed: nil, heartRate: nil, cadence: nil), ""),
    ] {
      var status = Samples.running
      status.measured = measured
      #expect(bar.line(LiveStatus(status: status, nowNs: status.atNs)) == line)
    }
  }

  @Test func `the tooltip shows the values of the sensors, and why the distance is estimated`() {
    var status = Samples.running
    status.measured = Samples.measured(isCurrent: false, speed: nil)
    #expect(
      BarTooltip(LiveStatus(status: status, nowNs: status.atNs)).lines.suffix(3) == [
        "~1.18 of 5.00 km", "152 bpm · 172 spm", "foot pod silent: distance estimated",
      ])
  }

  @Test(
    arguments: [
      (
        Samples.running,
        #"""
        {"alt":"running","class":["running","run"],"percentage":23,"text":"▲ 0:23",\#
        "tooltip":"30/30\nRun 30 s\nNext: walk, 30 s\nSet 3 of 9, round 2 of 4\n11:07 done, 32:50 left\n1.18 of 5.00 km"}
        """#
      ),
      (
        Samples.leadIn,
        #"""
        {"alt":"lead-in","class":["lead-in"],"text":"◎ 0:05",\#
        "tooltip":"30/30\nGet ready: run, 30 s\n0:00 done, 43:57 left\n0.00 of 5.00 km"}
        """#
      ),
      (
        Samples.paused(by: .sleep),
        #"""
        {"alt":"paused","class":["paused","run"],"percentage":23,"text":"‖ 0:23",\#
        "tooltip":"30/30\nPaused: run, 30 s\nNext: walk, 30 s\nSet 3 of 9, round 2 of 4\n11:07 done, 32:50 left\n\#
        1.18 of 5.00 km"}
        """#
      ),
      (
        Samples.open,
        #"""
        {"alt":"running","class":["running","walk"],"text":"▽ 0:07",\#
        "tooltip":"30/30\nWalk until you say next: to the hill\nNext: the end\n11:07 done"}
        """#
      ),
      (Samples.idle, #"{"alt":"idle","class":["idle"],"text":"○","tooltip":"No workout"}"#),
    ] as [(Report.Status, String)])
  func `a line for Waybar is one JSON object`(status: Report.Status, line: String) {
    let bar = StatusBar(format: StatusBar.waybarFormat, isWaybar: true)
    #expect(bar.line(LiveStatus(status: status, nowNs: status.atNs)) == line)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max], [-Double.greatestFiniteMagnitude, -1, 0, .greatestFiniteMagnitude])
  func `a status bar accepts any numbers`(number: Int, real: Double) throws {
    var status = Samples.running
    (status.atNs, status.deadlineNs, status.elapsedMs, status.remainingMs) = (number, number, number, number)
    (status.intervalElapsedMs, status.intervalRemainingMs, status.number) = (number, number, number)
    (status.distanceM, status.remainingM) = (real, real)
    status.interval = .init(kind: "run", goal: "30s", durationMs: number, distanceM: real, paceMps: real)
    let format = try BarFormat(parsing: Self.all)
    for deadline in [number, nil] {
      status.deadlineNs = deadline
      for nowNs in [Int.min, 0, 1_000_000_000, Int.max] {
        let live = LiveStatus(status: status, nowNs: nowNs)
        #expect(!StatusBar(format: format, isWaybar: false).line(live).isEmpty)
        #expect(!StatusBar(format: format, isWaybar: true).line(live).isEmpty)
      }
    }
  }

  @Test func `text of a plan is escaped, and a format may contain markup`() throws {
    var status = Samples.running
    status.title = "R&R <b>\u{1B}[2J"
    status.interval?.label = "<span>&amp;\u{202E}\n"
    let bar = StatusBar(format: try BarFormat(parsing: "<b>{label}</b> {title}"), isWaybar: true)
    #expect(
      bar.line(LiveStatus(status: status, nowNs: status.atNs)).contains(
        #""text":"<b>&lt;span&gt;&amp;amp;··</b> R&amp;R &lt;b&gt;·[2J","tooltip":"R&amp;R &lt;b&gt;·[2J\n"#))
    let plain = StatusBar(format: try BarFormat(parsing: "<b>{label}</b>"), isWaybar: false)
    #expect(plain.line(LiveStatus(status: status, nowNs: status.atNs)) == "<b><span>&amp;··</b>")
  }

  @Test(
    arguments: [
      (Samples.running, "{kind} {clock}", false, 1_000_000_000), (Samples.running, "{kind}", false, nil),
      (Samples.running, "{kind}", true, 1_000_000_000), (Samples.open, "{elapsed}", false, 1_000_000_000),
      (Samples.paused(by: .user), "{clock}", true, nil), (Samples.idle, "{clock}", true, nil),
    ] as [(Report.Status, String, Bool, Int?)])
  func `a line has a next tick only if time changes the line`(
    status: Report.Status, text: String, isWaybar: Bool, tick: Int?
  ) throws {
    let bar = StatusBar(format: try BarFormat(parsing: text), isWaybar: isWaybar)
    #expect(bar.nextTickNs(LiveStatus(status: status, nowNs: status.atNs)) == tick.map { status.atNs + $0 })
  }
}

@Suite struct BarFormatTests {
  private static let values: [BarField: String] = [.kind: "run", .clock: "0:23", .round: "3"]

  @Test(
    arguments: [
      ("{kind} {clock}", "run 0:23"), ("{KIND}", "run"), ("", ""), ("{label}", ""),
      // A part in brackets is omitted if it contains an empty field.
      ("{kind}[ {label}][ {clock}]", "run 0:23"), ("[{round}/{rounds}]", ""),
      ("[round {round}][ of {rounds}]", "round 3"),
      ("[plain]", "plain"), ("[]", ""),
      // A doubled brace or bracket becomes a single brace or bracket.
      ("[[{kind}]] {{{clock}}}", "[run] {0:23}"), ("[[[{kind}]]]", "[run]"), ("[{kind} [[{label}]]]x", "x"),
      ("[[{label}]]", "[]"),
      // Leading and trailing spaces are removed; inner spaces remain.
      ("  {kind}  {clock} {label} ", "run  0:23"), (" {label} ", ""),
    ])
  func `fields are filled in, and a bracket with an empty field is left out`(text: String, line: String) throws {
    #expect(try BarFormat(parsing: text).filled { Self.values[$0] ?? "" } == line)
  }

  @Test(
    arguments: [
      ("{knd}", .unknownField("knd", at: 1)), ("[a]{knd}", .unknownField("knd", at: 4)),
      ("é[[{x}", .unknownField("x", at: 4)), ("{}", .unknownField("", at: 1)), ("{cue}", .unknownField("cue", at: 1)),
      ("[{kind} {", .looseBrace(at: 8)), ("a}", .looseBrace(at: 1)), ("{ki[nd]}", .looseBrace(at: 0)),
      ("[{kind}", .looseBracket(at: 0)), ("{kind}]", .looseBracket(at: 6)), ("[[[", .looseBracket(at: 2)),
      ("[a[b]]", .looseBracket(at: 2)),
    ] as [(String, BarFormat.TextError)])
  func `an error in a format has a position`(text: String, error: BarFormat.TextError) {
    #expect(throws: error) { try BarFormat(parsing: text) }
  }

  @Test func `a format is moving if it contains a field that changes over time`() throws {
    for field in BarField.allCases {
      let isMoving = [.clock, .left, .percent, .elapsed, .remaining, .progress, .distance].contains(field)
      #expect(try BarFormat(parsing: "x[{\(field.rawValue)}]").isMoving == isMoving)
    }
    #expect(try !BarFormat(parsing: "clock").isMoving)
  }
}
