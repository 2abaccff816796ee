import Text

/// A notification in the form that is sent to a specific server.
struct NotificationPresentation: Equatable, Sendable {
  /// The value of a hint, in the type that servers require.
  enum Hint: Equatable, Sendable {
    case boolean(Bool)
    case int32(Int32)
    case string(String)
  }

  /// The maximum length of the summary in characters.
  static let summaryLimit = 120
  /// The maximum length of the body, in characters before escaping.
  static let bodyLimit = 1000
  /// The maximum length of the line that follows the body, in characters before escaping.
  static let lineLimit = 120
  /// The maximum length of a button's label in characters.
  static let labelLimit = 40
  /// The key of the action that a click on the notification invokes; see the Desktop Notifications Specification.
  static let clickKey = "default"
  /// The text that replaces a summary without visible characters, because servers reject an empty summary.
  static let emptySummary = "…"

  let summary: String
  let body: String
  /// The name of the icon, for servers that do not read the hint `image-path`; otherwise empty.
  let icon: String
  /// The time after which the notification expires, in milliseconds; 0 means never, and -1 means the server's default.
  let timeout: Int32
  let actions: [DesktopNotification.Action]
  let isCritical: Bool
  let hints: [String: Hint]

  /// Prepares a notification for a server.
  ///
  /// - Parameters:
  ///   - notification: The content.
  ///   - desktopEntry: The name of the desktop file, without its suffix.
  ///   - server: The server.
  ///   - isSilenced: Whether Do Not Disturb hides notifications; a server may show critical notifications nevertheless.
  init(
    _ notification: DesktopNotification, desktopEntry: String, server: ServerInformation, isSilenced: Bool = false
  ) {
    let summary = notification.summary.preparedForDisplay(keepingLines: false, limit: Self.summaryLimit)
    self.summary = summary.allSatisfy(\.isWhitespace) ? Self.emptySummary : summary
    let lines = [
      notification.body.preparedForDisplay(keepingLines: true, limit: Self.bodyLimit),
      (server.drawsButtons ? "" : notification.withoutButtons)
        .preparedForDisplay(keepingLines: false, limit: Self.lineLimit),
    ]
    let isMarkup = server.capabilities.contains("body-markup")
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    let shown = server.joinsLines ? text.split(separator: "\n").joined(separator: " · ") : text
    body = isMarkup ? shown.escapedAsMarkup : shown
    // The name of an icon is the name of its file.
    let fileName = notification.icon.split(separator: "/").last ?? ""
    icon = server.readsImagePath ? "" : String(fileName.prefix { $0 != "." })
    timeout =
      switch notification.expiry {
      case .never: 0
      case .byServer: -1
      }
    actions =
      server.capabilities.contains("actions")
      ? notification.actions.map {
        .init(key: $0.key, label: $0.label.preparedForDisplay(keepingLines: false, limit: Self.labelLimit))
      } + (server.startsProgramAtClick ? [.init(key: Self.clickKey, label: "Show")] : []) : []
    isCritical =
      switch notification.urgency {
      case .normal: false
      case .critical: true
      case .byServer: server.hidesNormalUrgency && !isSilenced
      }

    var hints: [String: Hint] = ["desktop-entry": .string(desktopEntry)]
    if let progress = notification.progress, server.drawsProgress {
      hints["value"] = .int32(Int32(min(max(progress, 0), 100)))
    }
    if server.readsImagePath, !notification.icon.isEmpty { hints["image-path"] = .string(notification.icon) }
    if notification.isResident { hints["resident"] = .boolean(true) }
    if notification.suppressesSound { hints["suppress-sound"] = .boolean(true) }
    self.hints = hints
  }
}
