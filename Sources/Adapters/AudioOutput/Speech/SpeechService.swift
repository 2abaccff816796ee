/// A way by which texts are spoken.
package struct SpeechService: Equatable, Sendable {
  /// The name of the service.
  package var name: String
  /// The program that makes sound of text.
  package var synthesizer: String

  package init(name: String, synthesizer: String) {
    self.name = name
    self.synthesizer = synthesizer
  }
}
