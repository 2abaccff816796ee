import ControlInterface
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Plans whose texts could have a special meaning in a shell, a format string, markup, a terminal or a log.
///
/// The real daemon runs the plans with real servers.
@Suite(.hangLimit) struct HostileTextTests {
  /// A hostile text of a plan.
  private struct Hostile {
    let name: String
    let text: String

    /// The text as it is written between the quotation marks of a plan.
    var quoted: String { text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
    /// The name of the plan, which differs from the name of the previous plan.
    var title: String { "\(name): \(text)" }
  }

  /// Hostile texts.
  ///
  /// Some texts contain commands, which create the file `owned` in the folder if a program runs the commands.
  private static func texts(in folder: String) -> [Hostile] {
    let owned = "\(folder)/owned"
    return [
      Hostile(name: "a shell", text: "$(touch \(owned)) `touch \(owned)` ; touch \(owned) # | touch \(owned)"),
      Hostile(name: "a shell's quotes", text: "'; touch \(owned); '\"; touch \(owned); \" \\"),
      Hostile(name: "variables", text: "$HOME ${PATH} %h %i %% $$ {kind} {{x}}"),
      Hostile(name: "formats", text: "%n%n%s%s%d%x %1$s %@ \\(x) \\n"),
      Hostile(name: "markup", text: "<b>&amp;<img src=\"file:///etc/passwd\"/><a href=\"x\">&#60;/a> <speak><break/>"),
      Hostile(name: "a terminal", text: "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{7F}\u{8}\u{85}x"),
      Hostile(name: "directions", text: "\u{202E}txt\u{2066}\u{200F}\u{61C}\u{2028}end"),
      Hostile(name: "a record", text: "x\rINTERVALD_EVENT=finished PRIORITY=0\u{85}Jan 01 error: y"),
      Hostile(name: "options", text: "--help -rf -- -"),
    ]
  }

  @Test func `no service, hook or log interprets the texts of a plan`() async throws {
    try await Desktop.with { desktop in
      _ = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      _ = try await NotificationServer.start(on: desktop)
      let hook = try desktop.folder.write(
        "#!/bin/sh\nprintf '%s\\0' \"$1\" \"$INTERVALD_LABEL\" \"$INTERVALD_TITLE\" >> \(desktop.folder.path)/heard\n",
        to: "hook", mode: 0o700)
      try desktop.folder.write(
        "cue start notification sound voice hook\nhook start \"\(hook)\" \"{label}\"\n",
        to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      for hostile in Self.texts(in: desktop.folder.path) {
        let (bus, log) = (desktop.monitor.mark, daemon.process.errors.count)
        try desktop.folder.write("", to: "heard")
        // Braces are doubled, because a spoken text can contain fields in braces.
        let spoken = hostile.quoted.replacing("{", with: "{{").replacing("}", with: "}}")
        let started = try await client.start(
          plan: """
            name "\(hostile.name): \(hostile.quoted)"
            lead-in off
            say start "\(spoken)"
            10m run "\(hostile.quoted)", 10m walk "\(hostile.quoted)"
            """, planName: hostile.text)
        #expect(started.status.title == hostile.title)
        #expect(started.status.interval?.label == hostile.text)
        try await Self.checkNotification(on: desktop.monitor, from: bus, hostile.name)
        try await Self.checkMediaPlayer(on: desktop, hostile.name)
        try await Self.checkHook(desktop.folder, hostile)
        _ = try await client.stop()
        _ = try await daemon.log("event=stopped", from: log)
        for line in daemon.process.errors.elements[log...] {
          #expect(line.isHarmless, "\(hostile.name), logged: \(line.debugDescription)")
        }
        let isOwned = try await desktop.run("ls", [desktop.folder.path]).contains("owned")
        #expect(!isOwned, "\(hostile.name) ran a program")
      }
    }
  }

  /// Expects a notification of plain text, with no markup in its body except entities.
  private static func checkNotification(on monitor: BusMonitor, from mark: Int, _ name: String) async throws {
    let message = try await monitor.first("the notification of \(name)", from: mark) { NotifyCall($0) != nil }
    let call = try #require(NotifyCall(message))
    #expect(call.summary.isHarmless, "\(name): \(call.summary.debugDescription)")
    #expect(call.body.isHarmless, "\(name): \(call.body.debugDescription)")
    let rest = ["&amp;", "&lt;", "&gt;"].reduce(call.body) { $0.replacing($1, with: "") }
    #expect(!rest.contains { "<>&".contains($0) }, "\(name): \(call.body.debugDescription)")
  }

  /// Expects that playerctl(1) reads a harmless album and title.
  private static func checkMediaPlayer(on desktop: Desktop, _ name: String) async throws {
    let command = "playerctl --player=intervald metadata --format '{{album}} {{title}}' 2> /dev/null"
    let text = try await withTimeLimit("the media player of \(name)") {
      while true {
        let text = try await desktop.run("sh", ["-c", command]).joined(separator: "\n")
        if text.hasPrefix(name) { return text }
        try Task.checkCancellation()
      }
    }
    #expect(text.isHarmless, "\(name): \(text.debugDescription)")
    #expect(!text.contains("\n"), "\(name): \(text.debugDescription)")
  }

  /// Expects that a hook receives the text in its argument and its environment; spaces replace control characters.
  private static func checkHook(_ folder: TemporaryFolder, _ hostile: Hostile) async throws {
    let waiting = "until [ $(tr -cd '\\0' < \(folder.path)/heard | wc -c) = 3 ]; do sleep 0.05; done"
    #expect(try await Invocation.run("sh", ["-c", waiting]).status == 0)
    let received = try folder.read("heard").split(separator: "\0", omittingEmptySubsequences: false).dropLast()
    let expected = [hostile.text, hostile.text, hostile.title].map { text in
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
    #expect(received.map(String.init) == expected)
  }
}

extension String {
  /// Whether the text has no control characters except line feeds, no line separators and no bidirectional controls.
  fileprivate var isHarmless: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .lineSeparator, .paragraphSeparator: false
      default: !scalar.properties.isBidiControl
      }
    }
  }
}
