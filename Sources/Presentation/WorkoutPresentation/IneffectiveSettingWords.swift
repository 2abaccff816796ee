import Text
package import WorkoutEngine
import WorkoutModel

/// The words about settings that have no effect for the same reason.
package struct IneffectiveSettingWords: Equatable, Sendable {
  /// The settings and the reason, such as `'hook finish' has no effect: the cue has no channel 'hook'`.
  package let words: String
  /// The remedy, which is a line of the settings if possible.
  package let remedy: String

  /// Returns the words about all settings, in their order; settings with the same reason are named together.
  package static func all(_ settings: [IneffectiveSetting]) -> [Self] {
    var causes: [IneffectiveSetting.Cause] = []
    for setting in settings where !causes.contains(setting.cause) { causes.append(setting.cause) }
    return causes.map { cause in
      let names = settings.filter { $0.cause == cause }.map { "'\($0.name)'" }
      let effect = "\(names.listed("and")) \(names.count == 1 ? "has" : "have") no effect"
      return Self(words: "\(effect): \(reason(cause))", remedy: remedy(cause, of: names))
    }
  }

  private static func reason(_ cause: IneffectiveSetting.Cause) -> String {
    switch cause {
    case .missingChannel(let channel, let cue, _): "the cue '\(cue.rawValue)' has no channel '\(channel.rawValue)'"
    case .noChannel(let cue): "the cue '\(cue.rawValue)' has no channel"
    case .unusedChannel(let channel): "no cue has the channel '\(channel.rawValue)'"
    case .voiceNotOn: "the settings lack 'voice on'"
    case .switchedOff(let setting): "the settings contain '\(setting)'"
    }
  }

  /// The remedy; `names` are the settings in quotation marks.
  private static func remedy(_ cause: IneffectiveSetting.Cause, of names: [String]) -> String {
    switch cause {
    case .missingChannel(let channel, let cue, let channels):
      "add the channel: cue \(cue.rawValue) \(line(channels.union([channel])))"
    case .noChannel(let cue):
      "add a channel, such as: cue \(cue.rawValue) \(line(cue.defaultChannels.union([.notification])))"
    case .unusedChannel(let channel):
      "add the channel to a cue, such as: cue start \(line(Cue.start.defaultChannels.union([channel])))"
    case .voiceNotOn: "add the line: voice on"
    case .switchedOff(let setting):
      names.count == 1
        ? "remove '\(setting)' or \(names[0])" : "remove '\(setting)', or each setting that has no effect"
    }
  }

  /// The channels in the order of the manual.
  private static func line(_ channels: Set<Channel>) -> String {
    Channel.allCases.filter(channels.contains).map(\.rawValue).joined(separator: " ")
  }

  /// A sentence for each reason, with its remedy.
  package var sentences: String { "\(words.capitalizedFirst). \(remedy.remedySentence)" }
}

extension String {
  /// The remedy as a sentence, without a full stop after a command, which follows a colon and must stay exact.
  package var remedySentence: String { capitalizedFirst + (contains(scalars: ": ") ? "" : ".") }
}
