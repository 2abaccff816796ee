import FoundationEssentials
import TestSupport

/// The pictures of a desktop.
extension DesktopSession {
  /// Takes a picture of the screen.
  func look() async throws -> ScreenPicture {
    let path = desktop.folder.path(of: "screen.ppm")
    try await screen.takePicture(to: path)
    return try ScreenPicture(path: path)
  }

  /// Takes pictures until the words on the screen meet a condition, and returns the words.
  ///
  /// - Throws: `NotOnScreen`.
  @discardableResult
  func words(_ event: String, where condition: (ScreenText) -> Bool) async throws -> ScreenText {
    let (text, _) = try await look(event) { picture -> ScreenText? in
      let text = try await read(picture)
      return condition(text) ? text : nil
    }
    return text
  }

  /// Takes pictures until a picture meets a condition.
  ///
  /// - Throws: `NotOnScreen`, or the errors of the condition.
  /// - Returns: The result of the condition, and the picture.
  func look<Value>(
    _ event: String, until condition: (ScreenPicture) async throws -> Value?
  ) async throws -> (Value, ScreenPicture) {
    let end = ContinuousClock.now + generousLimit
    var last: ScreenPicture?
    repeat {
      let picture = try await look()
      if picture != last, let value = try await condition(picture) { return (value, picture) }
      last = picture
    } while ContinuousClock.now < end
    let copy = try BuiltProgram.path(of: "test-\(kind).png")
    try await desktop.run("convert", [desktop.folder.path(of: "screen.ppm"), copy])
    throw NotOnScreen(event: event, lines: memory.text?.lines ?? [], picture: copy)
  }

  /// Returns the words in a picture.
  func read(_ picture: ScreenPicture) async throws -> ScreenText {
    if let text = memory.text(of: picture) { return text }
    let text = try await ScreenText.read(picture.path, area: kind.notificationArea, on: desktop)
    memory.save(text, of: picture)
    return text
  }

  /// Returns the number of pixels of the latest picture that have almost a colour, given as `#rrggbb`.
  func pixels(of colour: String) async throws -> Int {
    let count = try await desktop.run(
      "convert",
      [desktop.folder.path(of: "screen.ppm"), "-crop", kind.notificationArea.geometry, "-alpha", "off", "-fuzz", "8%"]
        + ["-fill", "black", "+opaque", colour, "-fill", "white", "-opaque", colour]
        + ["-format", "%[fx:round(mean*w*h)]", "info:"])
    return Int(count.first ?? "") ?? 0
  }

  /// Makes the server show the buttons of the notification, as a user does.
  ///
  /// GNOME Shell shows buttons only while the pointer is on the banner. A banner that appears under the pointer shows its
  /// buttons after the pointer has left it and returned.
  func showButtons(_ text: ScreenText) async throws {
    guard kind == .gnome, text.word("Skip") == nil, let word = text.words.first else { return }
    try await moveAway()
    try await screen.movePointer(to: word.area.centre)
  }

  /// Moves the pointer to a position without a notification.
  func moveAway() async throws {
    try await screen.movePointer(to: ScreenPoint(x: 20, y: kind.notificationArea.y > 200 ? 20 : 580))
  }
}

/// The error for words or a button that did not appear on a screen in time.
struct NotOnScreen: Error, CustomStringConvertible {
  let event: String
  /// The lines that were read last.
  let lines: [String]
  /// Path of the last picture of the screen.
  let picture: String

  var description: String { "\(event) is not on the screen, which shows \(lines): \(picture)" }
}
