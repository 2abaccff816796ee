import Dates
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel
import WorkoutReports

@testable import WorkoutViews

@Suite struct WatchScreenTests {
  private static let sizes = [
    (1, 1), (2, 1), (3, 2), (10, 2), (12, 3), (20, 4), (20, 8), (30, 6), (39, 9), (40, 10), (60, 16), (80, 24),
    (81, 25),
    (120, 40), (200, 60), (300, 12), (24, 80),
  ].map { TerminalSize(columns: $0.0, rows: $0.1) }

  private static func lines(
    _ view: WatchView, nowNs: Int = Samples.running.atNs, columns: Int, rows: Int, style: Style = .plain
  ) -> [String] {
    let setting = WatchScreen.Setting(
      size: TerminalSize(columns: columns, rows: rows), style: style, clock: { _ in TimeOfDay(hour: 18, minute: 42) })
    return WatchScreen(view, nowNs: nowNs, setting).lines
  }

  /// Returns a status in which every text is long or wide, and every number is high.
  private static func statusWithLongTexts(_ phase: Report.Phase) -> Report.Status {
    var status = Samples.running
    status.phase = phase
    status.interval = Report.Interval(
      kind: "sprint", label: "👩‍👩‍👧‍👦 走る走る走る走る走る走る走る走る e\u{301} \u{1B}[2J \u{202E}left 🇩🇪🇩🇪🇩🇪 and on, and on, and on",
      goal: "999.99km", durationMs: 356_400_000, distanceM: 999_990, paceMps: 2.5)
    status.next = status.interval
    status.title = "走る \u{1B}]0;x\u{7} " + String(repeating: "long ", count: 40)
    status.rounds = (1...16).map { .init(number: 9998, of: $0 % 2 == 0 ? nil : 9999) }
    (status.number, status.of) = (123_456_789, 987_654_321)
    (status.elapsedMs, status.remainingMs) = (356_399_000, 356_399_000)
    (status.intervalRemainingMs, status.deadlineNs) = (356_399_000, nil)
    return status
  }

  private static func statusWithSensors(_ measured: Report.Measured?) -> Report.Status {
    var status = Samples.running
    status.measured = measured
    return status
  }

  private static let statuses =
    [
      Samples.running, Samples.leadIn, Samples.open, Samples.idle, Samples.paused(by: .user),
      Samples.paused(by: .sleep),
      Samples.paused(by: .restart), Samples.paused(by: "unknown"),
    ] + [Report.Phase.running, .leadIn, .paused, .idle].map(statusWithLongTexts)
    + [Samples.measured(), Samples.measured(isCurrent: false, speed: nil)].map { statusWithSensors($0) }

  @Test(arguments: statuses) func `a screen fits every terminal`(status: Report.Status) {
    var unavailable = WatchViewTests.view(status)
    unavailable.receive(.away, atNs: status.atNs)
    var asking = WatchViewTests.view(status)
    _ = asking.handle(.character("s"), atNs: 0)
    var refused = WatchViewTests.view(status)
    refused.show("走る " + String(repeating: "no ", count: 100), untilNs: .max)
    var finished = WatchViewTests.view(status)
    finished.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    for view in [WatchViewTests.view(status), unavailable, asking, refused, finished, WatchViewTests.view()] {
      for size in Self.sizes {
        for style in [Style.plain, .coloured] {
          let lines = Self.lines(
            view, nowNs: status.atNs + 500_000_000, columns: size.columns, rows: size.rows, style: style)
          #expect(lines.count <= size.rows)
          for line in lines {
            #expect(line.withoutSequences.columns <= size.columns, "\(size): \(line)")
            #expect(!line.withoutSequences.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
          }
        }
      }
    }
  }

  @Test(arguments: [(40, "Half marathon, week 3, day 2 of 3"), (32, "w3d2 Half marathon")])
  func `a narrow screen shows a session in front of the title`(columns: Int, title: String) {
    var status = Samples.running
    status.title = "Half marathon"
    status.session = Report.Session(program: "half", week: 3, day: 2, weeks: 14, days: 3)
    #expect(Self.lines(WatchViewTests.view(status), columns: columns, rows: 24).first == title)
  }

