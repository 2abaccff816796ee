import Text

/// The content of a notification, independent of the server's capabilities.
package struct DesktopNotification: Equatable, Sendable {
  /// A button.
  package struct Action: Equatable, Sendable {
    /// The key that `NotifierEvent.action` reports when the button is pressed; not empty.
    package var key: String
    package var label: String

    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// The time for which a server shows a notification.
  package enum Expiry: Equatable, Sendable {
    case never
    /// The server's default time.
    case byServer
  }

  /// The effect of a new notification on the notification that is already on the screen.
  package enum Replacement: Equatable, Sendable {
    /// The new notification replaces the content of the old notification.
    case inPlace
    /// The old notification stays on the screen, and the new notification is shown beside it.
    case beside
    /// The old notification is closed before the new notification is shown.
    case afterClosing
  }

  /// Plain text of one line; unsafe characters are removed for display.
  package var summary: String
  /// Plain text of some lines; unsafe characters are removed for display.
  package var body: String
  /// A line of plain text that follows the body if the server shows no buttons; may be empty.
  package var withoutButtons: String
  /// The name of an icon in the icon theme.
  package var icon: String
  /// The absolute path of the icon's file, for servers that do not use the icon theme; may be empty.
  package var iconPath: String
  /// The progress in percent.
  package var progress: Int?
  package var actions: [Action]
  package var expiry: Expiry
  /// Whether the notification stays on the screen after one of its buttons was pressed.
  package var isResident: Bool
  /// Whether the server is asked not to play a sound.
  package var suppressesSound: Bool
  package var replacement: Replacement

  package init(
    summary: String, body: String = "", withoutButtons: String = "", icon: String = "", iconPath: String = "",
    progress: Int? = nil,
    actions: [Action] = [], expiry: Expiry = .byServer, isResident: Bool = false, suppressesSound: Bool = false,
    replacement: Replacement = .inPlace
  ) {
    self.summary = summary
    self.body = body
    self.withoutButtons = withoutButtons
    self.icon = icon
    self.iconPath = iconPath
    self.progress = progress
    self.actions = actions
    self.expiry = expiry
    self.isResident = isResident
    self.suppressesSound = suppressesSound
    self.replacement = replacement
  }
}

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
  /// The text that replaces a summary without visible characters, because servers reject an empty summary.
  static let emptySummary = "…"

  let summary: String
  let body: String
  let icon: String
  /// The time after which the notification expires, in milliseconds; 0 means never, and -1 means the server's default.
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
    icon = server.usesIconTheme || notification.iconPath.isEmpty ? notification.icon : notification.iconPath
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
