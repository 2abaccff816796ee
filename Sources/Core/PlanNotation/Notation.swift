import Text
package import WorkoutModel

extension Plan {
  /// The plan in canonical notation, on one line; parsing this line returns an equal plan.
  package var notation: String { PlanNotation.notation(steps) }

  /// The plan in canonical notation, with one line for each outermost step.
  package var lines: [String] { steps.map { PlanNotation.notation([$0]) } }
}

extension Interval {
  package var notation: String {
    var parts = [goal.notation]
    if kind != .interval { parts.append(kind.rawValue) }
    if let pace { parts.append("@\(pace.notation)") }
    if let label { parts.append(quoted(label)) }
    return parts.joined(separator: " ")
  }
}

extension Step {
  /// The notation of the step in a list of steps; `isLast` is true for the last step of the list.
  fileprivate func notation(isLast: Bool) -> String {
    switch self {
    case .interval(let interval): interval.notation
    case .repeat(let `repeat`): `repeat`.notation(isLast: isLast)
    }
  }
}

extension Repeat {
  fileprivate func notation(isLast: Bool) -> String {
    let body = PlanNotation.notation(self.body)
    switch extent {
    case .count(let count): return "\(count)x(\(body))"
    case .untilTime(let time): return "until \(time.notation) (\(body))"
    case .untilDistance(let distance): return "until \(distance.notation) (\(body))"
    case .forever:
      // Only the last step can omit the parentheses. Before another step, the end of the repeat would be ambiguous.
      if isLast, self.body.count == 1, case .interval = self.body[0] { return "forever \(body)" }
      return "forever (\(body))"
    }
  }
}

private func notation(_ steps: [Step]) -> String {
  steps.enumerated().map { index, step in step.notation(isLast: index == steps.count - 1) }.joined(separator: ", ")
}

// MARK: - Settings

extension Settings {
  /// The settings that have a value, one per line, in the order of `SettingName`.
  package var notation: String {
    SettingName.allCases.flatMap(lines).map { "\($0)\n" }.joined()
  }

  /// The lines of a setting; empty if the setting has no value.
  ///
  /// A setting for kinds or cues, such as `pace`, has one line for each of its values.
  private func lines(of setting: SettingName) -> [String] {
    switch setting {
    case .pace: Kind.allCases.compactMap { kind in paces[kind].map { "pace \(kind.rawValue) \($0.notation)" } }
    case .sound:
      (sound.map { ["sound \($0 ? "on" : "off")"] } ?? [])
        + SoundSubject.allCases.compactMap { subject in
          sounds[subject].map { "sound \(subject.word) \(quoted($0))" }
        }
    case .cue:
      (allCues.map { ["cue all \($0.notation)"] } ?? [])
        + Cue.allCases.compactMap { cue in cues[cue].map { "cue \(cue.rawValue) \($0.notation)" } }
    case .say: Cue.allCases.compactMap { cue in sayings[cue].map { "say \(cue.rawValue) \(quoted($0.text))" } }
    case .hook: hooks.map(\.notation)
    default: value(of: setting).map { ["\(setting.rawValue) \($0)"] } ?? []
    }
  }

