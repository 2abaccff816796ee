/// What a sound file says of itself.
package struct SoundTags: Equatable, Sendable {
  package var title: String
  package var comment: String
  /// The program that made it; libsndfile adds itself.
  package var software: String

  package init(title: String, comment: String, software: String) {
    self.title = title
    self.comment = comment
    self.software = software
  }
}
