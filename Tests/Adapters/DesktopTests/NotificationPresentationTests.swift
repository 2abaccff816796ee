import TestSupport
import Testing

@testable import Desktop

@Suite struct NotificationPresentationTests {
  private func present(
    _ notification: DesktopNotification, _ capabilities: Set<String> = ["actions", "body", "body-markup"],
    serverName: String = "dunst", isSilenced: Bool = false
  ) -> NotificationPresentation {
    NotificationPresentation(
      notification, desktopEntry: "intervald",
      server: ServerInformation(name: serverName, vendor: "", version: "", capabilities: capabilities),
      isSilenced: isSilenced)
  }

  @Test(
    arguments: [
      (["body-markup"], "Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;"), ([], "Tom & <b>Jerry</b>"),
    ] as [(Set<String>, String)])
  func `the body is escaped if the server reads it as markup`(capabilities: Set<String>, body: String) {
    let presentation = present(
      DesktopNotification(summary: "<i>&", body: "Tom & <b>Jerry</b>"), capabilities)
    #expect(presentation.body == body)
    #expect(presentation.summary == "<i>&", "a summary is never markup")
  }

  @Test func `buttons are omitted if the server does not support them`() {
    #expect(present(.cue("Run"), ["body"]).actions.isEmpty)
    #expect(present(.cue("Run"), ["actions"]).actions == DesktopNotification.cue("Run").actions)
  }

  @Test(
    arguments: [
      ("SwayNotificationCenter", ["actions", "body"], "Then: walk 40 s"),
      ("Plasma", ["actions", "body", "body-markup"], "Then: walk 40 s"),
      ("mako", ["actions", "body"], "Then: walk 40 s\nTo stop: <type> & go"),
      ("dunst", ["actions", "body"], "Then: walk 40 s\nTo stop: <type> & go"),
      ("fnott", ["actions", "body"], "Then: walk 40 s\nTo stop: <type> & go"),
      ("anything", ["body"], "Then: walk 40 s\nTo stop: <type> & go"),
      ("anything", ["body", "body-markup"], "Then: walk 40 s\nTo stop: &lt;type&gt; &amp; go"),
    ] as [(String, Set<String>, String)])
  func `the alternative to buttons follows the body if the server draws no buttons`(
    server: String, capabilities: Set<String>, body: String
  ) {
    var cue = DesktopNotification.cue("Run")
    cue.withoutButtons = "To stop: <type> & go"
    #expect(present(cue, capabilities, serverName: server).body == body)
  }

  @Test(arguments: [
    ("", "To stop: type", "To stop: type"), ("Then: walk", "", "Then: walk"), ("", "", ""),
    ("a\nb", "c\nd", "a\nb\nc d"),
  ])
  func `an empty part leaves no empty line`(body: String, alternative: String, shown: String) {
    let notification = DesktopNotification(summary: "Run", body: body, withoutButtons: alternative)
    #expect(present(notification, ["body"]).body == shown)
  }

  @Test func `a long body does not displace the alternative to buttons`() {
    let notification = DesktopNotification(
      summary: "Run", body: String(repeating: "x", count: 10_000), withoutButtons: "To stop: type")
    #expect(present(notification, ["body"]).body.hasSuffix("x…\nTo stop: type"))
  }

  @Test func `mako receives the actions, which its menu shows`() {
    #expect(present(.cue("Run"), ["actions"], serverName: "mako").actions == DesktopNotification.cue("Run").actions)
  }

  @Test(arguments: [(-5, 0), (0, 0), (30, 30), (100, 100), (1000, 100)] as [(Int, Int32)])
  func `progress is a percentage in 32 bits`(progress: Int, value: Int32) {
    #expect(present(DesktopNotification(summary: "Run", progress: progress)).hints["value"] == .int32(value))
  }

  @Test(arguments: [
    ("dunst", true), ("mako", true), ("SwayNotificationCenter", true), ("Xfce Notify Daemon", false),
    ("gnome-shell", false), ("Plasma", false),
  ])
  func `progress is sent only to servers that draw it beside the text`(server: String, isSent: Bool) {
    let hints = present(DesktopNotification(summary: "Run", progress: 7), serverName: server).hints
    #expect((hints["value"] != nil) == isSent)
  }

  @Test(arguments: [
    ("gnome-shell", "GNOME", "43.9", true), ("gnome-shell", "GNOME", "45.2", true),
    ("gnome-shell", "GNOME", "46.0", false),
    ("gnome-shell", "GNOME", "", false), ("Xfce Notify Daemon", "Xfce", "0.7.3", true),
    ("Notification Daemon", "MATE", "1.26.0", true), ("Notification Daemon", "GNOME", "3.20.0", false),
    ("Plasma", "KDE", "5.27.5", false), ("dunst", "knopwob", "1.9.0", false),
  ])
  func `servers that update incompletely are known`(name: String, vendor: String, version: String, isKnown: Bool) {
    let server = ServerInformation(name: name, vendor: vendor, version: version, capabilities: [])
    #expect(server.updatesIncompletely == isKnown)
  }

