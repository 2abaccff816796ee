/// What a conversion loses, each once, in the order in which it was found.
package struct LossReport: Equatable, Sendable {
  package private(set) var losses: [Loss] = []
  private var known: Set<Loss> = []

  package mutating func note(_ loss: Loss) {
    if known.insert(loss).inserted { losses.append(loss) }
  }
}
