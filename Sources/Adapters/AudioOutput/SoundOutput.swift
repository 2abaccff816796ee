/// A way by which sounds are played.
package struct SoundOutput: Equatable, Sendable {
  /// The name of the library or the server.
  package var name: String

  package init(name: String) {
    self.name = name
  }
}
