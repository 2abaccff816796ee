import Dates
import SystemPackage
import UserFiles

/// The records of a history, from the last line to the first.
///
/// They are read from the index, which is a file beside the history. If the index does not belong to the history as it
/// is now, the records are made from all lines of the history, and replace the index. The index is never needed, so
/// errors in writing it are ignored.
final class HistoryIndex {
  /// The totals of the whole history.
  let totals: HistoryTotals
  /// The file with the records that are not in memory; nil if all records are in memory.
  private let file: OpenFile?
  /// The records that have been loaded and not been read.
  private var bytes: ArraySlice<UInt8>
  /// The offset of `bytes` in the index.
  private var offset: Int
  private let zone: (Int) -> LocalTime
  /// The end of the last record before the next one that is a session of a program or a change.
  private var lastEvent: Int

  /// The size in bytes of the smallest history that has an index; a smaller history is read as fast as an index.
  private static let minHistorySize = 65_536
  /// The number of bytes that are loaded at a time.
  private static let chunk = 65_536

  private init(_ builder: HistoryIndexBuilder, in zone: @escaping (Int) -> LocalTime) {
    (totals, bytes, offset) = (builder.totals, builder.bytes[...], IndexHeader.size)
    file = nil
    lastEvent = builder.lastEvent
    self.zone = zone
  }

  private init(_ header: IndexHeader, _ file: consuming OpenFile, in zone: @escaping (Int) -> LocalTime) {
    (totals, bytes, offset) = (header.totals, [], header.end)
    self.file = consume file
    lastEvent = header.lastEvent
    self.zone = zone
  }

  /// The index of an open history.
  ///
  /// - Parameters:
  ///   - lines: The history.
  ///   - zone: Converts seconds since 1970 to local time.
  ///   - usesFile: Whether the file may be used; false after it was found to be damaged.
  /// - Returns: The index, whose first record is that of the last line.
  /// - Throws: The error that prevents the history from being read.
  static func of(
    _ lines: borrowing LineReader, in zone: @escaping (Int) -> LocalTime, usesFile: Bool = true
  ) throws(SystemError) -> HistoryIndex {
    let state = HistoryState(try lines.file.status())
    let path = lines.file.path
    if usesFile, state.size >= minHistorySize, let index = try? open(for: state, of: path, in: zone) { return index }
    var builder = HistoryIndexBuilder()
    try lines.read { builder.add($0) }
    if state.size >= minHistorySize { write(builder, of: state, at: path) }
    return HistoryIndex(builder, in: zone)
  }

  /// All records of an open history, from the last line to the first.
  static func records(of lines: borrowing LineReader) throws(SystemError) -> [HistoryRecord] {
    var index = try of(lines, in: LocalTime.init(secondsSince1970:))
    var records: [HistoryRecord] = []
    while true {
      do throws(IndexDamage) {
        guard let record = try index.previous() else { return records }
        records.append(record)
      } catch {
        records = []
        index = try of(lines, in: LocalTime.init(secondsSince1970:), usesFile: false)
      }
    }
  }

  /// Reads the previous record; nil before the first line.
  ///
  /// With `onlyEvents`, workouts that are not sessions of a program are skipped, which takes no time.
  func previous(onlyEvents: Bool = false) throws(IndexDamage) -> HistoryRecord? {
    if onlyEvents {
      guard (IndexHeader.size...offset + bytes.count).contains(lastEvent) else { throw IndexDamage() }
      bytes = bytes.dropLast(offset + bytes.count - lastEvent)
      offset = min(offset, lastEvent)
    }
    guard offset + bytes.count > IndexHeader.size else { return nil }
    try load(IndexBytes.intSize)
    let count = try IndexBytes.count(atEndOf: bytes)
    try load(count)
    let record = try HistoryRecord(bytes.suffix(count), in: zone)
    bytes = bytes.dropLast(count)
    lastEvent = record.previousEvent
    return record
  }

  /// Loads more records if fewer than `count` bytes are loaded.
  private func load(_ count: Int) throws(IndexDamage) {
    guard count > bytes.count else {
      guard count > 0 else { throw IndexDamage() }
      return
    }
    guard count <= offset + bytes.count - IndexHeader.size else { throw IndexDamage() }
    let begin = max(IndexHeader.size, min(offset + bytes.count - count, offset - Self.chunk))
    var earlier = [UInt8](repeating: 0, count: offset - begin)
    // All records are loaded if `file` is nil.
    guard (try? file?.read(into: &earlier, at: begin)) == earlier.count else { throw IndexDamage() }
    bytes = earlier + bytes
    offset = begin
  }
}

/// The file of the index.
extension HistoryIndex {
  private static func path(of historyPath: String) -> String { "\(historyPath).index" }

  /// Opens the index of a history.
  ///
  /// - Throws: An error if the index is missing, is not trusted, or does not belong to this state of the history.
  private static func open(
    for state: HistoryState, of historyPath: String, in zone: @escaping (Int) -> LocalTime
  ) throws -> HistoryIndex {
    let file = try OpenFile.regular(path(of: historyPath), requireTrusted: true)
    var bytes = [UInt8](repeating: 0, count: IndexHeader.size)
    guard try file.read(into: &bytes, at: 0) == bytes.count else { throw IndexDamage() }
    let header = try IndexHeader(bytes)
    guard header.history == state, header.end >= IndexHeader.size else { throw IndexDamage() }
    return HistoryIndex(header, file, in: zone)
  }

  /// Replaces the index, unless the history has changed since its records were made, or is being changed.
  private static func write(_ builder: HistoryIndexBuilder, of state: HistoryState, at historyPath: String) {
    // A symbolic link is not an index, and its target must not be replaced.
    let existing = (try? Stat(at: path(of: historyPath), followsLink: false))?.type
    guard existing == nil || existing == .regular,
      let history = try? OpenFile.regular(historyPath, requireTrusted: true),
      (try? history.lock(within: .zero)) == true, (try? history.status()).map(HistoryState.init) == state
    else { return }
    let header = IndexHeader(
      history: state, end: builder.end, lastEvent: builder.lastEvent, totals: builder.totals)
    try? AtomicFile.write(header.bytes + builder.bytes, to: path(of: historyPath), isSynced: false)
    extendLifetime(history)
  }

  /// Adds the record of a line that was added to a history, if the index belongs to the history before this line.
  ///
  /// The caller has locked the history. The header is written last, so an index whose records are incomplete does not
  /// belong to the history.
  static func add(_ line: LineReader.Line, to history: borrowing OpenFile, before: HistoryState) {
    guard before.size >= minHistorySize, before.size == line.range.lowerBound,
      let index = try? open(for: before, of: history.path, in: LocalTime.init(secondsSince1970:))
    else { return }
    let end = index.offset
    var builder = HistoryIndexBuilder(after: end, lastEvent: index.lastEvent, totals: index.totals)
    do {
      try builder.readEarlier(index, for: line)
      builder.add(line)
      let header = IndexHeader(
        history: HistoryState(try history.status()), end: builder.end, lastEvent: builder.lastEvent,
        totals: builder.totals)
      let file = try OpenFile(path(of: history.path), .writeOnly, options: [.nonBlocking, .noFollow])
      try file.write(builder.bytes, at: end)
      try file.write(header.bytes, at: 0)
    } catch {
      // The next reader replaces the index.
    }
  }
}