  @Test func `a screen of forty columns and ten rows shows the essentials`() {
    #expect(
      Self.lines(WatchViewTests.view(Samples.running), columns: 40, rows: 10) == [
        "           Run 30 s @6:40/km", "             █▀█ ▄ ▀▀█ ▀▀█", "             █ █ ▄ █▀▀ ▀▀█",
        "             ▀▀▀   ▀▀▀ ▀▀▀", "       Next: walk, 30 s @11:07/km", "Set 3 of 9, round 2 of 4 1.18 of 5.00 km",
        "████▅▅▅▅████▅▅▅▅████▅▅▅▅████▅▅▅ ▅▅▅▅▅▅▅▅", "        ▲", "11:07 elapsed  ends 18:42     32:50 left",
        "space pause   n next   s stop   q leave",
      ])
  }

  @Test func `a screen of eighty columns and twenty-four rows shows everything`() {
    let lines = Self.lines(WatchViewTests.view(Samples.running), columns: 80, rows: 24)
    for text in [
      "30/30", "Run 30 s @6:40/km", "Next: walk, 30 s @11:07/km", "Set 3 of 9, round 2 of 4", "interval 21 of 83",
      "11:07 elapsed", "ends at 5.00 km, about 18:42", "32:50 left", "1.18 of 5.00 km",
      "6:40/km now, 9:26/km on average",
      "space pause  n next  b back  + - 10 s  o out of the repeat  s stop  q leave",
    ] {
      #expect(lines.contains { $0.contains(text) }, "\(text)")
    }
    #expect(lines.count == 24)
    #expect(lines.contains { $0.contains("████████████") })
  }

  @Test(
    arguments: [
      (
        Samples.measured(), 76, "5:48/km · 152 bpm · 172 spm", "1.18 of 5.00 km", "target 6:40/km, 9:26/km on average"
      ),
      (Samples.measured(), 40, "5:48/km · 152 bpm · 172 spm", "1.18 of 5.00 km", "target 6:40/km"),
      (
        Samples.measured(isCurrent: false, speed: nil), 76, "152 bpm · 172 spm*foot pod silent: distance estimated",
        "~1.18 of 5.00 km", "6:40/km now, 9:26/km on average"
      ),
      (
        Samples.measured(isCurrent: false, speed: nil), 40, "152 bpm · 172 spm*foot pod silent", "~1.18 of 5.00 km", ""
      ),
      (
        Samples.measured(isCurrent: false, wasCurrent: false, speed: nil, heartRate: nil, cadence: nil), 40,
        "*waiting for the foot pod", "~1.18 of 5.00 km", ""
      ),
      (
        Samples.measured(speed: 0, heartRate: nil, cadence: nil), 76, "", "1.18 of 5.00 km",
        "6:40/km now, 9:26/km on average"
      ),
    ] as [(Report.Measured, Int, String, String, String)])
  func `the values of the sensors are shown above the distance and the target pace`(
    measured: Report.Measured, width: Int, values: String, distance: String, pace: String
  ) {
    // A column in the middle separates two texts, the first at the left end and the second at the right end.
    func spread(_ left: String, _ right: String) -> String {
      right.isEmpty ? left : left + String(repeating: " ", count: width - left.count - right.count) + right
    }
    let lines = Self.lines(
      WatchViewTests.view(Self.statusWithSensors(measured)), columns: width == 76 ? 80 : width, rows: 24)
    let texts = values.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    let margin = width == 76 ? "  " : ""
    let shown = [spread(texts[0], texts.count > 1 ? texts[1] : ""), spread(distance, pace)]
    let index = lines.firstIndex { $0.contains(distance) } ?? 1
    #expect(Array(lines[(index - 1)...index]) == shown.map { $0.isEmpty ? "" : margin + $0 })
  }

  @Test(arguments: sizes + [TerminalSize(columns: 40, rows: 16)])
  func `the distance is shown once at most`(size: TerminalSize) {
    let view = WatchViewTests.view(Self.statusWithSensors(Samples.measured(isCurrent: false)))
    let lines = Self.lines(view, columns: size.columns, rows: size.rows)
    #expect(lines.count { $0.contains("~1.18") } <= 1)
  }

  @Test func `a low screen shows the values of the sensors instead of large digits`() {
    let view = WatchViewTests.view(Self.statusWithSensors(Samples.measured(isCurrent: false)))
    #expect(
      Self.lines(view, columns: 40, rows: 8) == [
        "           Run 30 s @6:40/km", "                  0:23", "       Next: walk, 30 s @11:07/km",
        "Set 3 of 9, round 2 of 4        ~1.18 km", "████▅▅▅▅████▅▅▅▅████▅▅▅▅████▅▅▅ ▅▅▅▅▅▅▅▅",
        "11:07 elapsed  ends 18:42     32:50 left", "5:48/km · 152 bpm · 172 spm",
        "space pause   n next   s stop   q leave",
      ])
  }

  @Test(
    arguments: [
      (Samples.leadIn, "Get ready: run, 30 s @6:40/km"), (Samples.paused(by: .user), "Paused: run 30 s @6:40/km"),
      (Samples.paused(by: .sleep), "Paused since the machine slept: run 30 s @6:40/km"),
      (Samples.open, "Walk until you say next"), (Samples.open, "to the hill"), (Samples.open, "11:07 elapsed"),
      (Samples.idle, "Waiting for a workout"), (Samples.idle, "space start the last workout again   q leave"),
      (Samples.paused(by: .user), "space resume"),
    ] as [(Report.Status, String)])
  func `each phase is shown`(status: Report.Status, text: String) {
    let lines = Self.lines(WatchViewTests.view(status), nowNs: status.atNs, columns: 80, rows: 24)
    #expect(lines.contains { $0.contains(text) })
  }

  @Test func `a paused workout is drawn differently`() {
    let running = Self.lines(WatchViewTests.view(Samples.running), columns: 80, rows: 24)
    let paused = Self.lines(WatchViewTests.view(Samples.paused(by: .user)), columns: 80, rows: 24)
    #expect(!running.joined().contains("▒"))
    #expect(paused.joined().contains("▒"))
  }

  @Test func `during a pause, no time of day is shown for the end of the workout, and nothing changes`() {
    let view = WatchViewTests.view(Samples.paused(by: .user))
    let lines = Self.lines(view, columns: 80, rows: 24).joined(separator: "\n")
    #expect(lines.contains(/11:07 elapsed +ends at 5.00 km +32:50 left/), "\(lines)")
    #expect(!lines.contains("18:42"))
    #expect(view.nextTick(afterNs: 11) == nil)
  }

  @Test func `a change of the workout moves the shown end at once`() {
    var status = Samples.running
    (status.remainingM, status.remainingMs) = (3397.5, 1_800_000)
    let lines = Self.lines(WatchViewTests.view(Samples.running, status), columns: 80, rows: 24).joined()
    #expect(lines.contains("ends at 4.58 km, about 18:42"))
    (status.distanceM, status.remainingM) = (nil, nil)
    let unknown = Self.lines(WatchViewTests.view(Samples.running, status), columns: 80, rows: 24).joined()
    #expect(unknown.contains("ends about 18:42"))
  }

  @Test(arguments: [
    (40, "connection lost; waiting, 1:05"), (80, "lost the connection to intervald; waiting, 1:05"),
  ])
  func `an unavailable source is reported with the time since it became unavailable`(columns: Int, text: String) {
    var view = WatchViewTests.view(Samples.running)
    view.receive(.away, atNs: Samples.running.atNs + 2_000_000_000)
    let before = Self.lines(view, nowNs: Samples.running.atNs + 2_000_000_000, columns: columns, rows: 24)
    let after = Self.lines(view, nowNs: Samples.running.atNs + 67_100_000_000, columns: columns, rows: 24)
    #expect(after.contains { $0.contains(text) })
    #expect(after.last?.hasSuffix("q leave") == true)
    // As time passes, only the line that contains `text` changes.
    #expect(zip(before, after).count { $0 != $1 } == 1)
    #expect(after.joined().contains("▒"))
    #expect(!after.joined().contains("18:42"))
  }

  @Test func `the shown end does not move when the finish is late`() {
    let deadline = Samples.running.deadlineNs ?? 0
    let lines = [0, 600].map { late in
      let setting = WatchScreen.Setting(size: TerminalSize(columns: 80, rows: 24), style: .plain) { time in
        TimeOfDay(hour: 0, minute: Int((time + .seconds(late)) / .seconds(60)))
      }
      return WatchScreen(
        WatchViewTests.view(Samples.running), nowNs: deadline + late * 1_000_000_000, setting
      ).lines
    }
    #expect(lines[0] == lines[1])
    #expect(lines[0].joined().contains("ends at 5.00 km, about 00:32"))
  }

  @Test(arguments: [(40, 10), (60, 16), (80, 24), (120, 40), (80, 30)])
  func `the digits and the times stay in the same rows during the whole workout`(columns: Int, rows: Int) {
    let plan = "4x(30s run @2.5m/s, 30s walk @1.5m/s \"slow down\"), 10m walk @1.5m/s"
    var lead = Samples.leadIn
    var run = Samples.running
    (lead.plan, run.plan, run.number, run.of) = (plan, plan, 1, 9)
    run.rounds = [.init(number: 1, of: 4)]
    var walk = run
    (walk.interval, walk.number) = (.init(kind: "walk", goal: "10m", durationMs: 600_000, paceMps: 1.5), 9)
    (walk.rounds, walk.intervalRemainingMs, walk.deadlineNs) = ([], 23_000, 24_000_000_000)
    #expect(WatchViewTests.view(lead).workout != nil)
    let shapes = [lead, run, walk].map { status in
      let lines = Self.lines(WatchViewTests.view(status), nowNs: status.atNs, columns: columns, rows: rows)
      // Returns the rows of the large digits, and the row of the times. Only a row of large digits is indented and
      // begins with a block.
      return lines.indices.filter { row in
        let text = lines[row].drop { $0 == " " }
        let isDigits = lines[row].count - text.count > 4 && text.first.map { "▀▄█".contains($0) } == true
        return isDigits || text.contains("elapsed")
      }
    }
    #expect(shapes[0] == shapes[1], "\(shapes)")
    #expect(shapes[1] == shapes[2], "\(shapes)")
    #expect(!shapes[0].isEmpty, "\(shapes)")
  }

  @Test func `a view without keys shows the command to leave it`() {
    var view = WatchView(takesKeys: false) { _ in nil }
    view.receive(.event(.init(event: .state, status: Samples.running)), atNs: 0)
    #expect(Self.lines(view, columns: 40, rows: 10).last == "Ctrl-C leave")
  }

  @Test func `a question or a refusal replaces the keys`() {
    var view = WatchViewTests.view(Samples.running)
    _ = view.handle(.character("s"), atNs: 0)
    #expect(Self.lines(view, columns: 40, rows: 10).last == "Stop the workout? y/n")
    _ = view.handle(.character("n"), atNs: 0)
    view.show("no workout is running", untilNs: .max)
    #expect(Self.lines(view, columns: 40, rows: 10).last == "no workout is running")
  }

  @Test func `after a session, the space bar starts the session that is due`() {
    var view = WatchViewTests.view(Samples.running)
    var summary = Samples.summary
    summary.session = Report.Session(program: "c25k", week: 3, day: 2, weeks: 9, days: 3, next: "w3d3", due: "w3d2")
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: summary)), atNs: 0)
    #expect(
      Self.lines(view, columns: 70, rows: 12).last?
        .hasSuffix("space start the session that is due   any other key leave") == true)
    #expect(
      Self.lines(view, columns: 45, rows: 12).last?.hasSuffix("space next session   any other key leave") == true)
  }

  @Test func `the result of a workout stays until the next workout starts`() {
    var view = WatchViewTests.view(Samples.running)
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    let lines = Self.lines(view, columns: 60, rows: 8)
    #expect(lines.contains { $0.contains("Stopped \"30/30\"") })
    #expect(lines.contains { $0.contains("1.18 of 5.00 km") })
    #expect(lines.last?.hasSuffix("space start the last workout again   any other key leave") == true)
    #expect(
      Self.lines(view, columns: 40, rows: 12).last?.hasSuffix("space start again   any other key leave") == true)
  }

  @Test(arguments: [(60, 20), (100, 20), (40, 17)])
  func `the notes on a result are not cut, and follow an empty line if there is room`(columns: Int, rows: Int) {
    var view = WatchViewTests.view(Samples.running)
    var summary = Samples.summary
    summary.session = Report.Session(program: "c25k", week: 3, day: 2, weeks: 9, days: 3, next: "w3d3", due: "w3d2")
    summary.elapsedMs = 9999
    view.receive(.event(.init(event: .stopped, status: Samples.idle, summary: summary)), atNs: 0)
    let lines = Self.lines(view, columns: columns, rows: rows)
    let words = lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(words.contains("Next: week 3, day 2 again, because less than four fifths were done."), "\(lines)")
    #expect(words.contains("Not recorded: less than 10 s of intervals. Next: "), "\(lines)")
    let first = lines.firstIndex { $0.contains("Not recorded: ") } ?? 0
    #expect(lines[max(0, first - 1)].isEmpty, "\(lines)")
  }

  @Test func `the result of a workout is shown in large digits if there is room`() {
    var view = WatchView(endsWithWorkout: true) { _ in nil }
    view.receive(.event(.init(event: .state, status: Samples.running)), atNs: 0)
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    #expect(
      Self.lines(view, columns: 40, rows: 12) == [
        "            Stopped \"30/30\"", "", "              ▄█  ▄█  ▄ █▀█ ▀▀█",
        "               █   █  ▄ █ █   █", "    time      ▀▀▀ ▀▀▀   ▀▀▀   ▀", "                  ▄█    ▄█  █▀█",
        "                   █     █  █▀█", "    distance      ▀▀▀ ▀ ▀▀▀ ▀▀▀  km", "                  █▀█ ▄ ▀▀█ █▀▀",
        "                  ▀▀█ ▄ █▀▀ █▀█", "    average       ▀▀▀   ▀▀▀ ▀▀▀  /km", "any key leave",
      ])
    for size in Self.sizes where size.rows >= 24 && size.columns >= 40 {
      let lines = Self.lines(view, columns: size.columns, rows: size.rows)
      #expect(lines.count { $0.contains("█") } >= 9, "\(size)")
    }
  }

  @Test func `a note on the source is shown next to the title or the rounds`() {
    let note = "dry run, 60 times as fast"
    var view = WatchView(note: note) { _ in nil }
    view.receive(.event(.init(event: .state, status: Samples.running)), atNs: 0)
    #expect(Self.lines(view, columns: 80, rows: 24).first?.hasSuffix(note) == true)
    let small = Self.lines(view, columns: 60, rows: 10)
    #expect(small.contains { $0.contains(#/Set .* dry run, 60 times as fast$/#) })
  }

  @Test func `a view without the plan omits only the bar`() {
    var status = Samples.running
    status.plan = nil
    let lines = Self.lines(WatchViewTests.view(status), columns: 80, rows: 24)
    #expect(lines.contains { $0.contains("Set 3 of 9, round 2 of 4") })
    #expect(!lines.joined().contains("▲"))
  }

  @Test(
    arguments: [(30, 6, nil), (40, 10, .small), (40, 30, .large(1)), (80, 24, .large(1)), (120, 40, .large(3))]
      as [(Int, Int, BigTime.Size?)])
  func `larger windows have larger digits`(columns: Int, rows: Int, digits: BigTime.Size?) {
    let layout = WatchLayout(
      .init(time: "0:23", label: true, rounds: true, bar: true, progress: true, distance: true),
      size: TerminalSize(columns: columns, rows: rows), width: columns)
    #expect(layout.digits == digits)
    #expect(layout.rest >= 0)
  }
}

@Suite struct BigTimeTests {
  @Test func `small digits are drawn in half blocks, and large digits in whole blocks`() {
    #expect(BigTime("0:27", .small).lines == ["█▀█ ▄ ▀▀█ ▀▀█", "█ █ ▄ █▀▀   █", "▀▀▀   ▀▀▀   ▀"])
    #expect(
      BigTime("1:4", .large(1), ink: "#").lines == [
        "  ##        ##  ##", "####    ##  ##  ##", "  ##        ######", "  ##    ##      ##", "######          ##",
      ])
  }

  @Test(arguments: ["0:00", "12:34", "1:23:45", "99:59:59", "67:89"])
  func `all rows have the same width, and the size determines the number of rows`(time: String) {
    for size in [BigTime.Size.small, .large(1), .large(2), .large(4)] {
      let lines = BigTime(time, size).lines
      #expect(lines.count == size.rows)
      #expect(Set(lines.map(\.columns)).count == 1)
    }
  }

  @Test func `all digits differ`() {
    let shapes = (0...9).map { BigTime("\($0)", .small).lines.joined(separator: "\n") }
    #expect(Set(shapes).count == 10)
  }
}
