import PlanNotation
import TestSupport
import Testing
import WorkoutModel

/// Tests of properties that every correction has.
@Suite struct CorrectionTests {
  private static let beginnings = [
    "", "", "", "4 x ", "4x(", "8 rounds ", "7 times ", "3 sets of ", "repeat 9 times ", "5*(", "until 37min ", "loop ",
    "HIIT ", "HIIT: ", "squats ", "plank ", "Run ", "easy ", "wu ", "main set: ", "“", "- ", "for 41 min: ", "every ",
  ]
  private static let numbers = ["2", "3", "7", "11", "17", "23", "29", "31", "53", "200", "400", "1:07", "1.5", "2:1"]
  private static let units = [
    "", "s", "sec", " sec.", "\"", "'", "m", "min", " minutes", "h", "k", "km", " miles", "mtr", "Std", " secondes",
    " mal", " reps", "%", "bpm", "x",
  ]
  private static let words = [
    "", " run", " walk", " rest", " easy", " hard", " squats", " Z", " off", " jog", "-run", " (easy)", " laufen",
    " \"a\"",
    " @5:13/km", " @9.7 kph", " 5:19/mi", " @ 47:00", " R", " rec", " w/", " on", " @hard", " xyz", " in 27 min",
  ]
  private static let joints = [", ", " / ", " then ", " + ", "; ", " ", "/", " - ", " and ", ",, ", " with ", "->"]
  private static let ends = [
    "", "", "", ")", " x 6", " x6", " 6 times", " until 19km", " forever", "!", " repeat", "]", "”",
  ]
  private static let examples = ["@6:00/km", "@10:00/mi", "@10:00/km", "@16:30/mi"]

  @Test(arguments: seeds)
  func `a corrected line is a valid plan that contains the typed numbers and no others`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func any(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "" }
    for _ in 0..<60 {
      var text = any(Self.beginnings)
      for index in 0...Int.random(in: 0...3, using: &generator) {
        text += (index > 0 ? any(Self.joints) : "") + any(Self.numbers) + any(Self.units) + any(Self.words)
      }
      text += any(Self.ends)
      do {
        _ = try PlanFile(text)
      } catch {
        for line in error.correctedLines {
          #expect(throws: Never.self, "\(text): \(line)") { try PlanFile(line).workout(over: Settings()) }
          // A pace that is calculated from a total time replaces this time.
          if text.contains("47:00") || text.contains(" in 27") || line.contains("@") && !text.contains("@") { continue }
          let own = Self.examples.reduce(line) { $0.replacing($1, with: "") }
          #expect(Self.numbers(in: own) == Self.numbers(in: text), "\(text): \(line)")
        }
        #expect(!error.hints.contains { $0.contains("30s run") } || error.correctedLines.isEmpty, "\(text)")
      }
    }
  }

  /// The numbers in a text, sorted, without zeros at their beginning.
  private static func numbers(in text: String) -> [String] {
    text.split { !("0"..."9" ~= $0) }.map { String($0.drop { $0 == "0" }) }.filter { !$0.isEmpty }.sorted()
  }
}
