/// A notification as it is meant, whatever the server can do.
package struct DesktopNotification: Equatable, Sendable {
  /// A button.
  package struct Action: Equatable, Sendable {
    /// What `NotifierEvent.action` tells when the button is pressed; not empty.
    package var key: String
    package var label: String

    package init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// How long a server may show a notification.
  package enum Expiry: Equatable, Sendable {
    case never
    /// As long as the server shows any other.
    case byServer
  }

  /// What becomes of the notification that was shown before.
  package enum Replacement: Equatable, Sendable {
    /// It turns into this one, where it is.
    case inPlace
    /// It is left alone, and this one is shown beside it.
    case beside
    /// It is taken away, and this one comes up anew.
    case anew
  }

  /// Plain text of one line; any text is shown harmlessly.
  package var summary: String
  /// Plain text of some lines; any text is shown harmlessly.
  package var body: String
  /// What follows the body on a server on which no button can be pressed; plain text of one line, or none.
  package var withoutButtons: String
  /// A name in the icon theme.
  package var icon: String
  /// The same picture as a file, for servers that look into no icon theme; an absolute path, or none.
  package var iconPath: String
  /// How far things are, in percent.
  package var progress: Int?
  package var actions: [Action]
  package var expiry: Expiry
  /// Whether it stays after one of its actions was invoked.
  package var isResident: Bool
  /// Whether the server is asked to play no sound of its own.
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
