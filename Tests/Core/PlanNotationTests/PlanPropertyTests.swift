import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@Suite struct PlanPropertyTests {
  @Test(arguments: seeds)
  func `a plan that is printed reads back as the same plan`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let ingredients = Plan.Ingredients(hasOpenIntervals: true, hasForever: generator.oneIn(2), hasPaces: false)
    let plan = Plan.random(ingredients, using: &generator)
    #expect(try PlanFile(plan.notation).plan == plan)
  }

  @Test(arguments: seeds)
  func `no change to a text makes reading it crash, and an error stands inside it`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(hasOpenIntervals: true, hasForever: true), using: &generator)
    let text = Array("name \"x\"\npace run 11:30/mi\n\(plan.notation)".unicodeScalars)
    for _ in 0..<50 {
      var changed = text
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: 0..<changed.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed.remove(at: index)
        case 1:
          changed.insert(
            Array("()x,:@\"\\#\n 9mskо×\u{0}\u{1B}".unicodeScalars).randomElement(using: &generator) ?? "(", at: index)
        default: changed.swapAt(index, Int.random(in: 0..<changed.count, using: &generator))
        }
      }
      var string = String.UnicodeScalarView()
      string.append(contentsOf: changed)
      do {
        _ = try PlanFile(String(string)).workout(over: Settings())
      } catch {
        #expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
        #expect(!(error.message + (error.hint ?? "")).unicodeScalars.contains("\u{1B}"))
        #expect(error.column <= error.lineText.unicodeScalars.count + 1)
      }
    }
  }

  @Test(arguments: [60, 61, 599, 690, 990, 3599])
  func `a pace that was worked out prints as m/s with digits that read back equal`(seconds: Int) throws {
    for unit in DistanceUnit.allCases {
      let pace = Pace.speed(Pace.time(.seconds(seconds), per: unit).metresPerSecond, .metresPerSecond)
      let plan = Plan([.interval(Interval(goal: .time(.seconds(30)), pace: pace))])
      #expect(try PlanFile(plan.notation).plan == plan)
    }
  }
}
