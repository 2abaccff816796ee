import WorkoutModel

/// The cues of the present stage that have been given, and the last split.
///
/// A measured distance moves the end of an interval at each value. Without this record, a cue whose time moves past the
/// present would be given twice.
struct GivenCues: Equatable, Codable, Sendable {
  /// The last number of the countdown; nil before the countdown.
  private var countdown: Int?
  private var isNextGiven = false
  private var isMiddleGiven = false
  /// The number of whole miles or kilometres that have been announced, or were covered before the first value.
  private(set) var split: Int
  /// The time left in the workout at the last cue for this time, as a multiple of `remaining-every`.
  private(set) var remaining: Int?

  /// If the end of an interval moves farther away than this time, the cues before the end are given again.
  static let reach = Duration.seconds(15)

  init(split: Int) {
    self.split = split
  }

  /// Forgets the cues of the previous stage.
  mutating func beginStage() {
    moveEnd()
    isMiddleGiven = false
  }

  /// Forgets the cues before the end of the stage, because the end has moved far away.
  mutating func moveEnd() {
    countdown = nil
    isNextGiven = false
  }

  /// Forgets the cues that depend on the end of the interval or the workout, because a command has moved it.
  mutating func changeInterval() {
    moveEnd()
    remaining = nil
  }

  /// Whether an occasion must not be announced, because its cue or a later number of the countdown has been given.
  func suppresses(_ occasion: Occasion) -> Bool {
    switch occasion {
    case .countdown(let count): countdown.map { $0 <= count } ?? false
    case .next: isNextGiven
    case .halfway(.interval): isMiddleGiven
    default: false
    }
  }

  /// Records an occasion; `remaining` is the time left in the workout as a multiple of `remaining-every`.
  mutating func record(_ occasion: Occasion, remaining: @autoclosure () -> Int?) {
    switch occasion {
    case .countdown(let count): countdown = count
    case .next: isNextGiven = true
    case .halfway(.interval): isMiddleGiven = true
    case .split(let number): split = number
    case .remaining: self.remaining = remaining()
    default: break
    }
  }
}
