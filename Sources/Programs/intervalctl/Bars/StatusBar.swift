/// What a status bar is to be shown of a workout, in a line at a time.
struct StatusBar: Equatable {
  /// How the line looks or, in Waybar's JSON, the text in it.
  let format: BarFormat
  let isWaybar: Bool

  /// The line at a moment, without its end.
  func line(_ live: LiveStatus) -> String {
    isWaybar ? WaybarLine(live, format: format).text : format.filled(with: BarValues(live).text)
  }

  /// When the clock alone changes the line next, a reading of the status's own clock; nil for not at all.
  func nextTickNs(_ live: LiveStatus) -> Int? {
    // Waybar's line has a tooltip and a percentage, which move.
    isWaybar || format.isMoving ? live.nextTickNs : nil
  }

  /// What Waybar is shown where nothing else is asked for.
  static let waybarFormat: BarFormat = "{icon}[ {clock}]"
}
