import FoundationEssentials
package import ControlInterface

/// The end of a history file, where a write that was cut short may have left half a line.
package struct HistoryTail: Equatable, Sendable {
  /// What is in the last lines that can be read, as many as may have been written at once; the last one is first.
  package let summaries: [Wire.Summary]
  /// How what is there is to be continued.
  package let repair: Repair

  package enum Repair: Equatable, Sendable {
    /// The last line is whole, or there is none.
    case none
    /// The last line lacks nothing but its end.
    case lineEnd
    /// So many bytes at the end are half a line.
    case cut(Int)
  }

  /// The most bytes of the end that are looked at; a longer line than that is none of ours.
  package static let mostBytes = 1 << 20

  /// - Parameter bytes: the file's last bytes, at most `mostBytes` of them.
  package init(_ bytes: some BidirectionalCollection<UInt8>) {
    let newline = UInt8(ascii: "\n")
    let lineStart = bytes.lastIndex(of: newline).map(bytes.index(after:)) ?? bytes.startIndex
    let rest = bytes[lineStart...]
    let torn = Self.summary(rest)
    repair = rest.isEmpty ? .none : torn == nil && rest.count < Self.mostBytes ? .cut(rest.count) : .lineEnd
    var summaries = torn.map { [$0] } ?? []
    var whole = bytes[..<lineStart].dropLast()
    for _ in 0..<StateKeeper.mostSummaries where !whole.isEmpty {
      let begin = whole.lastIndex(of: newline).map(whole.index(after:)) ?? whole.startIndex
      if let summary = Self.summary(whole[begin...]) { summaries.append(summary) }
      whole = whole[..<begin].dropLast()
    }
    self.summaries = summaries
  }

  /// Whether a workout is among the summaries.
  func records(_ workoutID: String) -> Bool { summaries.contains { $0.workoutId == workoutID } }

  private static func summary(_ line: some Collection<UInt8>) -> Wire.Summary? {
    try? JSONDecoder().decode(Wire.Summary.self, from: Data(line))
  }
}
