extension Wire {
  /// How late cues were handed over, against their deadlines, in microseconds.
  package struct Punctuality: Codable, Equatable, Sendable {
    package var cues: Int
    package var lastUs: Int
    package var meanUs: Int
    package var maxUs: Int
    package var missed: Int

    package init(cues: Int, lastUs: Int, meanUs: Int, maxUs: Int, missed: Int) {
      self.cues = cues
      self.lastUs = lastUs
      self.meanUs = meanUs
      self.maxUs = maxUs
      self.missed = missed
    }
  }
}
