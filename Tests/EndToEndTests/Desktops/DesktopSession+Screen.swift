import FoundationEssentials
import TestSupport

/// The pictures of a desktop.
extension DesktopSession {
  /// Path of the latest picture.
  private var picture: String { desktop.folder.path(of: "screen.pnm") }

  /// Takes pictures until the words on the screen meet a condition, and returns the words.
  ///
  /// - Throws: `NotOnScreen`.
  @discardableResult
  func words(
    _ event: String, within limit: Duration = generousLimit, where condition: (ScreenText) -> Bool
  ) async throws -> ScreenText {
    let end = ContinuousClock.now + limit
    var last: Data?
    var text = ScreenText(words: [])
    repeat {
      try await screen.takePicture(to: picture)
      let bytes = try Data(contentsOf: URL(filePath: picture))
      guard bytes != last else { continue }
      last = bytes
      text = try await ScreenText.read(picture, area: kind.notificationArea, on: desktop)
      if condition(text) { return text }
    } while ContinuousClock.now < end
    let copy = try BuiltProgram.path(of: "test-\(kind).png")
    try await desktop.run("convert", [picture, copy])
    throw NotOnScreen(event: event, limit: limit, lines: text.lines, picture: copy)
  }

  /// Returns the number of pixels of the latest picture that have almost a colour, given as `#rrggbb`.
  func pixels(of colour: String) async throws -> Int {
    let count = try await desktop.run(
      "convert",
      [picture, "-crop", kind.notificationArea.geometry, "-alpha", "off", "-fuzz", "8%"]
        + ["-fill", "black", "+opaque", colour, "-fill", "white", "-opaque", colour]
        + ["-format", "%[fx:round(mean*w*h)]", "info:"])
    return Int(count.first ?? "") ?? 0
  }

  /// Makes the server show the buttons of the notification, as a user does.
  ///
  /// GNOME Shell shows buttons only while the pointer is on the banner. A banner that appears under the pointer shows its
  /// buttons after the pointer has left it and returned.
  func showButtons(_ text: ScreenText) async throws {
    guard kind == .gnome, text.position(of: "Skip") == nil, let word = text.words.first else { return }
    try await moveAway()
    try await screen.movePointer(to: word.area.centre)
  }

  /// Moves the pointer to a position without a notification.
  func moveAway() async throws {
    try await screen.movePointer(to: ScreenPoint(x: 20, y: kind.notificationArea.y > 200 ? 20 : 580))
  }
}

/// The error for words that did not appear on a screen within a time limit.
struct NotOnScreen: Error, CustomStringConvertible {
  let event: String
  let limit: Duration
  /// The last lines that were on the screen.
  let lines: [String]
  /// Path of the last picture of the screen.
  let picture: String

  var description: String { "\(event): not on the screen within \(limit), which shows \(lines): \(picture)" }
}
