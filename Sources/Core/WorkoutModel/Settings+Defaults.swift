extension Settings {
  /// The lead-in of a plan with kinds, where none is set; bare cues have none.
  package static let defaultLeadIn = Duration.seconds(5)
  package static let defaultOnSleep = SleepPolicy.pause
  package static let defaultResumeWithin = Duration.seconds(300)
  package static let defaultSound = true

  /// How long the countdown before `plan` is; zero for none.
  package func leadIn(for plan: Plan) -> Duration {
    leadIn ?? (plan.hasKinds ? Self.defaultLeadIn : .zero)
  }

  package var sleepPolicy: SleepPolicy { onSleep ?? Self.defaultOnSleep }

  /// How long the daemon may have been away, after a crash or a restart, for a workout to go on by itself; zero for not
  /// at all.
  package var longestAbsence: Duration { resumeWithin ?? Self.defaultResumeWithin }

  package var playsSounds: Bool { sound ?? Self.defaultSound }

  /// The kind that is dropped at the end, if any.
  package var skippedLastKind: Kind? {
    if case .kind(let kind) = skipLast { kind } else { nil }
  }

  /// The units to show values in.
  ///
  /// They are, in this order, those that were asked for, those that values were entered in, those that are set, and for
  /// distances those of where the person is; a pace's unit that was entered stands in for that, too.
  package func units(
    asked: UnitPreference = UnitPreference(), entered: UnitPreference = UnitPreference(),
    inLocaleOf environment: [String: String]
  ) -> DisplayUnits {
    let distance =
      asked.distance ?? entered.distance ?? distanceUnits ?? entered.pace?.distance
      ?? DistanceUnit(localeOf: environment)
    return DisplayUnits(
      distance: distance, pace: asked.pace ?? entered.pace ?? paceUnits ?? PaceUnit(goingWith: distance))
  }
}

extension DistanceUnit {
  /// The unit of road signs where the locale is at home: miles in the United States, the United Kingdom and Liberia,
  /// else kilometres.
  ///
  /// The variables are those of locale(7) in its order: LC_ALL, LC_MEASUREMENT, LANG.
  package init(localeOf environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let territory = locale?.split(separator: "_").dropFirst().first?.prefix { $0.isLetter }
    self = territory.map { ["US", "GB", "LR"].contains($0) } == true ? .miles : .kilometres
  }
}
