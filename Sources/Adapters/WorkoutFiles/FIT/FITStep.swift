/// A step of a workout as FIT has it: something to do, or the steps before it once more.
///
/// Source: Garmin, "FIT SDK", profile, message `workout_step` (27).
struct FITStep: Equatable {
  var name: String?
  var extent: Extent
  var target = Target.none
  var intensity: Intensity?
  var notes: String?
  /// What it is to be held to as well, besides `target`.
  var secondTarget = Target.none
  /// Its number, by which a repeat names it.
  var index = 0
  /// Where it stands in a file that was read, in bytes from its start.
  var offset = 0

  enum Extent: Equatable {
    case time(milliseconds: Int)
    case distance(centimetres: Int)
    case open
    /// The steps from one of them, counted from 0, up to this one.
    case `repeat`(from: Int, Ending)
    /// An end that no timer can tell: its number in the profile, and its value.
    case other(type: Int, value: Int?)
  }

  enum Ending: Equatable {
    case count(Int)
    case time(milliseconds: Int)
    case distance(centimetres: Int)
    case other(type: Int, value: Int?)
  }

  enum Target: Equatable {
    case none
    /// In millimetres a second.
    case speed(low: Int, high: Int)
    /// Another: its number in the profile, the number of a zone, and what is asked for between.
    case other(type: Int, zone: Int?, low: Int?, high: Int?)
  }

  enum Intensity: UInt8 {
    case active
    case rest
    case warmup
    case cooldown
    case recovery
    case interval
    case other
  }
}
