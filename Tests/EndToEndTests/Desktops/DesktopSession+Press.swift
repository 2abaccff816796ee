import Subprocess
import TestSupport
import Testing

/// Presses of a notification's buttons with the pointer of the desktop, and its media controls.
extension DesktopSession {
  /// Presses a button when it is on the screen.
  ///
  /// mako draws no buttons. `makoctl invoke` presses a button by its key, and `makoctl menu` presses Stop.
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

  /// Invokes an action of mako's notification.
  ///
  /// For Stop, `makoctl menu` sends the labels to `grep`, which selects one.
  private func invoke(_ key: String) async throws {
    let command = key == "stop" ? ["menu", "grep", "--ignore-case", key] : ["invoke", key]
    let makoctl = try await desktop.processes.start("makoctl", command, environment: environment)
    #expect(try await makoctl.end().isSuccess, "\(makoctl.errors.elements)")
  }

  // MARK: - Media controls

  /// Waits until the media controls of the desktop show a title, if the desktop has media controls.
  func expectMediaControls(_ title: String) async throws {
    if let shell = screen as? ShellScreen {
      try await withTimeLimit("“\(title)” in the media controls") {
        while try await !shell.evaluate("\(Self.players).map(player => player.trackTitle)").contains(title) {
          try Task.checkCancellation()
        }
      }
    } else if kind == .plasma {
      let panel = ScreenArea(x: 0, y: 560, width: 800, height: 40)
      _ = try await look("“\(title)” in the panel") { picture in
        try await ScreenText.read(picture.path, area: panel, on: desktop).contains(title) ? true : nil
      }
    }
  }

  /// Calls the function of the pause button in the media controls of GNOME Shell.
  func pressMediaPause(_ shell: ShellScreen) async throws {
    try await shell.evaluate("\(Self.players).forEach(player => player.playPause())")
  }

  /// Returns the command that GNOME Shell runs after a click on the title in its media controls.
  ///
  /// The corresponding function is `raise` in js/ui/mpris.js.
  func mediaTitleCommand(_ shell: ShellScreen) async throws -> String {
    try await shell.evaluate(
      """
      const {Shell} = imports.gi; \(Self.players).map(player => Shell.AppSystem.get_default() \
      .lookup_app(player._mprisProxy.DesktopEntry + '.desktop').get_app_info().get_commandline())
      """)
  }

  /// The media players that GNOME Shell shows: js/ui/mpris.js.
  private static let players = "[...Main.panel.statusArea.dateMenu._messageList._mediaSection._players.values()]"
}
