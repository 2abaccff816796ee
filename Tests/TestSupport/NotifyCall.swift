/// A call of `org.freedesktop.Notifications.Notify` on the bus.
package struct NotifyCall: Sendable {
  package let message: BusMessage
  package let applicationName: String
  /// ID of the replaced notification, or 0.
  package let replaces: Int64
  package let summary: String
  package let body: String
  package let actions: [(key: String, label: String)]
  package let hints: BusValue
  package let timeout: Int64

  /// Reads a message; nil if the message is not a call of `Notify`.
  package init?(_ message: BusMessage) {
    guard
      message.kind == .call, message.member == "Notify", message.arguments.count == 8,
      let applicationName = message.arguments[0].string, let replaces = message.arguments[1].integer,
      let summary = message.arguments[3].string,
      let body = message.arguments[4].string, let actions = message.arguments[5].array?.compactMap(\.string),
      let timeout = message.arguments[7].integer
    else { return nil }
    self.message = message
    self.applicationName = applicationName
    self.replaces = replaces
    self.summary = summary
    self.body = body
    self.actions = stride(from: 0, to: actions.count - 1, by: 2).map { (actions[$0], actions[$0 + 1]) }
    hints = message.arguments[6]
    self.timeout = timeout
  }
}
