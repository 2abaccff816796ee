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

  /// The urgency of a notification, which decides on many servers whether and how long it is shown.
  package enum Urgency: Equatable, Sendable {
    case normal
    case critical
    /// Critical on servers that otherwise hide the notification most of the time, unless Do Not Disturb is on.
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
  /// A line of plain text that follows the body if the server draws no buttons; may be empty.
  package var withoutButtons: String
  /// The name of an icon in the icon theme.
  package var icon: String
  /// The absolute path of the icon's file, for servers that do not use the icon theme; may be empty.
  package var iconPath: String
  /// The progress in percent.
  package var progress: Int?
  package var actions: [Action]
  package var expiry: Expiry
  package var urgency: Urgency
  /// Whether the notification stays on the screen after one of its buttons was pressed.
  package var isResident: Bool
  /// Whether the server is asked not to play a sound.
  package var suppressesSound: Bool
  package var replacement: Replacement

  package init(
    summary: String, body: String = "", withoutButtons: String = "", icon: String = "", iconPath: String = "",
    progress: Int? = nil,
    actions: [Action] = [], expiry: Expiry = .byServer, urgency: Urgency = .normal, isResident: Bool = false,
    suppressesSound: Bool = false, replacement: Replacement = .inPlace
  ) {
    self.summary = summary
    self.body = body
    self.withoutButtons = withoutButtons
    self.icon = icon
    self.iconPath = iconPath
    self.progress = progress
    self.actions = actions
    self.expiry = expiry
    self.urgency = urgency
    self.isResident = isResident
    self.suppressesSound = suppressesSound
    self.replacement = replacement
  }
}
