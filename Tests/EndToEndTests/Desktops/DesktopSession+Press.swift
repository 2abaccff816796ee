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
    try await run("makoctl", "invoke", key)
  }
}
