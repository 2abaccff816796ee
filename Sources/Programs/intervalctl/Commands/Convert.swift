import ArgumentParser
import PlanNotation
import TerminalUI
import WorkoutModel
import WorkoutViews

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a pace, a distance or a time.",
    usage: "intervalctl convert <value> [to <unit>] [<options>]",
    discussion: """
      Shows the value in all units, or in one. The unit decides how the value is read, as in a plan: m is minutes, \
      mtr is metres. No daemon is needed. Examples:

        intervalctl convert 11:30/mi
        intervalctl convert half to mi
      """)

  @Argument(
    help: ArgumentHelp(
      "Pace, distance or time: 11:30/mi, 6.02mph, 10km, 1:05:00; 'to' and a unit may follow.", valueName: "value"),
    completion: Completion.conversions)
  var words: [String]

  @OptionGroup var view: ViewOptions

  func run() throws {
    let console = Console.standard
    let request = ConversionRequest(words)
    let value = try RunValues.value(request.value, of: nil, RunValues.readValue)
    let settings = try Library(environment: console.environment).settings()
    let units = try view.units(entered: UnitPreference(value), settings: settings, inLocaleOf: console.environment)
    let words = ConversionTable(value: value, text: request.value, units: units)
    guard let unit = request.unit else {
      return try console.output.write(words.json, or: words.lines(_:width:), asJSON: view.json)
    }
    guard let line = words.line(in: unit) else {
      throw Failure.noUnitOf(request.value, unit, known: words.unitNames)
    }
    try console.output.write(words.json, or: { _, _ in [line] }, asJSON: view.json)
  }

  /// The units that a value can be converted to; empty for a text that is not a value.
  static func units(of text: String) -> [String] {
    guard let value = try? RunValues.value(text, of: nil, RunValues.readValue) else { return [] }
    return ConversionTable(
      value: value, text: text, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    )
    .unitNames
  }
}

/// The arguments of `convert`: a value and, after `to` or `in`, a unit.
private struct ConversionRequest {
  let value: String
  let unit: String?

  init(_ words: [String]) {
    // One argument may contain several words.
    let words = words.joined(separator: " ").split(whereSeparator: \.isWhitespace)
    let end = words.lastIndex { ["to", "in"].contains($0.lowercased()) } ?? words.endIndex
    value = words[..<end].joined(separator: " ")
    unit = end < words.endIndex ? words[(end + 1)...].joined() : nil
  }
}

extension UnitPreference {
  /// The unit that a value was entered in.
  fileprivate init(_ value: StandaloneValue) {
    switch value {
    case .time: self.init()
    case .distance(let distance): self.init(distances: [distance], paces: [])
    case .pace(let pace): self.init(distances: [], paces: [pace])
    }
  }
}
