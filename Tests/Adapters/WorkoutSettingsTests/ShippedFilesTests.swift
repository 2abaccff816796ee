import PlanNotation
import TestSupport
import Testing
import WorkoutModel
import WorkoutSettings

/// The files in config/ against the code.
@Suite struct ShippedFilesTests {
  @Test func `the shipped configuration changes nothing`() throws {
    #expect(try readConfiguration(TextFile.read(path)) == Settings())
  }

  @Test func `the shipped configuration shows every setting at its default`() throws {
    let lines = try TextFile.read(path).split(separator: "\n").map(String.init)
    // A commented setting has no space behind its `#`, and prose has.
    let commented = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }.map { String($0.dropFirst()) }
    let settings = try readConfiguration(commented.joined(separator: "\n"))
    let shown = Set(commented.compactMap { SettingName(rawValue: String($0.prefix { $0 != " " })) })
    #expect(shown == Set(SettingName.allCases.filter { $0.scope != .plans }))
    #expect(Set(settings.paces.keys) == Set(Kind.allCases))
    #expect(settings.leadIn == Settings.defaultLeadIn)
    #expect(settings.skipLast == .off)
    #expect(settings.sound == Settings.defaultSound && settings.volume == Settings.defaultVolume)
    #expect(settings.countdown == Settings.defaultCountdown && settings.beltLag == .zero)
    #expect(settings.remainingEvery == Settings.defaultRemainingEvery)
    #expect(settings.onSleep == Settings.defaultOnSleep && settings.resumeWithin == Settings.defaultResumeWithin)
    #expect(settings.notify == Settings.defaultNotify && settings.mpris == Settings.defaultMPRIS)
    for cue in Cue.allCases {
      #expect(settings.cues[cue] == cue.defaultChannels)
      #expect(settings.sayings[cue] == cue.defaultWords())
    }
  }

  @Test(arguments: ["every-30s", "30-30-5k", "long-run", "tabata", "couch-to-5k-week-1", "open-run"])
  func `the shipped plans can be run, and say what they are`(name: String) throws {
    let file = try PlanFile(TextFile.read("\(packageRoot)/config/plans/\(name).plan"))
    #expect(throws: Never.self) { try file.workout(over: Settings()) }
    #expect(file.settings.name != nil && file.settings.about != nil)
  }

  private var path: String { "\(packageRoot)/config/intervald.conf" }
}
