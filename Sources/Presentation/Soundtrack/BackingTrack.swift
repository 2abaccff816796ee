/// What is heard behind the cues; there is no end of it.
package protocol BackingTrack {
  /// One, or two.
  var channels: Int { get }

  /// The next so many frames, a sample for each channel.
  func read(_ frames: Int) throws -> [Float]
}
