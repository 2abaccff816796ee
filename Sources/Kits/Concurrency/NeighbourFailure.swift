/// An error that says why a server cannot be used.
package protocol NeighbourFailure: Error, Equatable, Sendable {
  associatedtype Code: Equatable & Sendable

  /// What kind of failure this is; a second failure of the same kind in a row is no news.
  var code: Code { get }
}
