import ArgumentParser
import PlanNotation
import WorkoutModel

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Show a pace, a distance or a time in all its units.",
    discussion: """
      Which of them it is, its unit tells, as in a plan: m is minutes, mtr is metres. No daemon is needed:

        intervalctl convert 11:30/mi
        intervalctl convert half --distance-units mi
      """)

  @Argument(help: ArgumentHelp("A pace, a distance or a time: 11:30/mi, 6.02mph, 10km, 1:05:00.", valueName: "value"))
  var words: [String]

  @OptionGroup var view: ViewOptions

  func run() throws {
    let console = Console.standard
    let text = words.joined(separator: " ")
    let value = try Self.value(text)
    let settings = try Library(environment: console.environment).settings()
    let units = try view.units(entered: UnitPreference(value), settings: settings, inLocaleOf: console.environment)
    let words = ConversionWords(value: value, text: text, units: units)
    try console.output.write(words.json, or: words.lines(_:width:), asJSON: view.json)
  }

  private static func value(_ text: String) throws(Failure) -> StandaloneValue {
    do {
      return try readValue(text)
    } catch {
      throw .invalidArgument("the value", text, error)
    }
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
