import TestSupport

/// Presses of a notification's buttons with the pointer of the desktop.
extension DesktopSession {
  /// Presses a button when it is on the screen.
  ///
  /// mako draws no buttons, so `makoctl` invokes the action with the key.
  func press(_ label: String, key: String) async throws {
    guard kind.hasButtons else { return try await invoke(key) }
    let (position, picture) = try await look("the button \(label)") { picture -> ScreenPoint? in
      // The notification has not changed since the last press.
      if picture == memory.pressed { return nil }
      if let position = memory.position(of: label, in: picture) { return position }
      let text = try await read(picture)
      guard let word = text.word(label) else {
        try await showButtons(text)
        return nil
      }
      memory.save(word.area, of: label, in: picture)
      return word.area.centre
    }
    memory.pressed = picture
    try await screen.movePointer(to: position)
    try await screen.click()
    // A button under the pointer has another colour.
    try await moveAway()
  }

  /// Whether all buttons are on the screen, or the hint that replaces the buttons.
  func showsControls(_ text: ScreenText, _ labels: [String]) -> Bool {
    guard kind.hasButtons else { return text.contains("To stop: intervalctl stop") }
    return labels.allSatisfy { text.word($0) != nil }
  }

  private func invoke(_ key: String) async throws {
    guard let sway = screen as? SwayScreen else { return }
    try await sway.run("makoctl", "invoke", key)
  }

  /// Returns the number of notifications that the server stores; nil if the server does not report it.
  func storedCount() async throws -> Int? {
    switch kind {
    case .gnome:
      guard let shell = screen as? ShellScreen else { return nil }
      let script = "Main.messageTray.getSources().flatMap(source => source.notifications).length"
      return Int(try await shell.evaluate(script))
    case .mako:
      guard let sway = screen as? SwayScreen else { return nil }
      return try await sway.run("makoctl", "list").joined().split(separator: "app-name").count - 1
    case .swaync:
      guard let sway = screen as? SwayScreen else { return nil }
      return Int(try await sway.run("swaync-client", "--count").joined())
    case .plasma, .xfce, .mate, .lxqt: return nil
    }
  }
}
