import Glibc
import PlanLibrary

/// The lines of an opened file, read within bounded room.
struct LineReader {
  let descriptor: CInt
  /// For errors.
  let path: String

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
  ///
  /// Wraps pread(2).
  func read(_ take: (Line) -> Void) throws(SettingsFileError) {
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
  func bytes(at place: Range<Int>) throws(SettingsFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: place.count)
    guard try read(at: place.lowerBound, into: &bytes) == bytes.count else {
      throw SettingsFileError(path: path, reason: .system(EIO))
    }
    return bytes
  }

  private func read(at position: Int, into buffer: inout [UInt8]) throws(SettingsFileError) -> Int {
    while true {
      // The buffer outlives the call, which writes no more than its size.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, position) }
      guard count < 0 else { return count }
      guard errno == EINTR else { throw SettingsFileError(path: path, reason: .system(errno)) }
    }
  }
}
