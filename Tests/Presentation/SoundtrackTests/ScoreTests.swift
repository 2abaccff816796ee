import PlanNotation
import TestSupport
import Testing
import ToneSynthesis
import WorkoutModel

@testable import Soundtrack

@Suite struct ScoreTests {
  @Test(arguments: HeardPlan.all) func `every tone of a plan has its expected time`(plan: HeardPlan) throws {
    var score = try Score(plan.text)
    let heard = score.heard()
    #expect(heard.flatMap { $0.cues.compactMap(\.tone) } == plan.tones.map(\.tone))
    for (moment, tone) in zip(heard, plan.tones) { #expect(abs(moment.at / .seconds(1) - tone.time) < 1e-9) }
    #expect(heard.last?.isEnd == true)
  }

  @Test(arguments: seeds) func `a score has a start at the beginning of each interval`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(using: &generator)
    let timeline = try Timeline(plan)
    let leadIn = Duration.milliseconds(Int.random(in: 0...20_000, using: &generator))
    var configuration = Settings.withoutCues
    configuration.leadIn = leadIn
    configuration.cues[.start] = [.sound]
    configuration.cues[.finish] = [.sound]
    var score = try Score(plan.notation, configuration: configuration)
    let heard = score.heard()
    // An interval that is shorter than its sound is not announced.
    let intervals = timeline.sections(atMost: 10_000).filter { section in
      guard case .interval(let interval) = section.content else { return false }
      return interval.duration.map { $0 >= .milliseconds(300) } ?? true
    }
    #expect(heard.count == intervals.count + 1)
    for (moment, section) in zip(heard, intervals) {
      #expect(abs((moment.at - leadIn - section.start) / .seconds(1)) < 1e-6)
    }
    let length = try #require(timeline.totals.duration)
    #expect(abs((try #require(heard.last).at - leadIn - length) / .seconds(1)) < 1e-6)
  }

  @Test(arguments: [
    ("lead-in 5s\ncountdown off\nforever 30s", Duration.seconds(61), [5.0, 35, 65, 66]),
    // An interval that would begin at the requested length does not begin. The finish is played instead of the start.
    ("lead-in 5s\ncountdown off\nforever 30s", .seconds(60), [5, 35, 65]),
    ("lead-in off\ncountdown off\n30s run, open walk", .seconds(90), [0, 30, 90]),
    ("lead-in off\ncountdown off\n30s run, 30s walk", .seconds(45), [0, 30, 45]),
    ("lead-in off\ncountdown off\n30s run, 30s walk", .seconds(60), [0, 30, 60]),
    ("lead-in off\ncountdown off\n30s run, 30s walk", .seconds(70), [0, 30, 60]),
    ("lead-in off\ncountdown off\ncue stopped sound\n30s run, 30s walk", .seconds(45), [0, 30, 45]),
  ])
  func `a workout is stopped at the requested length`(plan: String, length: Duration, times: [Double]) throws {
    var score = try Score(plan, stoppedAfter: length)
    #expect(score.heard().map { $0.at / .seconds(1) } == times)
  }

  @Test func `intervals after an open interval never begin`() throws {
    var score = try Score("lead-in off\nopen run, 30s walk", stoppedAfter: .seconds(359_999))
    #expect(score.heard().map { $0.cues.map(\.tone) } == [[.run], [.finish]])
    #expect(score.next() == nil)
  }

  @Test func `a score has the words of the daemon, and cuts words off when the daemon does`() throws {
    var score = try Score(
      "lead-in 5s\ncountdown off\ncue start sound voice\ncue stopped voice\n30s run \"uphill\", 30s walk",
      stoppedAfter: .seconds(40))
    var moments: [Moment] = []
    while let moment = score.next() { moments.append(moment) }
    #expect(
      moments.flatMap { $0.cues.compactMap(\.words) } == [
        "run thirty seconds uphill", "walk thirty seconds", "stopped",
      ])
    #expect(moments.filter(\.cutsOffSpeech).map { $0.at } == [.zero, .seconds(45)])
  }

  @Test
  func
    `the cues start, halfway, last and finish become spoken if no cue is spoken, except cues that are off`()
    throws
  {
    var settings = Settings()
    settings.cues[.halfway] = []
    let spoken = try #require(settings.voiceOn).over(settings)
    #expect(
      Set(Cue.allCases.filter { spoken.channels(of: $0).contains(.voice) })
        == [.start, .last, .finish, .paused, .resumed])
    settings.cues[.split] = [.voice]
    #expect(settings.voiceOn == nil)
    settings.voice = false
    #expect(settings.voiceOn?.voice == true)
  }

  @Test(arguments: [
    (Duration.zero, 44_100, 0), (.seconds(1), 44_100, 44_100), (.milliseconds(1), 44_100, 44),
    (.microseconds(22_676), 44_100, 1000), (.seconds(359_999), 48_000, 17_279_952_000),
    (.nanoseconds(359_999_000_010_417), 48_000, 17_279_952_001),
  ])
  func `a time is rounded to the nearest frame`(time: Duration, rate: Int, frame: Int) {
    #expect(time.frames(at: rate) == frame)
  }
}
