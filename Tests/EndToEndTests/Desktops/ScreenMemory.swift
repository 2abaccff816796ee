import FoundationEssentials
import Synchronization

/// The words and buttons that a test has found in pictures, because reading a picture needs more time than comparing it.
final class ScreenMemory: Sendable {
  private struct State {
    /// The picture that was read last, and its words.
    var read: (picture: ScreenPicture, text: ScreenText)?
    /// The buttons that were found, by label.
    var buttons: [String: [Button]] = [:]
    /// The picture of the screen before the last press.
    var pressed: ScreenPicture?
  }

  private struct Button {
    let area: ScreenArea
    let pixels: [Data]
  }

  private let state = Mutex(State())

  /// The words of the picture that was read last.
  var text: ScreenText? { state.withLock { $0.read?.text } }

  /// The picture of the screen before the last press.
  var pressed: ScreenPicture? {
    get { state.withLock { $0.pressed } }
    set { state.withLock { $0.pressed = newValue } }
  }

  /// Returns the words of a picture; nil unless the picture was read last.
  func text(of picture: ScreenPicture) -> ScreenText? {
    state.withLock { $0.read?.picture == picture ? $0.read?.text : nil }
  }

  func save(_ text: ScreenText, of picture: ScreenPicture) {
    state.withLock { $0.read = (picture, text) }
  }

  /// Returns the position of a button with the same pixels as in an earlier picture; nil if it is not in the picture.
  func position(of label: String, in picture: ScreenPicture) -> ScreenPoint? {
    state.withLock { state in
      state.buttons[label]?.first { picture.pixels(in: $0.area) == $0.pixels }?.area.centre
    }
  }

  /// Saves the picture of a button.
  func save(_ area: ScreenArea, of label: String, in picture: ScreenPicture) {
    state.withLock { $0.buttons[label, default: []].append(Button(area: area, pixels: picture.pixels(in: area))) }
  }
}
