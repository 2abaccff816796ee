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

  /// Plain text of one line; unsafe characters are removed for display.
  package var summary: String
  /// Plain text of some lines; unsafe characters are removed for display.
  package var body: String
  /// A line of plain text that follows the body if the server draws no buttons; may be empty.
  package var withoutButtons: String
  /// The absolute path of a picture, or the name of an icon in the icon theme; some servers do not find names.
  package var icon: String
  /// The progress in percent.
  package var progress: Int?
  package var actions: [Action]
  package var expiry: Expiry
  package var urgency: Urgency
  /// Whether the notification stays on the screen after one of its buttons was pressed.
  package var isResident: Bool
  /// Whether the server is asked not to play a sound.
  package var suppressesSound: Bool
  /// Whether the notification on the screen is closed before this one is shown; otherwise, this one replaces it.
  package var closesPrevious: Bool

  package init(
    summary: String, body: String = "", withoutButtons: String = "", icon: String = "", progress: Int? = nil,
    actions: [Action] = [], expiry: Expiry = .byServer, urgency: Urgency = .normal, isResident: Bool = false,
    suppressesSound: Bool = false, closesPrevious: Bool = false
  ) {
    self.summary = summary
    self.body = body
    self.withoutButtons = withoutButtons
    self.icon = icon
    self.progress = progress
    self.actions = actions
    self.expiry = expiry
    self.urgency = urgency
    self.isResident = isResident
    self.suppressesSound = suppressesSound
    self.closesPrevious = closesPrevious
  }
}
