import SystemPackage
package import UserFiles

/// Reads the lines of an open file with bounded memory.
package struct LineReader: ~Copyable {
  let file: OpenFile

  /// The maximum length of a line in bytes; longer lines are not from intervald.
  ///
  /// The longest line contains 10,000 laps with different labels, and a plan of 64 KiB whose text JSON has escaped.
  package static let maxLineLength = 1 << 23
  /// The number of bytes that are read at a time.
  private static let chunk = 65_536

  package init(file: consuming OpenFile) {
    self.file = file
  }

  /// A line without its newline.
  package struct Line {
    /// The byte range in the file.
    package let range: Range<Int>
    /// The contents; nil if the line is too long.
    package let bytes: ArraySlice<UInt8>?
  }

  /// Calls a closure with each line; the last line may lack a newline.
  package func read(_ body: (Line) -> Void) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    // The part of the current line that has been read so far.
    var (begun, start, isTooLong) = ([UInt8](), 0, false)
    var position = 0
    while true {
      let count = try file.read(into: &buffer, at: position)
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = begun.isEmpty ? rest[..<end] : begun[...] + rest[..<end]
        let range = start..<(position + end)
        body(Line(range: range, bytes: isTooLong || line.count > Self.maxLineLength ? nil : line))
        (begun, start, isTooLong) = ([], range.upperBound + 1, false)
        rest = rest[(end + 1)...]
      }
      if !isTooLong { begun += rest }
      if begun.count > Self.maxLineLength { (begun, isTooLong) = ([], true) }
      position += count
    }
    if start < position { body(Line(range: start..<position, bytes: isTooLong ? nil : begun[...])) }
  }

  /// Calls a closure with each line from the last to the first, until the closure returns false.
  ///
  /// The text after the last newline is the first line, even if it is empty.
  package func readBackwards(_ body: (Line) throws(SystemError) -> Bool) throws(SystemError) {
    var end = try file.seekToEnd()
    // The bytes from `start` to `end`.
    var (bytes, start) = (ArraySlice<UInt8>(), end)
    var isTooLong = false
    while true {
      if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        let range = start + (newline + 1 - bytes.startIndex)..<end
        isTooLong = isTooLong || range.count > Self.maxLineLength
        guard try body(Line(range: range, bytes: isTooLong ? nil : bytes[(newline + 1)...])) else { return }
        (bytes, end, isTooLong) = (bytes[..<newline], range.lowerBound - 1, false)
      } else if start == 0 {
        _ = try body(Line(range: 0..<end, bytes: isTooLong || end > Self.maxLineLength ? nil : bytes))
        return
      } else {
        if bytes.count > Self.maxLineLength { (bytes, isTooLong) = ([], true) }
        // Doubling the length limits the number of copies of a long line.
        let count = min(start, max(Self.chunk, bytes.count))
        bytes = try self.bytes(at: (start - count)..<start) + bytes
        start -= count
      }
    }
  }

  /// Reads the bytes of a range of the file.
  package func bytes(at range: Range<Int>) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    guard try file.read(into: &bytes, at: range.lowerBound) == bytes.count else {
      throw SystemError(file.path, .ioError)
    }
    return bytes
  }
}
