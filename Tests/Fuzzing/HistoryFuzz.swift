import DaemonRuntime

/// The end of the history file, of which a write that was cut short may have left half a line.
package enum HistoryFuzz: FuzzTarget {
  package static let name = "history"

  package static func read(_ bytes: [UInt8]) {
    _ = HistoryTail(bytes)
  }

  /// What is repaired is whole, has kept every whole line, and says the same.
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    let tail = HistoryTail(bytes)
    var repaired = bytes
    switch tail.repair {
    case .none: break
    case .lineEnd: repaired.append(newline)
    case .cut(let count):
      try require((1...bytes.count).contains(count), "\(count) of \(bytes.count) bytes are half a line")
      try require(!bytes.suffix(count).contains(newline), "a whole line is taken for half of one")
      repaired.removeLast(count)
    }
    try require(repaired.isEmpty || repaired.last == newline, "the last line has no end")
    let again = HistoryTail(repaired)
    try require(again.repair == .none, "what is repaired is to be repaired: \(again.repair)")
    try require(again.summaries.first == tail.summaries.first, "another workout is the last one")
    // A slice of more bytes is read as they are by themselves.
    try require(HistoryTail((bytes + bytes)[bytes.count...]) == tail, "the same bytes are read otherwise in a slice")
  }

  private static let newline = UInt8(ascii: "\n")

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("line ends", longText("\n")),
      ("a line", longText("a")),
      ("empty objects", longText("{}\n")),
      ("summaries", longText(summary + "\n")),
      ("a plan", longText("1s,", head: #"{"plan":""#, tail: "\"}\n")),
      ("arrays", longText("[", head: #"{"plan":"#)),
      ("objects", longText(#"{"a":"#)),
      ("numbers", longText("1,", head: #"{"plan":["#, tail: "1]}\n")),
      ("spaces", longText(" ", tail: "\n")),
    ]
  }

  private static let summary =
    #"{"completed":true,"elapsedMs":1,"endedAt":"","intervals":1,"pausedMs":0,"plan":"","startedAt":"","workoutId":""}"#
}
