import Text
import TerminalUI
import ControlInterface
import WorkoutModel

/// What tests of cues have shown of each channel, in words.
struct CueReport: Equatable {
  private var results: [Channel: Result] = [:]
  private var used: Set<Channel> = []

  private enum Result: Equatable {
    case works
    /// Of several failures the first.
    case fails(String)
  }

  mutating func add(_ test: Wire.CueTest, isUsed: Bool = true) {
    for result in test.channels {
      guard let channel = Channel(rawValue: result.channel) else { continue }
      if isUsed { used.insert(channel) }
      if case .fails = results[channel] { continue }
      results[channel] = result.failure.map { .fails($0.safeForTerminal) } ?? .works
    }
  }

  func isUsed(_ channel: Channel) -> Bool { used.contains(channel) }

  /// Whether a channel that is in use does not work.
  var hasFailed: Bool { used.contains { results[$0] != .works } }

  /// A line for each channel, wrapped where there is too little room; a complete report has tried every cue as the
  /// settings have it.
  func lines(isComplete: Bool, _ style: Style, width: Int? = nil) -> [String] {
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
  /// The columns of what is shown: at least, and where there is room for two channels or three.
  private static let (fewestWords, usualWords) = (12, 44)
  /// The columns of channels beside which there is more of it.
  private static let longChannels = 33

  /// A cue, what is shown of it, and the channels that it was given on; one that failed in red.
  ///
  /// Only for a terminal, which has a width, is a long text cut.
  static func line(of test: Wire.CueTest, cue: String, _ style: Style, width: Int? = nil) -> String {
    let channels = test.channels.map { result in
      let channel = result.channel.safeForTerminal
      return style.text(result.failure == nil ? channel : "\(channel) failed", result.failure == nil ? nil : .error)
    }
    let text = (test.spoken ?? test.text).safeForTerminal
    let end = channels.isEmpty ? style.text("off", .faint) : channels.joined(separator: ", ")
    let room = width.map { width in
      let rest = width - Self.cueWidth - 3
      let column = max(Self.usualWords, rest - Self.longChannels)
      return max(Self.fewestWords, min(column, rest - end.withoutSequences.columns))
    }
    let title = room.map { text.cut(to: $0) } ?? text
    return style.text(cue.safeForTerminal.padded(to: Self.cueWidth), .heading)
      + " \(title.padded(to: room ?? Self.usualWords))  \(end)"
  }
}
