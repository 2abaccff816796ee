/// Steps played one after the other, with running totals; a repeat is one node, whatever its number of rounds.
struct Passage: Equatable, Sendable {
  let nodes: [Node]
  /// What lies before each node, and at the end before none: `nodes.count + 1` running totals.
  let before: [Measure]
  /// What follows each node up to the end of the passage, known even where what lies before is not.
  let after: [Measure]

  var measure: Measure { before[nodes.count] }
  var isEmpty: Bool { nodes.isEmpty }

  init(_ nodes: [Node]) {
    self.nodes = nodes
    before = Self.totalsBefore(nodes)
    after = Self.totalsBehind(nodes)
  }

  /// The first nodes of a passage, with its running totals, and perhaps one more.
  init(_ whole: Passage, first count: Int, and last: Node?) {
    var nodes: [Node] = []
    nodes.reserveCapacity(count + 1)
    nodes += whole.nodes[..<count]
    var before: [Measure] = []
    before.reserveCapacity(count + 2)
    before += whole.before[...count]
    if let last {
      nodes.append(last)
      before.append(before[count] + last.measure)
    }
    self.nodes = nodes
    self.before = before
    after = Self.totalsBehind(nodes)
  }

  private static func totalsBehind(_ nodes: [Node]) -> [Measure] {
    var totals = Array(repeating: Measure.zero, count: max(nodes.count, 1))
    for index in nodes.indices.dropLast().reversed() {
      totals[index] = totals[index + 1] + nodes[index + 1].measure
    }
    return totals
  }

  private static func totalsBefore(_ nodes: [Node]) -> [Measure] {
    var totals = Array(repeating: Measure.zero, count: nodes.count + 1)
    for index in nodes.indices { totals[index + 1] = totals[index] + nodes[index].measure }
    return totals
  }
}

enum Node: Equatable, Sendable {
  case interval(ScheduledInterval)
  case cycle(Cycle)

  var measure: Measure {
    switch self {
    case .interval(let interval): interval.measure
    case .cycle(let cycle): cycle.measure
    }
  }
}
