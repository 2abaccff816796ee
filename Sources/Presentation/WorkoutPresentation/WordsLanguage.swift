/// The language of all words that are shown and spoken.
package enum WordsLanguage {
  /// The language tag (RFC 5646), which the speech service receives.
  package static let tag = "en"
  package static let name = "English"
}
