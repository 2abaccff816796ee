package import TerminalUI
import Text
package import WorkoutModel
package import WorkoutReports

/// A table of the results of cue tests, with one row per channel.
package struct CueTestTable: Equatable {
  private var results: [Channel: Result] = [:]
  private var used: Set<Channel> = []

  package init() {}

  private enum Result: Equatable {
    case works
    /// The first failure on the channel.
    case fails(String)
  }

  package mutating func add(_ test: Report.CueTest, isUsed: Bool = true) {
    for result in test.channels {
      guard let channel = Channel(rawValue: result.channel) else { continue }
      if isUsed { used.insert(channel) }
      if case .fails = results[channel] { continue }
      results[channel] = result.failure.map { .fails($0.safeForTerminal) } ?? .works
    }
  }

  package func isUsed(_ channel: Channel) -> Bool { used.contains(channel) }

  /// Whether a channel in use does not work.
  package var hasFailed: Bool { used.contains { results[$0] != .works } }

  /// The lines of the table, wrapped to `width` unless it is nil.
  ///
  /// `isComplete` states whether all cues were tested, each on the channels in the settings.
  package func lines(isComplete: Bool, _ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [.init(look: .heading), .init(isFlexible: true)])
    table.rows = Channel.allCases.map { channel in
      [.init(channel.rawValue), .init(verdict(on: channel, isComplete), look: look(of: channel))]
    }
    return table.lines(style, width: width)
  }

  private func verdict(on channel: Channel, _ isComplete: Bool) -> String {
    switch results[channel] {
    case nil: isComplete ? "not in use" : "not tried"
    case .fails(let failure): "does not work: \(failure)"
    case .works:
      used.contains(channel)
        ? "works" : "works, and no cue uses it; one that does: cue start notification sound \(channel.rawValue)"
    }
  }

  private func look(of channel: Channel) -> Style.Look? {
    switch results[channel] {
    case nil: .faint
    case .fails: used.contains(channel) ? .error : .warning
    case .works: used.contains(channel) ? .green : nil
    }
  }

  private static let cueWidth = 10
  /// The minimum width and the usual width of the words of a cue, in columns.
  ///
  /// With the usual width, a line of 80 columns has room for two or three channels.
  private static let (minWords, usualWords) = (12, 44)
  /// The number of columns for the channels; the words are wider than `usualWords` only if these columns remain free.
  private static let longChannels = 33

  /// Returns the line of one test: the cue, its words, and its channels, with failed channels in red.
  ///
  /// The words are cut to fit `width`, unless `width` is nil.
  package static func line(of test: Report.CueTest, cue: String, _ style: Style, width: Int? = nil) -> String {
    let channels = test.channels.map { result in
      let channel = result.channel.safeForTerminal
      return style.text(result.failure == nil ? channel : "\(channel) failed", result.failure == nil ? nil : .error)
    }
    let text = (test.spoken ?? test.text).safeForTerminal
    let end = channels.isEmpty ? style.text("off", .faint) : channels.joined(separator: ", ")
    let room = width.map { width in
      let rest = width - Self.cueWidth - 3
      let column = max(Self.usualWords, rest - Self.longChannels)
      return max(Self.minWords, min(column, rest - end.withoutSequences.columns))
    }
    let title = room.map { text.cut(to: $0) } ?? text
    return style.text(cue.safeForTerminal.padded(to: Self.cueWidth), .heading)
      + " \(title.padded(to: room ?? Self.usualWords))  \(end)"
  }
}
