import TerminalUI

/// What of a view has a place on so many rows, the most important first.
struct WatchLayout: Equatable {
  /// Nil for a time in plain text.
  private(set) var digits: BigTime.Size?
  private(set) var hasTitle = false
  private(set) var hasLabel = false
  private(set) var hasNext = false
  private(set) var hasRounds = false
  private(set) var barRows = 0
  private(set) var hasMark = false
  private(set) var hasProgress = false
  private(set) var hasTimes = false
  private(set) var hasDistance = false
  /// The empty rows between the groups of lines.
  private(set) var gap = 0
  /// The rows that are left over.
  private(set) var rest: Int

  /// What there is to be shown.
  struct Contents {
    var time: String
    var label: Bool
    var rounds: Bool
    var bar: Bool
    var progress: Bool
    var distance: Bool
  }

  /// The fewest rows that it is made for: what to do, the time, and the foot.
  static let fewestRows = 3
  /// How many gaps there are between groups of lines.
  private static let gaps = 4
  private static let largestScale = 3

  init(_ contents: Contents, size: TerminalSize, width: Int) {
    rest = size.rows - Self.fewestRows
    func has(_ isWanted: Bool, _ part: WritableKeyPath<WatchLayout, Bool>) {
      guard isWanted, take(1) else { return }
      self[keyPath: part] = true
    }
    func enlarge(to size: BigTime.Size) {
      let more = size.rows - (digits?.rows ?? 1)
      guard BigTime(contents.time, size).lines[0].count <= width, take(more) else { return }
      digits = size
    }
    func take(_ rows: Int) -> Bool {
      guard rest >= rows else { return false }
      rest -= rows
      return true
    }
    func growBar(to rows: Int) {
      if contents.bar, take(rows - barRows) { barRows = rows }
    }
    has(true, \.hasNext)
    has(true, \.hasTimes)
    growBar(to: 1)
    has(contents.rounds, \.hasRounds)
    enlarge(to: .small)
    has(barRows > 0, \.hasMark)
    has(contents.distance, \.hasDistance)
    has(contents.label, \.hasLabel)
    has(contents.progress, \.hasProgress)
    has(true, \.hasTitle)
    enlarge(to: .large(1))
    if take(Self.gaps) { gap = 1 }
    growBar(to: 2)
    // Only what has all the rest may be larger still.
    guard gap > 0 else { return }
    for scale in 2...Self.largestScale { enlarge(to: .large(scale)) }
  }
}
