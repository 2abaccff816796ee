import TerminalUI
import Varlink

extension TextStream {
  /// Writes a result: a line of JSON, or lines of text that fit the terminal.
  func write(_ json: JSONValue, or lines: (Style, Int?) -> [String], asJSON: Bool) throws(OutputError) {
    if asJSON { try writeLine(json) } else { try writeLines(lines(style, widthIfTerminal)) }
  }

  /// Writes a value on a line of its own.
  func writeLine(_ value: JSONValue) throws(OutputError) { try write(value.text + [UInt8(ascii: "\n")]) }

  /// Writes a value of the control interface as one line of JSON, with null for unknown values.
  func writeJSON(_ value: some Encodable) throws {
    try writeLine(JSONValue(encoding: value, includingNulls: true))
  }
}

extension JSONValue {
  /// A value, or null if there is none.
  init<Value>(_ value: Value?, _ make: (Value) -> JSONValue) {
    self = value.map(make) ?? .null
  }
}