  @Test func `GNOME Shell receives the picture as an image, and the lines of the body with separators`() {
    let notification = DesktopNotification(summary: "Run", body: "Then walk\nRound 1", icon: "/x/run.svg")
    let shown = present(notification, serverName: "gnome-shell")
    #expect(shown.hints["image-path"] == .string("/x/run.svg"))
    #expect(shown.body == "Then walk · Round 1")
    #expect(present(notification).hints["image-path"] == .string("/x/run.svg"))
    #expect(present(notification).icon.isEmpty)
    let lxqt = present(notification, serverName: "lxqt-notificationd")
    #expect(lxqt.icon == "run" && lxqt.hints["image-path"] == nil)
    #expect(present(notification).body == "Then walk\nRound 1")
  }

  @Test(arguments: [
    ("gnome-shell", true), ("cinnamon", true), ("Budgie Notification Server", true), ("dunst", false),
    ("Plasma", false),
  ])
  func `a server that would start a program at a click receives an action for the click`(
    server: String, hasClick: Bool
  ) {
    let summary = DesktopNotification(summary: "Workout finished")
    #expect(present(summary, serverName: server).actions.map(\.key) == (hasClick ? ["default"] : []))
    #expect(present(summary, ["body"], serverName: server).actions.isEmpty)
  }

  @Test(
    arguments: [
      (.normal, "gnome-shell", false, false), (.critical, "dunst", false, true), (.critical, "gnome-shell", true, true),
      (.byServer, "gnome-shell", false, true), (.byServer, "gnome-shell", true, false),
      (.byServer, "dunst", false, false),
    ] as [(DesktopNotification.Urgency, String, Bool, Bool)])
  func `the urgency depends on the server and on Do Not Disturb, unless the settings specify it`(
    urgency: DesktopNotification.Urgency, server: String, isSilenced: Bool, isCritical: Bool
  ) {
    let notification = DesktopNotification(summary: "Run", urgency: urgency)
    #expect(present(notification, serverName: server, isSilenced: isSilenced).isCritical == isCritical)
  }

  @Test func `a hint is sent only if it has an effect`() {
    #expect(present(DesktopNotification(summary: "Run")).hints == ["desktop-entry": .string("intervald")])
    #expect(
      present(
        DesktopNotification(
          summary: "Run", progress: 7, isResident: true, suppressesSound: true)
      ).hints == [
        "desktop-entry": .string("intervald"), "value": .int32(7), "resident": .boolean(true),
        "suppress-sound": .boolean(true),
      ])
  }

  @Test(arguments: [(.never, 0), (.byServer, -1)] as [(DesktopNotification.Expiry, Int32)])
  func `the timeout has the values of the specification`(expiry: DesktopNotification.Expiry, timeout: Int32) {
    #expect(present(DesktopNotification(summary: "Run", expiry: expiry)).timeout == timeout)
  }

  @Test(arguments: ["", " ", "\n", "\u{202E}", "\u{0}"])
  func `a summary without visible characters is replaced`(summary: String) {
    #expect(present(DesktopNotification(summary: summary)).summary == NotificationPresentation.emptySummary)
  }

  @Test func `long text is cut for display`() {
    let long = String(repeating: "x", count: 10_000)
    let presentation = present(
      DesktopNotification(summary: long, body: long, actions: [.init(key: "stop", label: long)]))
    #expect(presentation.summary.count == NotificationPresentation.summaryLimit)
    #expect(presentation.body.count == NotificationPresentation.bodyLimit)
    #expect(presentation.actions.first?.label.count == NotificationPresentation.labelLimit)
  }
}

/// Tests of the icons in share/icons against the rules of the programs that show icons.
@Suite struct IconTests {
  static let names =
    ["run", "walk", "rest", "warmup", "cooldown", "sprint", "interval", "paused", "finished"]
    .map { "intervald-\($0)" } + ["intervald"]

  @Test(arguments: names)
  func `each icon has a square version in colour`(name: String) throws {
    let icon = try packageFile("share/icons/hicolor/scalable/apps/\(name).svg")
    #expect(icon.contains(#"width="128" height="128" viewBox="0 0 128 128""#))
  }

  /// GTK 3 before 3.24.50 and GTK 4 before 4.20 fill every path with the theme's colour, and do not support strokes.
  @Test(arguments: names)
  func `each icon has a symbolic version with filled shapes in one colour`(name: String) throws {
    let icon = try packageFile("share/icons/hicolor/symbolic/apps/\(name)-symbolic.svg")
    #expect(icon.contains(#"width="16" height="16" viewBox="0 0 16 16""#))
    for word in ["stroke", "style", "none"] { #expect(!icon.contains(word), "\(word)") }
    let shapes = icon.split(separator: "<").filter { element in
      ["path", "circle", "rect"].contains { element.hasPrefix("\($0) ") }
    }
    #expect(!shapes.isEmpty)
    #expect(shapes.allSatisfy { $0.contains(##"fill="#2e3436""##) })
  }
}
