import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The notifications of the daemon on the desktops that users have.
@Suite(.desktops, .hangLimit) struct RealDesktopTests {
  // If a desktop is missing, this test is skipped, and the reason lists the missing desktops.
  @Test(.enabled(if: RealDesktop.missing.isEmpty, RealDesktop.requirement))
  func `every desktop is installed`() {
    #expect(RealDesktop.installed == RealDesktop.allCases)
  }

  @Test(arguments: RealDesktop.installed)
  func `each cue is visibly new and complete, replaces the previous cue, and is over a window in full screen or hidden`(
    _ kind: RealDesktop
  ) async throws {
    try await Desktop.with { desktop in
      let session = try await DesktopSession.start(kind, on: desktop)
      let daemon = try await session.startDaemon()
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\n2x(1s rest, 5m run, 1s rest, 5m walk)")
      let (run, walk) = ("#ff7a45", "#4fd1c5")
      let cues = [
        ("Run 5 min", "Round 1 of 2", run, walk), ("Walk 5 min", "Round 1 of 2", walk, run),
        ("Run 5 min", "Round 2 of 2", run, walk), ("Last interval: walk, 5 min", "Round 2 of 2", walk, run),
      ]
      for (title, round, colour, previousColour) in cues {
        let banner = try await session.words("the cue “\(title)”") { $0.contains(title) }
        try await session.showButtons(banner)
        let shown = try await session.words("the complete cue “\(title)”") {
          $0.contains(title) && $0.contains(round) && session.showsControls($0, ["Pause", "Skip", "Stop"])
        }
        #expect(shown.count("left") == 1, "\(shown.lines)")
        let ink = try await (own: session.pixels(of: colour), previous: session.pixels(of: previousColour))
        #expect(ink.own >= 40 && ink.own > 2 * ink.previous, "\(ink)")
        try await session.expectAtMostOneNotification()
        try await session.moveAway()
        if title != cues.last?.0 { _ = try await client.next() }
      }
      try await session.coverScreen()
      var mark = desktop.monitor.mark
      _ = try await client.start(plan: "lead-in off\n2x(5m run, 5m walk)", replace: true)
      try await session.expect("Run 5 min", then: "walk, 5 min", isShown: !kind.hidesInFullScreen, from: mark)
      try await session.useCriticalUrgency(client)
      mark = desktop.monitor.mark
      _ = try await client.start(plan: "lead-in off\n2x(5m walk, 5m run)", replace: true)
      try await session.expect("Walk 5 min", then: "run, 5 min", isShown: !kind.hidesCriticalInFullScreen, from: mark)
    }
  }

  @Test(arguments: RealDesktop.installed)
  func `only a workout's summary remains, a click on it starts nothing, and Do Not Disturb hides the next workout`(
    _ kind: RealDesktop
  ) async throws {
    try await Desktop.with { desktop in
      let session = try await DesktopSession.start(kind, on: desktop)
      let daemon = try await session.startDaemon()
      let client = try await daemon.connect()
      _ = try await client.start(plan: "name \"Short\"\nlead-in off\n1s run")
      let banner = try await session.words("the summary") { $0.contains("Finished: Short") }
      try await session.showButtons(banner)
      let summary = try await session.words("the complete summary") { $0.contains("Finished: Short") }
      let labels = ["Pause", "Resume", "Skip", "Stop", "stop"]
      #expect(labels.allSatisfy { summary.word($0) == nil }, "\(summary.lines)")
      try await session.expectAtMostOneNotification()
      let mark = desktop.monitor.mark
      let title = try #require(summary.word("Finished:")?.area.centre)
      try await session.screen.movePointer(to: title)
      try await session.screen.click()
      if kind == .gnome {
        // Without this action, GNOME Shell would start the program of the desktop file.
        _ = try await desktop.monitor.first("the default action", from: mark) {
          $0.kind == .signal && $0.member == "ActionInvoked" && $0.arguments.last?.string == "default"
        }
      }
      #expect(try await daemon.intervalctl("status").answer == "Idle")
      // The next workout can start only if the click has not started one.
      _ = try await client.start(plan: "lead-in off\n5m walk")
      try await session.words("the next workout") { $0.contains("Walk 5 min") }
      #expect(daemon.process.errors.elements.count { $0.contains("event=started") } == 2)
      try await session.expectMediaControls("Walk 5 min")
      if let shell = session.screen as? ShellScreen {
        #expect(try await session.mediaTitleCommand(shell).contains("intervalctl watch"))
        try await session.pressMediaPause(shell)
        try await withTimeLimit("a pause") {
          while try await client.status().phase != .paused { try Task.checkCancellation() }
        }
      }
      try await expectSilence(in: session, daemon, client)
    }
  }

