/// Why a command failed: an exit status, and words for the person.
///
/// The words are put together in `ErrorWords.swift`.
struct Failure: Error, Equatable {
  var status: ExitStatus
  /// What is wrong, without a full stop.
  var message: String
  /// The line that is wrong, and where.
  var excerpt: Excerpt?
  /// What to do about it.
  var hints: [String] = []
  /// Lines that belong to the hints, such as the plans to choose from.
  var list: [String] = []
  /// The command line whose help to refer to, without `--help`.
  var help: String?

  /// A line of text and a column in it, counted from 1 in Unicode scalars.
  struct Excerpt: Equatable {
    var lineText: String
    var column: Int
  }

  /// The same with one more hint; the list stays behind the one that it belongs to.
  func hinting(_ hint: String) -> Failure {
    var failure = self
    failure.hints.insert(hint, at: list.isEmpty ? hints.count : max(0, hints.count - 1))
    return failure
  }
}
