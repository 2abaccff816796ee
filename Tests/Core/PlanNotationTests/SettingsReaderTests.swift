import PlanNotation
import Testing
import WorkoutModel

@Suite struct SettingsReaderTests {
  // MARK: - Cues

  @Test func `the settings of cues are parsed and printed`() throws {
    let settings = try readConfiguration(
      """
      sound on
      sound RUN "bell"
      sound finish "/usr/share/x y.oga"
      sound lead-in "message"
      volume 80
      voice-language en-GB
      voice-rate 60
      voice-volume 0
      duck 20dB all
      countdown 10 5 3
      remaining-every 10m
      belt-lag 5s
      cue halfway voice sound
      cue next off
      say start "{kind}, \\"{label}\\" {{ok}}"
      hook start "/usr/bin/logger" "-t" "{kind}: {goal}"
      hook start "/bin/logger"
      hook finish "/bin/logger" ""
      notify each
      mpris off
      """)
    #expect(settings.sounds == [.kind(.run): "bell", .cue(.finish): "/usr/share/x y.oga", .cue(.leadIn): "message"])
    #expect(settings.volume == 80)
    #expect(settings.voiceRate == 60)
    #expect(settings.voiceVolume == 0)
    #expect(settings.voiceLanguage == "en-GB")
    #expect(settings.duck == .all(decibels: 20))
    #expect(settings.countdown == [10, 5, 3])
    #expect(settings.remainingEvery == .seconds(600))
    #expect(settings.beltLag == .seconds(5))
    #expect(settings.cues == [.halfway: [.voice, .sound], .next: []])
    #expect(settings.sayings[.start]?.parts.first == .field(.kind))
    #expect(settings.hooks(of: .start).map(\.program) == ["/usr/bin/logger", "/bin/logger"])
    #expect(settings.hooks.last == Hook(cue: .finish, program: "/bin/logger", arguments: [""]))
    #expect(settings.notify == .each)
    #expect(settings.mpris == false)
    #expect(try readConfiguration(settings.notation) == settings)
    #expect(settings.notation.contains("cue halfway sound voice\n"))
  }

  @Test func `the countdown, the remaining time, the belt lag, cues and notifications can be off`() throws {
    let settings = try readConfiguration("countdown off\nremaining-every off\nbelt-lag off\ncue start off\nnotify off")
    #expect(settings.countdownSeconds.isEmpty)
    #expect(settings.remainingInterval == .zero)
    #expect(settings.lag == .zero)
    #expect(settings.channels(of: .start).isEmpty)
    #expect(settings.notifyMode == .off)
    #expect(try readConfiguration(settings.notation) == settings)
  }

  @Test(arguments: [
    ("off", Ducking.off), ("1dB", .voice(decibels: 1)), ("40db", .voice(decibels: 40)), ("6 dB", .voice(decibels: 6)),
    ("12dB all", .all(decibels: 12)),
  ])
  func `the reduction of other programs is parsed and printed, also in a plan`(text: String, duck: Ducking) throws {
    let settings = try readConfiguration("duck \(text)")
    #expect(settings.duck == duck)
    #expect(try readConfiguration(settings.notation) == settings)
    #expect(try PlanFile("duck \(text)\n30s").settings.duck == duck)
  }

  @Test(arguments: [
    ("off", Duration.zero), ("800ms", .milliseconds(800)), ("1.5s", .milliseconds(1500)), ("5s", .seconds(5)),
  ])
  func `the wake time of the output is parsed and printed`(text: String, time: Duration) throws {
    let settings = try readConfiguration("wake-output \(text)")
    #expect(settings.wakeOutput == time)
    #expect(try readConfiguration(settings.notation) == settings)
  }

  @Test func `by default, other programs are lowered by 12 dB during speech`() {
    #expect(Settings().ducking == .voice(decibels: 12))
    var base = Settings()
    base.duck = .off
    #expect(Settings().over(base).ducking == .off)
  }

