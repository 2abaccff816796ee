import WorkoutViews
import ArgumentParser

/// The options that ask for lines for a status bar.
struct BarOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Template of a line for a status bar, such as '{icon} {clock}'.",
      discussion: "A part in brackets is left out if a field in it is empty.",
      valueName: "template"))
  var format: String?

  @Flag(help: "Print a line of JSON for a custom module of Waybar.")
  var waybar = false

  /// What is asked for; nil for nothing of the kind.
  func bar() throws(Failure) -> StatusBar? {
    guard let format else { return waybar ? StatusBar(format: StatusBar.waybarFormat, isWaybar: true) : nil }
    return StatusBar(format: try BarFormat(option: "--format", format), isWaybar: waybar)
  }

  /// Throws if `--json` is combined with an option for status bars.
  func checkAlone(json: Bool) throws(ValidationError) {
    guard json, format != nil || waybar else { return }
    throw ValidationError("--json and \(waybar ? "--waybar" : "--format") cannot be combined")
  }
}
