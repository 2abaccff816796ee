/// A sound of the program's own, by which a cue is known.
package enum CueSound: String, CaseIterable, Hashable, Sendable {
  /// Something fast begins.
  case run
  /// Something slow begins.
  case walk
  /// Standing still begins.
  case rest
  /// A second less.
  case countdown
  /// Something is said in passing: halfway, what is next, a split, what remains.
  case notice
  /// The last interval, or the last round.
  case last
  case finish
  case pause
}