  /// Switches Do Not Disturb on, with normal and with critical urgency, and off again.
  private func expectSilence(
    in session: DesktopSession, _ daemon: DaemonProcess, _ client: WorkoutClient
  ) async throws {
    let warning = "Notifications are hidden: Do Not Disturb is on."
    let (kind, monitor) = (session.kind, session.desktop.monitor)
    // In the test, all programs of GNOME write the same settings file. When the shell saves another setting, it may undo
    // the change. The daemon also receives the change with a delay.
    @Sendable func wait(for event: String, _ isOn: Bool, until isExpected: @escaping @Sendable () async throws -> Bool)
      async throws
    {
      try await withTimeLimit(event) {
        while try await !isExpected() {
          try Task.checkCancellation()
          if kind == .gnome { try await session.setSilence(isOn) }
        }
      }
    }
    func expectReport(_ isHidden: Bool, isOn: Bool) async throws {
      guard kind.reportsSilence else { return }
      try await wait(for: "a status with notificationsHidden = \(isHidden)", isOn) {
        try await client.status().notificationsHidden == isHidden
      }
    }
    func expectDiagnosis(_ isOn: Bool) async throws {
      try await wait(for: "a diagnosis of Do Not Disturb: \(isOn)", isOn) {
        try await daemon.doctor()["notifications"].words.contains("Do Not Disturb") == isOn
      }
    }
    // On a busy machine, the server may answer after the time limit of a start.
    func start(_ plan: String, hasWarning: Bool) async throws {
      var warnings = try await client.start(plan: plan, replace: true).warnings
      for _ in 1..<5 where hasWarning && !warnings.contains(warning) {
        try await expectDiagnosis(true)
        warnings = try await client.start(plan: plan, replace: true).warnings
      }
      #expect(warnings.contains(warning) == hasWarning)
    }
    let endSilence = try await session.silence()
    try await expectDiagnosis(kind.reportsSilence)
    var mark = monitor.mark
    try await start("lead-in off\n2x(5m run, 5m walk)", hasWarning: kind.reportsSilence)
    try await expectReport(true, isOn: true)
    try await session.expect("Run 5 min", then: "walk, 5 min", isShown: false, from: mark)

    try await session.useCriticalUrgency(client)
    mark = monitor.mark
    try await start("lead-in off\n2x(5m walk, 5m run)", hasWarning: kind.reportsSilence && kind.silencesCritical)
    try await expectReport(kind.silencesCritical, isOn: true)
    try await session.expect("Walk 5 min", then: "run, 5 min", isShown: !kind.silencesCritical, from: mark)

    try await endSilence()
    // The next status reports the answer of the server to this question.
    try await expectDiagnosis(false)
    try await expectReport(false, isOn: false)
    mark = monitor.mark
    _ = try await client.next()
    try await session.expect("Run 5 min", then: "walk, 5 min", isShown: true, from: mark)
  }

  @Test(arguments: RealDesktop.installed)
  func `twenty presses in a row are handled, and Stop ends the workout`(_ kind: RealDesktop) async throws {
    try await Desktop.with { desktop in
      let session = try await DesktopSession.start(kind, on: desktop)
      let daemon = try await session.startDaemon()
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\n20x(5m run, 5m walk)")
      func press(_ label: String, _ event: String, where condition: @escaping @Sendable (Report.Status) -> Bool)
        async throws
      {
        let mark = desktop.monitor.mark
        try await session.press(label, key: label.lowercased())
        try await withTimeLimit(event) {
          while !condition(try await client.status()) { try Task.checkCancellation() }
        }
        let call = try await desktop.monitor.first("a notification", from: mark) { NotifyCall($0) != nil }
        _ = try await desktop.monitor.number(of: #require(NotifyCall(call)))
      }
      for number in 1...7 {
        try await press("Pause", "a pause") { $0.phase == .paused }
        try await press("Resume", "a resumption") { $0.phase == .running }
        try await press("Skip", "interval \(number + 1)") { $0.number == number + 1 }
      }
      try await session.expectAtMostOneNotification()
      try await session.press("Stop", key: "stop")
      try await withTimeLimit("the end of the workout") {
        while try await client.status().phase != .idle { try Task.checkCancellation() }
      }
      let used = try ProcessFigures(identifier: session.server.identifier).processorTime()
      print("desktop \(kind): the server has used \((used / .milliseconds(100)).rounded() / 10) s of processor time")
    }
  }
}
