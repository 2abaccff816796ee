/// What is known of a server that may be absent, slow or gone.
package enum Availability<Details: Equatable & Sendable, Failure: NeighbourFailure>: Equatable, Sendable {
  case available(Details)
  case unavailable(Failure)

  /// Whether both say the same to someone who is told of changes only: the words of a failure may differ.
  package func isSameNews(as other: Self) -> Bool {
    switch (self, other) {
    case (.available(let mine), .available(let others)): mine == others
    case (.unavailable(let mine), .unavailable(let others)): mine.code == others.code
    default: false
    }
  }
}
