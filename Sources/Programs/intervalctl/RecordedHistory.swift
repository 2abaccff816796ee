import Dates
import JSON
import SystemPackage
import UserFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// The recorded workouts in the daemon's history file.
///
/// Only an index is in memory; a summary is read from the file when it is requested.
final class RecordedHistory {
  /// All workouts in the order of the file.
  private(set) var workouts: [RecordedWorkout] = []
  /// The number of invalid or incomplete lines; empty lines do not count.
  private(set) var unreadableLines = 0
  let path: String
  private let lines: LineReader
  /// The byte range of each workout in the file.
  private var ranges: [Range<Int>] = []

  /// Reads the file at a path; returns nil if the file does not exist.
  ///
  /// If several lines are about the same workout, only the last line counts. Callers that start a plan from the file
  /// must set `requireTrusted`. `zone` converts seconds since 1970 to local time.
  init?(
    path: String, requireTrusted: Bool = false, zone: (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) throws(Failure) {
    self.path = path
    do throws(FileReadError) {
      lines = LineReader(file: try OpenFile.regular(path, requireTrusted: requireTrusted))
    } catch {
      guard error.isMissing else { throw .unusableHistory(error) }
      return nil
    }
    do throws(FileReadError) { try read(zone) } catch { throw .unusableHistory(error) }
  }

  private func read(_ zone: (Int) -> LocalTime) throws(FileReadError) {
    var numbers: [String: Int] = [:]
    try lines.read { line in
      guard !line.range.isEmpty else { return }
      guard let summary = line.bytes.flatMap(Self.summary), let workout = RecordedWorkout(summary, in: zone) else {
        unreadableLines += 1
        return
      }
      if let number = numbers[workout.id] {
        (workouts[number], ranges[number]) = (workout, line.range)
      } else {
        numbers[workout.id] = workouts.count
        workouts.append(workout)
        ranges.append(line.range)
      }
    }
  }

  /// Reads the summary of a workout by its index in `workouts`.
  func summary(at index: Int) throws(Failure) -> Report.Summary {
    do throws(FileReadError) {
      guard let summary = Self.summary(try lines.bytes(at: ranges[index])[...]) else {
        throw .system(SystemError(path, .ioError))
      }
      return summary
    } catch {
      throw .unusableHistory(error)
    }
  }

  /// Decodes a line; returns nil if the line is invalid or has impossible values.
  private static func summary(_ line: ArraySlice<UInt8>) -> Report.Summary? {
    (try? JSONValue(parsing: Array(line)).decoded(as: Report.Summary.self)).flatMap { $0.isPossible ? $0 : nil }
  }
}

extension RecordedHistory {
  /// Returns the indices of the workouts that started on or after a day; if the day is nil, returns all indices.
  func indices(since day: CalendarDay?) -> [Int] {
    guard let day else { return Array(workouts.indices) }
    return workouts.indices.filter { workouts[$0].started.day >= day }
  }

  /// Calls a closure for each workout since a day, with the workout and its summary.
  ///
  /// If the day is nil, the closure is called for each recorded workout.
  func forEach(since day: CalendarDay?, _ body: (RecordedWorkout, Report.Summary) throws -> Void) throws {
    for index in indices(since: day) { try body(workouts[index], summary(at: index)) }
  }

  /// Returns the index of a workout in `workouts`, given its id or its number; the last workout has the number 1.
  func index(of which: String) -> Int? {
    if let number = Int(which), (1...max(1, workouts.count)).contains(number) { return workouts.count - number }
    return workouts.lastIndex { $0.id == which }
  }

  /// The warnings about lines of the file that could not be read.
  var warnings: [String] {
    switch unreadableLines {
    case 0: []
    case 1: ["1 line of \(path) could not be read"]
    default: ["\(unreadableLines) lines of \(path) could not be read"]
    }
  }
}

extension HistoryView {
  /// Makes a list of the workouts since a day; if the day is nil, the list contains only the latest workouts.
  init(
    _ history: RecordedHistory, since: CalendarDay?, configuration: Settings, environment: [String: String],
    today: CalendarDay
  ) throws(Failure) {
    let total = history.workouts.count
    var entries: [HistoryTable.Entry] = []
    for index in history.indices(since: since).suffix(since == nil ? Self.usualEntries : total) {
      let summary = try history.summary(at: index)
      entries.append(
        .init(
          number: total - index, started: history.workouts[index].started, summary: summary,
          units: summary.units(over: configuration, inLocaleOf: environment)))
    }
    self.init(
      entries: entries, of: history.workouts, since: since,
      unit: configuration.units(inLocaleOf: environment).distance, today: today)
  }
}

/// Reads the lines of an open file with bounded memory.
struct LineReader: ~Copyable {
  let file: OpenFile

  /// The maximum length of a line in bytes; longer lines are not from intervald.
  ///
  /// A plan has at most 64 KiB, and JSON escapes make a text at most six times as long.
  static let maxLineLength = 1 << 20

  /// A line without its newline.
  struct Line {
    /// The byte range in the file.
    let range: Range<Int>
    /// The contents; nil if the line is too long.
    let bytes: ArraySlice<UInt8>?
  }

  /// Calls a closure with each line; the last line may lack a newline.
  func read(_ body: (Line) -> Void) throws(FileReadError) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // The part of the current line that has been read so far.
    var (begun, start, isTooLong) = ([UInt8](), 0, false)
    var position = 0
    while true {
      let count = try read(at: position, into: &buffer)
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

  /// Reads the bytes of a line by its range in the file.
  func bytes(at range: Range<Int>) throws(FileReadError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    guard try read(at: range.lowerBound, into: &bytes) == bytes.count else {
      throw .system(SystemError(file.path, .ioError))
    }
    return bytes
  }

  private func read(at offset: Int, into buffer: inout [UInt8]) throws(FileReadError) -> Int {
    try SystemError.wrapped(in: FileReadError.system, file.read(into: &buffer, at: offset))
  }
}
