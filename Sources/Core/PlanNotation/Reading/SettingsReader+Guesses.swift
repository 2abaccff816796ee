import Text
import WorkoutModel

/// What was probably meant at a mistake in settings.
extension SettingsReader {
  /// The error of a word at `start` that has been read and is not a setting.
  func unknownSetting(_ word: String, at start: Int) -> NotationError {
    let known = SettingName.allCases.filter { $0.scope != (isPlan ? .configuration : .plans) }.map(\.rawValue)
    let nearest =
      SettingName(meantBy: word)?.rawValue ?? nearestWord(to: word, in: known + (isPlan ? PlanReader.stepWords : []))
    // Another script, or digits, are a part of the word too.
    let isWhole = scanner.next.map { !$0.isDigit && $0 < 0x80 } ?? true
    return scanner.error(
      .unknownSetting(
        name: isWhole ? word.quotation : scanner.quote(at: start), nearest: nearest, isPlan: isPlan,
        instead: instead(of: word, nearest: nearest)),
      at: start)
  }

  private func instead(of word: String, nearest: String?) -> NotationError.Instead? {
    if word == "unit" || word == "units" { return insteadOfUnits() }
    guard isPlan, nearest == nil || word == "for", NotationError.hints(forSetting: word) == nil else { return nil }
    return PlanReader(scanner).insteadOfFirstWord(word)
  }

  /// The settings of units are two; the value tells which one is meant.
  private func insteadOfUnits() -> NotationError.Instead? {
    var ahead = scanner
    ahead.skipSpaces()
    var value = ahead.word()
    if ahead.skip("/") { value += "/\(ahead.word())" }
    if let unit = DistanceUnit(spelling: value) { return .oneOf(["distance-units \(unit.rawValue)"]) }
    return PaceUnit(spelling: value).map { .oneOf(["pace-units \($0.rawValue)"]) }
  }

  /// The way out of the sign that is here, between a setting and its value.
  var insteadOfSign: NotationError.Instead {
    let rest = scanner.bytes[(scanner.offset + 1)...]
    let value = scanner.text(rest.startIndex..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex))
    return .leaveOut(scanner.symbol(at: scanner.offset), result: scanner.lineSoFar + value.quotation)
  }
}
