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

  /// Plain text of one line; any text is shown harmlessly.
  package var summary: String
  /// Plain text of some lines; any text is shown harmlessly.
  package var body: String
  /// A name in the icon theme.
  package var icon: String
  /// How far things are, in percent.
  package var progress: Int?
  package var actions: [Action]
  package var expiry: Expiry
  /// Whether it stays after one of its actions was invoked.
  package var isResident: Bool
  /// Whether the server is asked to play no sound of its own.
  package var suppressesSound: Bool
  /// Whether it leaves what is shown alone, and is not put in its place.
  package var startsAnew: Bool

  package init(
    summary: String, body: String = "", icon: String = "", progress: Int? = nil, actions: [Action] = [],
    expiry: Expiry = .byServer, isResident: Bool = false,
    suppressesSound: Bool = false, startsAnew: Bool = false
  ) {
    self.summary = summary
    self.body = body
    self.icon = icon
    self.progress = progress
    self.actions = actions
    self.expiry = expiry
    self.isResident = isResident
    self.suppressesSound = suppressesSound
    self.startsAnew = startsAnew
  }
}
