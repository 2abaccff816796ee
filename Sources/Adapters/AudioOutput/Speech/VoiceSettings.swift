/// How texts are spoken; what is nil is left to the speech service's own settings.
package struct VoiceSettings: Equatable, Sendable {
  /// A language tag, such as `en` or `pt-BR`.
  package var language: String?
  /// 0 to 100, slow to fast; 50 is the voice's own.
  package var rate: Int?
  /// 0 to 100, soft to loud; 50 is the middle.
  package var volume: Int?

  package init(language: String? = nil, rate: Int? = nil, volume: Int? = nil) {
    self.language = language
    self.rate = rate
    self.volume = volume
  }
}
