import WorkoutViews
import Text
import PlanNotation

/// The words for formats that cannot be read.
extension Failure {
  /// The value of an option that is no format.
  static func invalidFormat(_ option: String, _ value: String, _ error: BarFormat.TextError) -> Failure {
    let (message, index, hints) =
      switch error {
      case .unknownField(let name, let index):
        ("unknown field '\(name.safeForTerminal.cut(to: longestName))'", index, hints(for: name))
      case .looseBrace(let index):
        ("this brace belongs to no field", index, ["write {{ or }} for a brace, and {kind} for a field"])
      case .looseBracket(let index):
        (
          "this bracket has no counterpart", index,
          ["write [[ or ]] for a bracket; [ and ] stand round what may be left out, not within each other"]
        )
      }
    return Failure(
      status: .usage, message: "\(option): \(message)",
      excerpt: Excerpt(lineText: value, column: value.prefix(index).unicodeScalars.count + 1), hints: hints)
  }

  private static func hints(for name: String) -> [String] {
    let fields = BarField.allCases.map(\.rawValue)
    let nearest = nearestWord(to: name, in: fields).map { "did you mean '\($0)'?" }
    return [nearest, "the fields are \(fields.joined(separator: ", "))"].compactMap(\.self)
  }

  /// The columns that a wrong name takes at most.
  private static let longestName = 40
}
