import SystemPackage
import UserFiles

/// The lines of an opened file, read within bounded room.
struct LineReader: ~Copyable {
  let file: OpenFile

  /// The most bytes of a line that are kept; a longer one is none of ours.
  ///
  /// A plan has 64 KiB at most, and JSON makes a text at most six times as long.
  static let longestLine = 1 << 20

  /// A line without its end, and where in the file it is.
  struct Line {
    let place: Range<Int>
    /// nil of a line that is too long.
    let bytes: ArraySlice<UInt8>?
  }

  /// Takes each line in turn, the last one also where it has no end.
  func read(_ take: (Line) -> Void) throws(FileReadError) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // What has been read of the line that is not yet at its end.
    var (begun, start, isTooLong) = ([UInt8](), 0, false)
    var position = 0
    while true {
      let count = try read(at: position, into: &buffer)
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = begun.isEmpty ? rest[..<end] : begun[...] + rest[..<end]
        let place = start..<(position + end)
        take(Line(place: place, bytes: isTooLong || line.count > Self.longestLine ? nil : line))
        (begun, start, isTooLong) = ([], place.upperBound + 1, false)
        rest = rest[(end + 1)...]
      }
      if !isTooLong { begun += rest }
      if begun.count > Self.longestLine { (begun, isTooLong) = ([], true) }
      position += count
    }
    if start < position { take(Line(place: start..<position, bytes: isTooLong ? nil : begun[...])) }
  }

  /// The bytes of a line, by its place.
  func bytes(at place: Range<Int>) throws(FileReadError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: place.count)
    guard try read(at: place.lowerBound, into: &bytes) == bytes.count else {
      throw .system(SystemError(file.path, .ioError))
    }
    return bytes
  }

  private func read(at place: Int, into buffer: inout [UInt8]) throws(FileReadError) -> Int {
    try SystemError.wrapped(in: FileReadError.system, file.read(into: &buffer, at: place))
  }
}
