import Testing

@testable import Desktop

@Suite struct NotificationPresentationTests {
  private func present(
    _ notification: DesktopNotification, _ capabilities: Set<String> = ["actions", "body", "body-markup"],
    serverName: String = "dunst"
  ) -> NotificationPresentation {
    NotificationPresentation(
      notification, desktopEntry: "intervald",
      server: ServerInformation(name: serverName, vendor: "", version: "", capabilities: capabilities))
  }

  @Test(
    arguments: [
      (["body-markup"], "Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;"), ([], "Tom & <b>Jerry</b>"),
    ] as [(Set<String>, String)])
  func `the body is escaped where it is read as markup`(capabilities: Set<String>, body: String) {
    let presentation = present(
      DesktopNotification(summary: "<i>&", body: "Tom & <b>Jerry</b>"), capabilities)
    #expect(presentation.body == body)
    #expect(presentation.summary == "<i>&", "a summary is never markup")
  }

  @Test(
    arguments: [
      ("gnome-shell", "/x/run.svg", "run"), ("dunst", "/x/run.svg", "/x/run.svg"), ("dunst", "", "run"),
    ])
  func `a server that asks no icon theme gets the picture as a file, if there is one`(
    server: String, path: String, icon: String
  ) {
    let notification = DesktopNotification(summary: "Run", icon: "run", iconPath: path)
    #expect(present(notification, serverName: server).icon == icon)
  }

  @Test func `buttons are left out where the server has none`() {
    #expect(present(.cue("Run"), ["body"]).actions.isEmpty)
    #expect(present(.cue("Run"), ["actions"]).actions == DesktopNotification.cue("Run").actions)
  }

  @Test(
    arguments: [
      ("dunst", ["actions", "body"], "Then: walk 40 s"),
      ("gnome-shell", ["actions", "body", "body-markup"], "Then: walk 40 s"),
      ("mako", ["actions", "body"], "Then: walk 40 s\nTo stop: <type> & go"),
      ("anything", ["body"], "Then: walk 40 s\nTo stop: <type> & go"),
      ("anything", ["body", "body-markup"], "Then: walk 40 s\nTo stop: &lt;type&gt; &amp; go"),
    ] as [(String, Set<String>, String)])
  func `another way stands below the body where no button can be pressed`(
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
  func `what is missing leaves no empty line`(body: String, otherwise: String, shown: String) {
    let notification = DesktopNotification(summary: "Run", body: body, withoutButtons: otherwise)
    #expect(present(notification, ["body"]).body == shown)
  }

  @Test func `a long body does not push the other way out`() {
    let notification = DesktopNotification(
      summary: "Run", body: String(repeating: "x", count: 10_000), withoutButtons: "To stop: type")
    #expect(present(notification, ["body"]).body.hasSuffix("x…\nTo stop: type"))
  }

  @Test func `mako is sent its actions all the same, for its menu`() {
    #expect(present(.cue("Run"), ["actions"], serverName: "mako").actions == DesktopNotification.cue("Run").actions)
  }

  @Test(arguments: [(-5, 0), (0, 0), (30, 30), (100, 100), (1000, 100)] as [(Int, Int32)])
  func `progress is a percentage in 32 bits`(progress: Int, value: Int32) {
    #expect(present(DesktopNotification(summary: "Run", progress: progress)).hints["value"] == .int32(value))
  }

  @Test func `a hint is there only where it says something`() {
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
  func `the time-out is the specification's`(expiry: DesktopNotification.Expiry, timeout: Int32) {
    #expect(present(DesktopNotification(summary: "Run", expiry: expiry)).timeout == timeout)
  }

  @Test(arguments: ["", " ", "\n", "\u{202E}", "\u{0}"])
  func `a summary in which nothing can be seen is replaced`(summary: String) {
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
