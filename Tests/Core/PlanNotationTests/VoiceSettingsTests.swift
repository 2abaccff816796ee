import PlanNotation
import Testing
import WorkoutModel

/// Tests of the settings that change many cues at once: `voice` and `cue all`.
@Suite struct VoiceSettingsTests {
  private static let spoken: Set<Cue> = [.start, .last, .halfway, .finish, .paused, .resumed]

  /// The cues of a plan that are spoken, over a configuration.
  private func spoken(_ plan: String = "", over configuration: String) throws -> Set<Cue> {
    let settings = try PlanFile("\(plan)\n30s").settings.over(readConfiguration(configuration))
    guard settings.voice != false else { return [] }
    return Set(Cue.allCases.filter { settings.channels(of: $0).contains(.voice) })
  }

  @Test(arguments: ["voice on", "voice off", "volume 150", "voice-volume 40", "cue all sound voice"])
  func `a setting of many cues is printed, and is allowed in a plan`(line: String) throws {
    let settings = try PlanFile("\(line)\n30s").settings
    #expect(settings.notation == "\(line)\n")
    #expect(try readConfiguration(line) == settings)
    #expect(settings.over(Settings()) == settings)
    #expect(Settings().over(settings) == settings)
  }

  @Test func `no cue is spoken by default, and the voice can be turned on and off in a plan`() throws {
    #expect(try spoken(over: "") == [])
    #expect(try spoken(over: "voice on") == Self.spoken)
    #expect(try spoken("voice on", over: "") == Self.spoken)
    #expect(try spoken("voice on", over: "voice off") == Self.spoken)
    #expect(try spoken("voice off", over: "voice on") == [])
  }

  @Test func `the voice of single cues is independent of the other cues`() throws {
    #expect(try spoken(over: "cue split voice") == [.split])
    #expect(try spoken(over: "cue split voice\nvoice on") == Self.spoken.union([.split]))
    #expect(
      try spoken(over: "voice on\ncue halfway off\ncue start notification sound") == [
        .last, .finish, .paused, .resumed,
      ])
    #expect(try spoken(over: "cue split voice\nvoice off") == [])
  }

  @Test func `the voice that a plan turns on also applies to the cues of the configuration, except cues that are off`()
    throws
  {
    #expect(try spoken("voice on", over: "cue start sound\ncue last off") == Self.spoken.subtracting([.last]))
    #expect(try spoken("voice on\ncue start sound", over: "cue last sound") == Self.spoken.subtracting([.start]))
  }

  @Test(arguments: ["cue all sound voice\ncue start notification", "cue start notification\ncue all sound voice"])
  func `the channels of a single cue override the channels of all cues in the same file`(text: String) throws {
    let settings = try readConfiguration(text)
    for cue in Cue.allCases {
      #expect(settings.channels(of: cue) == (cue == .start ? [.notification] : [.sound, .voice]))
    }
    #expect(settings.notation == "cue all sound voice\ncue start notification\n")
  }

  @Test func `the channels of all cues can be off, and the voice then stays off`() throws {
    let settings = try readConfiguration("cue all off\nvoice on")
    for cue in Cue.allCases { #expect(settings.channels(of: cue).isEmpty) }
  }

  @Test func `the channels of all cues in a plan override the channels of single cues in the configuration`() throws {
    let settings = try PlanFile("cue all sound\ncue last voice\n30s").settings
      .over(readConfiguration("cue all hook\ncue start voice\ncue last off"))
    for cue in Cue.allCases { #expect(settings.channels(of: cue) == (cue == .last ? [.voice] : [.sound])) }
  }

  @Test
  func `the channels of all cues in a plan override the voice of the configuration, and a plan's voice adds to them`()
    throws
  {
    #expect(try spoken("cue all notification", over: "voice on") == [])
    #expect(try spoken("cue all notification\nvoice on", over: "voice on") == Self.spoken)
    #expect(try spoken("voice on", over: "cue all notification") == Self.spoken)
    #expect(try spoken("cue all voice", over: "voice off") == [])
  }
}
