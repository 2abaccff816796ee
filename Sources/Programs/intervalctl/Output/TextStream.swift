import SystemPackage
import UserFiles
import Glibc
import Varlink

/// Standard output or standard error, written to at once and without a buffer.
struct TextStream: Sendable {
  let descriptor: CInt
  /// How text for people is coloured on it.
  let style: Style
  /// Whether a line on it can be drawn anew: it is a terminal, and not a dumb one.
  let canRedraw: Bool
  private let isTerminal: Bool

  init(descriptor: CInt, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    style = Style(isTerminal: isTerminal, environment: environment)
    canRedraw = isTerminal && environment["TERM"] != "dumb"
  }

  /// The columns that lines must fit; nil where it is no terminal, and lines may be as long as they are.
  var widthIfTerminal: Int? { isTerminal ? size.columns : nil }

  func writeLine(_ line: String) throws(OutputError) { try write("\(line)\n") }

  func writeLines(_ lines: [String]) throws(OutputError) { try write(lines.map { "\($0)\n" }.joined()) }

  /// Writes a result, as a line of JSON or as lines for a person that fit the terminal.
  func write(_ json: JSONValue, or lines: (Style, Int?) -> [String], asJSON: Bool) throws(OutputError) {
    if asJSON { try writeLine(json) } else { try writeLines(lines(style, widthIfTerminal)) }
  }

  /// Writes all of a text: write(2).
  func write(_ text: String) throws(OutputError) {
    try write(Array(text.utf8))
  }

  /// Writes a value on a line of its own.
  func writeLine(_ value: JSONValue) throws(OutputError) { try write(value.text + [UInt8(ascii: "\n")]) }

  /// Writes a value of the control interface as one line of JSON, with null for unknown values.
  func writeJSON(_ value: some Encodable) throws {
    try writeLine(JSONValue(encoding: value, includingNulls: true))
  }

  /// Writes all of some bytes, likewise.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The slice outlives the call, which reads no more than its size.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw OutputError(errno: .last)
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Why text could not be written.
struct OutputError: Error, Equatable {
  let errno: Errno

  /// Whether nobody reads any more, as behind `| head -1`: no reason to complain.
  var isClosedPipe: Bool { errno == .brokenPipe }
}
