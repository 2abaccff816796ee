import Testing

@testable import DesktopNotifications

@Suite struct NotificationPresentationTests {
  private func present(
    _ notification: DesktopNotification, _ capabilities: Set<String> = ["actions", "body", "body-markup"]
  ) -> NotificationPresentation {
    NotificationPresentation(notification, desktopEntry: "intervald", capabilities: capabilities)
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

  @Test func `buttons are left out where the server has none`() {
    #expect(present(.cue("Run"), ["body"]).actions.isEmpty)
    #expect(present(.cue("Run"), ["actions"]).actions == DesktopNotification.cue("Run").actions)
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
