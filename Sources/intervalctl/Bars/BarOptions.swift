import ArgumentParser

/// The options that ask for lines for a status bar.
struct BarOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print a line for a status bar: {icon} {clock}.",
      discussion: "Fields in braces, and brackets round what to leave out where a field in it is empty.",
      valueName: "text"))
  var format: String?

  @Flag(help: "Print a line of the JSON that Waybar's custom modules read.")
  var waybar = false

  /// What is asked for; nil for nothing of the kind.
  func bar() throws(Failure) -> StatusBar? {
    guard let format else { return waybar ? StatusBar(format: StatusBar.waybarFormat, isWaybar: true) : nil }
    return StatusBar(format: try BarFormat(option: "--format", format), isWaybar: waybar)
  }

  /// Whether either is given.
  var isGiven: Bool { format != nil || waybar }
}
