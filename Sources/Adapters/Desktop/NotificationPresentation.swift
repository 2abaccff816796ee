import Text

/// A notification in the form in which a certain server gets it.
struct NotificationPresentation: Equatable, Sendable {
  /// A hint's value, by the type that servers insist on.
  enum Hint: Equatable, Sendable {
    case boolean(Bool)
    case int32(Int32)
    case string(String)
  }

  /// The longest summary, in characters.
  static let summaryLimit = 120
  /// The longest body, in characters before escaping.
  static let bodyLimit = 1000
  /// The longest line that follows the body, in characters before escaping.
  static let lineLimit = 120
  /// The longest label of a button, in characters.
  static let labelLimit = 40
  /// What stands for a summary in which nothing can be seen, as servers refuse an empty one.
  static let emptySummary = "…"

  let summary: String
  let body: String
  let icon: String
  /// In milliseconds; 0 is never, and -1 the server's choice.
  let timeout: Int32
  let actions: [DesktopNotification.Action]
  let hints: [String: Hint]

  init(_ notification: DesktopNotification, desktopEntry: String, server: ServerInformation) {
    let summary = notification.summary.preparedForDisplay(keepingLines: false, limit: Self.summaryLimit)
    self.summary = summary.allSatisfy(\.isWhitespace) ? Self.emptySummary : summary
    let lines = [
      notification.body.preparedForDisplay(keepingLines: true, limit: Self.bodyLimit),
      (server.drawsButtons ? "" : notification.withoutButtons)
        .preparedForDisplay(keepingLines: false, limit: Self.lineLimit),
    ]
    let isMarkup = server.capabilities.contains("body-markup")
    body = lines.map { isMarkup ? $0.escapedAsMarkup : $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
    icon = server.knowsIconTheme || notification.iconPath.isEmpty ? notification.icon : notification.iconPath
    timeout =
      switch notification.expiry {
      case .never: 0
      case .byServer: -1
      }
    actions =
      server.capabilities.contains("actions")
      ? notification.actions.map {
        .init(key: $0.key, label: $0.label.preparedForDisplay(keepingLines: false, limit: Self.labelLimit))
      } : []

    var hints: [String: Hint] = ["desktop-entry": .string(desktopEntry)]
    if let progress = notification.progress { hints["value"] = .int32(Int32(min(max(progress, 0), 100))) }
    if notification.isResident { hints["resident"] = .boolean(true) }
    if notification.suppressesSound { hints["suppress-sound"] = .boolean(true) }
    self.hints = hints
  }
}