  @Test func `each cue of a plan replaces the same cue of the configuration`() throws {
    let file = try PlanFile("cue start voice\nsay start \"go\"\ncountdown 5\nbelt-lag 3s\nremaining-every 1m\n30s")
    let base = try readConfiguration("cue start sound\ncue next voice\nhook start \"/x\"\ncountdown 1")
    let settings = file.settings.over(base)
    #expect(settings.channels(of: .start) == [.voice])
    #expect(settings.channels(of: .next) == [.voice])
    #expect(settings.hooks.count == 1)
    #expect(settings.countdown == [5])
    #expect(settings.channels(of: .finish) == Cue.finish.defaultChannels)
  }

  /// A configuration, and the column, message and hint of its error.
  @Test(
    arguments: [
      (
        "cue strat sound", 5,
        "found 'strat', expected a cue: finish, stopped, paused, resumed, last, start, lead-in, countdown, next, "
          + "halfway, split, remaining or all", "did you mean 'start'?"
      ),
      (
        "cue half voice", 5,
        "found 'half', expected a cue: finish, stopped, paused, resumed, last, start, lead-in, countdown, next, "
          + "halfway, split, remaining or all", "did you mean 'halfway'?"
      ),
      ("volume 50%", 10, "found '%', expected the end of the line", "write the number alone"),
      ("cue start", 10, "found the end, expected notification, sound, voice, hook or off", nil),
      (
        "cue start sond", 11, "found 'sond', expected notification, sound, voice, hook or off", "did you mean 'sound'?"
      ),
      ("cue start sound sound", 17, "found 'sound', expected another channel, or the end of the line", nil),
      ("cue start off sound", 15, "found 'sound', expected the end of the line", nil),
      ("cue start sound\ncue start off", 1, "'cue start' is set twice", nil),
      ("say start \"{knd}\"", 13, "unknown field 'knd'", "did you mean 'kind'?"),
      ("say start \"\\\"é\\\" {knd}\"", 19, "unknown field 'knd'", "did you mean 'kind'?"),
      (
        "say start \"{\"", 12, "this brace is not part of a field", "write {{ or }} for a brace, and {kind} for a field"
      ),
      ("say start go", 11, "found 'go', expected a text in quotes", "write say start \"go\""),
      ("hook start", 11, "found the end, expected a program, as a text in quotes", nil),
      (
        "hook start \"./x\"", 12, "'./x' is not an absolute path", "write the full path, such as /usr/bin/logger"
      ),
      ("hook start \"/x\" \"{colour}\"", 19, "unknown field 'colour'", nil),
      (
        "sound run \"a/b.oga\"", 11, "'a/b.oga' is neither an absolute path nor a name in the sound theme",
        "write the full path, or a name such as bell"
      ),
      ("sound run bell", 11, "found 'bell', expected a sound, as a text in quotes", "write sound run \"bell\""),
      ("sound rum \"bell\"", 7, "found 'rum', expected on, off, a kind or a cue", "did you mean 'run'?"),
      ("volume 151", 8, "'151' is out of range: 0 to 150", nil),
      ("volume loud", 8, "found 'loud', expected a whole number from 0 to 150", nil),
      ("wake-output 6s", 13, "'6s' is out of range: 0.1s to 5s", nil),
      ("wake-output 50ms", 13, "'50ms' is out of range: 100ms to 5s", nil),
      ("duck", 5, "found the end, expected a reduction from 1dB to 40dB, or off", nil),
      ("duck 0dB", 6, "'0dB' is out of range: 1dB to 40dB", nil),
      ("duck 41 dB", 6, "'41 dB' is out of range: 1dB to 40dB", nil),
      ("duck 12", 6, "found '12', expected a reduction from 1dB to 40dB, or off", "write 12dB"),
      ("duck 12%", 6, "found '12', expected a reduction from 1dB to 40dB, or off", "write 12dB"),
      ("duck on", 6, "found 'on', expected a reduction from 1dB to 40dB, or off", nil),
      ("duck 12dB sound", 11, "found 'sound', expected the end of the line", nil),
      ("voice loud", 7, "found 'loud', expected on or off", nil),
      ("cue all", 8, "found the end, expected notification, sound, voice, hook or off", nil),
      ("cue all off\ncue all sound", 1, "'cue all' is set twice", nil),
      (
        "say all \"go\"", 5,
        "found 'all', expected a cue: finish, stopped, paused, resumed, last, start, lead-in, countdown, next, "
          + "halfway, split or remaining", nil
      ),
      (
        "cue start sound, voice", 16, "found ',', expected notification, sound, voice, hook or off",
        "write spaces between values"
      ),
      ("countdown 3 2 3", 15, "found '3', expected another number, or the end of the line", nil),
      ("countdown 0", 11, "'0' is out of range: 1 to 3600", nil),
      ("countdown 3s", 12, "found 's', expected the end of the line", nil),
      ("belt-lag 2m", 10, "'2m' is out of range: 1s to 1m", nil),
      ("remaining-every 5s", 17, "'5s' is out of range: 10s to 99h59m59s", nil),
      ("notify often", 8, "found 'often', expected replace, each, transitions or off", nil),
      ("voice-language \"e n\"", 16, "found '\"', expected a language such as en or en-GB", nil),
      ("mpris yes", 7, "found 'yes', expected on or off", "write on"),
    ] as [(String, Int, String, String?)])
  func `an error in the settings of cues has a location, a message and a hint`(
    text: String, column: Int, message: String, hint: String?
  ) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message)
    #expect(error.column == column)
    if let hint { #expect(error.hint == hint) }
  }

  @Test(arguments: ["voice-rate 5", "notify off", "mpris off", "voice-language en", "hook start \"x\""])
  func `a plan cannot run programs, control the desktop or choose a voice`(setting: String) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("\(setting)\n30s") }
    #expect(error.message.contains("cannot be set in a plan"))
  }

  // MARK: - Suspends and restarts

  @Test(arguments: SleepPolicy.allCases)
  func `the settings for suspends and restarts are parsed and printed`(policy: SleepPolicy) throws {
    let settings = try readConfiguration("on-sleep \(policy.rawValue)\nresume-within 1m30s")
    #expect(settings.sleepPolicy == policy)
    #expect(settings.maxAbsence == .seconds(90))
    #expect(settings.notation == "on-sleep \(policy.rawValue)\nresume-within 1m30s\n")
    #expect(settings.over(Settings()) == settings)
    #expect(Settings().over(settings) == settings)
  }

  @Test func `a configuration can specify that a workout never resumes by itself`() throws {
    let settings = try readConfiguration("resume-within off")
    #expect(settings.maxAbsence == .zero)
    #expect(settings.notation == "resume-within off\n")
  }

  @Test func `a workout pauses on a suspend and resumes within five minutes by default`() throws {
    let settings = try readConfiguration("")
    #expect(settings.sleepPolicy == .pause)
    #expect(settings.maxAbsence == .seconds(300))
  }

  @Test(arguments: [
    ("on-sleep wake", 10, "found 'wake', expected pause, continue or stop"),
    ("on-sleep pause stop", 16, "found 'stop', expected the end of the line"),
    ("on-sleep stop\non-sleep stop", 1, "'on-sleep' is set twice"),
    ("resume-within 0.5s", 15, "'0.5s' is out of range: 1s to 99h59m59s"),
    ("resume-within on", 15, "found 'on', expected a time such as 10s, or off"),
    ("resume-within of", 15, "found 'of', expected a time such as 10s, or off"),
  ])
  func `an error in the settings for suspends and restarts has a location and a message`(
    text: String, column: Int, message: String
  ) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message)
    #expect(error.column == column)
  }

  @Test(arguments: ["on-sleep stop", "resume-within 1h"]) func `a plan cannot control suspends and restarts`(
    setting: String
  ) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("\(setting)\n30s") }
    #expect(error.message.contains("only intervald.conf controls suspends and restarts"))
  }

  @Test(arguments: LockPolicy.allCases)
  func `plans and configurations specify whether the machine stays awake and whether a lock pauses`(
    policy: LockPolicy
  ) throws {
    let text = "keep-awake off\non-lock \(policy.rawValue)\n"
    let settings = try readConfiguration(text)
    #expect(settings.notation == text)
    #expect(try PlanFile("\(text)30s").settings == settings)
    #expect(settings.over(Settings()) == settings)
    #expect(Settings().over(settings) == settings)
    #expect(!settings.keepsAwake && settings.lockPolicy == policy)
    #expect(Settings().keepsAwake && Settings().lockPolicy == .continue)
  }

  @Test(arguments: [
    ("keep-awake yes", 12, "found 'yes', expected on or off"),
    ("on-lock stop", 9, "found 'stop', expected continue or pause"),
    ("keep-awake on\nkeep-awake off", 1, "'keep-awake' is set twice"),
  ])
  func `an error in the settings for locks has a location and a message`(
    text: String, column: Int, message: String
  ) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message)
    #expect(error.column == column)
  }

  // MARK: - Sensors

  @Test(arguments: DistanceSource.allCases)
  func `the settings for sensors are parsed and printed`(source: DistanceSource) throws {
    let settings = try readConfiguration("distance-from \(source.rawValue)\nheart-rate on")
    #expect(settings.distanceFrom == source)
    #expect(settings.measuredDistanceSource == (source == .estimate ? nil : source))
    #expect(settings.usesHeartRate)
    #expect(settings.notation == "distance-from \(source.rawValue)\nheart-rate on\n")
    #expect(settings.over(Settings()) == settings)
    #expect(Settings().over(settings) == settings)
  }

  @Test func `a workout uses no sensor by default`() throws {
    let settings = try readConfiguration("")
    #expect(settings.measuredDistanceSource == nil)
    #expect(!settings.usesHeartRate)
  }

  @Test(
    arguments: [
      ("distance-from footpod", 15, "found 'footpod', expected foot-pod, treadmill or estimate", "write foot-pod"),
      ("distance-from pod", 15, "found 'pod', expected foot-pod, treadmill or estimate", "write foot-pod"),
      (
        "distance-from foot-pot", 15, "found 'foot-pot', expected foot-pod, treadmill or estimate",
        "did you mean 'foot-pod'?"
      ),
      ("distance-from belt", 15, "found 'belt', expected foot-pod, treadmill or estimate", "write treadmill"),
      ("distance-from off", 15, "found 'off', expected foot-pod, treadmill or estimate", "write estimate"),
      ("distance-from foot-pod treadmill", 24, "found 'treadmill', expected the end of the line", nil),
      ("heart-rate yes", 12, "found 'yes', expected on or off", "write on"),
      ("heart-rate on\nheart-rate off", 1, "'heart-rate' is set twice", nil),
      ("heartrate on", 1, "unknown setting 'heartrate'", "did you mean 'heart-rate'?"),
      ("hr on", 1, "unknown setting 'hr'", "did you mean 'heart-rate'?"),
      ("footpod on", 1, "unknown setting 'footpod'", "did you mean 'distance-from'?"),
    ] as [(String, Int, String, String?)])
  func `an error in the settings for sensors has a location, a message and a hint`(
    text: String, column: Int, message: String, hint: String?
  ) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message)
    #expect(error.column == column)
    #expect(error.hint == hint)
  }

  @Test(arguments: ["distance-from foot-pod", "heart-rate on"]) func `a plan cannot select sensors`(
    setting: String
  ) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("\(setting)\n30s") }
    #expect(error.message.contains("only intervald.conf selects sensors"))
  }
}
