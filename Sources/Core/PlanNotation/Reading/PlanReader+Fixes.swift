import Text
import WorkoutModel

/// Corrections of errors in a plan, if the meaning of the whole line is unknown.
extension PlanReader {
  /// The correction of a text that follows a step but is not a separator or part of the step; nil if unknown.
  var fixAfterStep: NotationError.Fix? {
    if scanner.isNext("]") || scanner.isNext("}") { return .closingParenthesis }
    if let fix = scanner.fixForRange { return fix }
    return beginsNextStep ? .comma : scanner.fixForCharacter(at: scanner.offset)
  }

  /// Whether a step is next, possibly after a sign or a word that joins steps in other notations.
  private var beginsNextStep: Bool {
    var ahead = scanner
    if Vocabulary.isJoint(ahead.peekWord()) { _ = ahead.word() }
    let isJoined = ahead.skipAny(of: ["->", "→", ";", "+", "/", "&", "|", "-", "–"]) || ahead.offset > scanner.offset
    ahead.skipSpaces()
    if ahead.next?.isDigit == true { return true }
    let word = ahead.peekWord()
    guard ahead.kind() != nil || Self.stepWords.contains(ahead.word()) else { return false }
    ahead.skipSpaces()
    return isJoined || word == "until" || word == "forever" || word == "open" || ahead.next?.isDigit == true
  }
}
