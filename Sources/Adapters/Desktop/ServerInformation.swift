/// What a notification server says of itself.
package struct ServerInformation: Equatable, Sendable {
  package var name: String
  package var vendor: String
  package var version: String
  package var capabilities: Set<String>

  /// Whether buttons can be pressed where the notification is shown.
  ///
  /// mako says that it has actions, and draws none: they take a command (`makoctl menu`, or a mouse button's binding).
  package var drawsButtons: Bool {
    capabilities.contains("actions") && name != "mako"
  }

  /// Whether an icon is found by its name.
  ///
  /// dunst looks for names in a few folders of fixed sizes unless it is configured to look into a theme (dunst(5),
  /// `icon_path` and `enable_recursive_icon_lookup`).
  var knowsIconTheme: Bool {
    name != "dunst"
  }

  package init(name: String, vendor: String, version: String, capabilities: Set<String>) {
    self.name = name
    self.vendor = vendor
    self.version = version
    self.capabilities = capabilities
  }
}