  private func value(of setting: SettingName) -> String? {
    switch setting {
    case .name: name.map(quoted)
    case .about: about.map(quoted)
    case .pace, .sound, .cue, .say, .hook: nil
    case .distanceUnits: distanceUnits?.rawValue
    case .paceUnits: paceUnits?.rawValue
    case .leadIn: leadIn.map { $0 == .zero ? "off" : $0.notation }
    case .skipLast:
      switch skipLast {
      case .off: "off"
      case .kind(let kind): kind.rawValue
      case nil: nil
      }
    case .defaultPlan: defaultPlan.map(quoted)
    case .onSleep: onSleep?.rawValue
    case .resumeWithin: resumeWithin.map { $0 == .zero ? "off" : $0.notation }
    case .keepAwake: keepAwake.map { $0 ? "on" : "off" }
    case .onLock: onLock?.rawValue
    case .distanceFrom: distanceFrom?.rawValue
    case .heartRate: heartRate.map { $0 ? "on" : "off" }
    case .volume: volume.map(String.init)
    case .voice: voice.map { $0 ? "on" : "off" }
    case .voiceLanguage: voiceLanguage
    case .voiceRate: voiceRate.map(String.init)
    case .voiceVolume: voiceVolume.map(String.init)
    case .duck: duck?.notation
    case .wakeOutput: wakeOutput.map { $0 == .zero ? "off" : "\($0.inMilliseconds)ms" }
    case .countdown: countdown.map { $0.isEmpty ? "off" : $0.map(String.init).joined(separator: " ") }
    case .remainingEvery: remainingEvery.map { $0 == .zero ? "off" : $0.notation }
    case .beltLag: beltLag.map { $0 == .zero ? "off" : $0.notation }
    case .notify: notify?.rawValue
    case .notifyUrgency: notifyUrgency?.rawValue
    case .mpris: mpris.map { $0 ? "on" : "off" }
    case .mediaKeys: mediaKeys?.rawValue
    }
  }
}

extension Ducking {
  fileprivate var notation: String {
    switch self {
    case .off: "off"
    case .voice(let decibels): "\(decibels)dB"
    case .all(let decibels): "\(decibels)dB all"
    }
  }
}

extension Set<Channel> {
  /// The channels in the order of the manual; `off` without channels.
  fileprivate var notation: String {
    isEmpty ? "off" : Channel.allCases.filter(contains).map(\.rawValue).joined(separator: " ")
  }
}

extension Hook {
  fileprivate var notation: String {
    (["hook", cue.rawValue, quoted(program)] + arguments.map { quoted($0.text) }).joined(separator: " ")
  }
}

// MARK: - Values

extension Duration {
  /// The duration with units and without zero parts: `1h2m30s`, `1.5s`; exact to the millisecond.
  package var notation: String {
    let milliseconds = inMilliseconds
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let seconds = decimal(milliseconds % 60_000)
    let text = (hours > 0 ? "\(hours)h" : "") + (minutes > 0 ? "\(minutes)m" : "")
    return seconds == "0" && !text.isEmpty ? text : "\(text)\(seconds)s"
  }

  /// The duration as the clock time of a pace: `11:30`, `9:58.4`.
  fileprivate var paceClock: String {
    let milliseconds = inMilliseconds
    let seconds = decimal(milliseconds % 60_000)
    return "\(milliseconds / 60_000):\(milliseconds % 60_000 < 10_000 ? "0" : "")\(seconds)"
  }

  private func decimal(_ milliseconds: Int) -> String {
    var text = "\(milliseconds / 1000)"
    var rest = milliseconds % 1000
    guard rest > 0 else { return text }
    text += "."
    for unit in [100, 10, 1] where rest > 0 {
      text += "\(rest / unit)"
      rest %= unit
    }
    return text
  }
}

extension Distance {
  package var notation: String {
    switch self {
    case .kilometres(let value): "\(shortestText(value))km"
    case .miles(let value): "\(shortestText(value))mi"
    case .metres(let value): "\(shortestText(value))mtr"
    case .halfMarathon: "half"
    case .marathon: "marathon"
    }
  }
}

extension Pace {
  /// The pace in the unit in which it was entered.
  package var notation: String {
    switch self {
    case .time(let time, let unit): "\(time.paceClock)/\(unit.rawValue)"
    case .speed(let value, let unit): "\(shortestText(value))\(unit.rawValue)"
    }
  }

  /// The pace in the unit in which it was entered, for a message; a speed is rounded to three decimals.
  package var shortNotation: String {
    guard case .speed(let value, let unit) = self else { return notation }
    return Pace.speed((value * 1000).rounded() / 1000, unit).notation
  }
}

extension Goal {
  package var notation: String {
    switch self {
    case .time(let time): time.notation
    case .distance(let distance): distance.notation
    case .open: "open"
    }
  }
}

/// A text in quotes; quotes and backslashes in the text are escaped.
package func quoted(_ text: String) -> String {
  var quoted = "\""
  for character in text.unicodeScalars {
    if character == "\"" || character == "\\" { quoted += "\\" }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "\""
}
