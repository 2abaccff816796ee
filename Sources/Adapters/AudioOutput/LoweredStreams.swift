import UserFiles

/// The streams whose volume this program has lowered, and the file that records them for the next process.
///
/// The file is in the runtime folder, so a process that is killed leaves no stream lowered for longer than it takes to
/// start the next process.
struct LoweredStreams {
  /// A lowered stream.
  struct Record: Equatable {
    /// The server process, and the number of the stream in it.
    var cookie: UInt32
    var index: UInt32
    /// The name under which the server stores the volume of the program.
    ///
    /// If a stream ends while it is lowered, or the server restarts, the next stream of the program begins with the
    /// lowered volume.
    var storedName: String
    var original: [UInt32]
    var lowered: [UInt32]
  }

  private let path: String
  private(set) var records: [Record] = []

  /// The maximum number of records; further streams are not lowered.
  private static let limit = 64
  /// The maximum difference between the volume that was set and the volume that the server reports, where 65536 is
  /// 100 %.
  ///
  /// PipeWire rounds volumes. The smallest step of a slider is 1 %.
  private static let tolerance = 300

  /// Creates a value without records; `path` is the path of the file.
  init(path: String) {
    self.path = path
  }

  /// Whether an earlier process has left records.
  var hasFile: Bool { SystemCalls.canAccess(path) }

  /// Returns the streams to lower, with their new volumes, and records them.
  ///
  /// `factor` is the factor of volumes. A stream that has its own record is already lowered, or the user has changed its
  /// volume.
  mutating func lower(_ streams: [PulseStream], on cookie: UInt32, by factor: Double) -> [Record] {
    var added: [Record] = []
    for stream in streams where stream.isOther && !stream.isCorked && record(of: stream, on: cookie) == nil {
      var original = stream.volume
      if let index = relative(of: stream) {
        original = records[index].original
        if !exists(records[index], in: streams, on: cookie) { records.remove(at: index) }
      }
      guard records.count < Self.limit else { break }
      let record = Record(
        cookie: cookie, index: stream.index, storedName: stream.storedName, original: original,
        lowered: original.map { UInt32((Double($0) * factor).rounded()) })
      records.append(record)
      added.append(record)
    }
    if !added.isEmpty { save() }
    return added
  }

  /// Returns the streams to restore, and removes their records.
  ///
  /// A stream is restored only if it still has the lowered volume; otherwise, the user has chosen another volume. The
  /// records of streams that do not exist remain, because the next stream of the program begins with the lowered volume.
  mutating func restore(_ streams: [PulseStream], on cookie: UInt32) -> [Record] {
    var restored: [Record] = []
    for stream in streams {
      var index = record(of: stream, on: cookie)
      if index == nil, let other = relative(of: stream), !exists(records[other], in: streams, on: cookie) {
        index = other
      }
      guard let index else { continue }
      var record = records.remove(at: index)
      record.index = stream.index
      if Self.isEqual(stream.volume, record.lowered) { restored.append(record) }
    }
    save()
    return restored
  }

  /// The index of the stream's own record.
  private func record(of stream: PulseStream, on cookie: UInt32) -> Int? {
    records.firstIndex { $0.cookie == cookie && $0.index == stream.index }
  }

  private func exists(_ record: Record, in streams: [PulseStream], on cookie: UInt32) -> Bool {
    record.cookie == cookie && streams.contains { $0.index == record.index }
  }

  /// The index of the record of another stream of the same program, whose lowered volume this stream has.
  private func relative(of stream: PulseStream) -> Int? {
    records.firstIndex { record in
      !stream.storedName.isEmpty && record.storedName == stream.storedName
        && Self.isEqual(stream.volume, record.lowered)
    }
  }

  private static func isEqual(_ volume: [UInt32], _ other: [UInt32]) -> Bool {
    volume.count == other.count && zip(volume, other).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }
}

/// The file: a line for each record, whose fields are separated by tabs.
extension LoweredStreams {
  /// Reads the records of an earlier process.
  mutating func load() {
    guard let text = try? TextFile.read(path, requireTrusted: true) else { return }
    records = text.split(separator: "\n").prefix(Self.limit).compactMap(Record.init(line:))
  }

  /// Writes the records; errors are ignored, because the file matters only after a crash.
  private func save() {
    if records.isEmpty {
      try? AtomicFile.remove(path, isSynced: false)
    } else {
      try? AtomicFile.write(records.map(\.line).joined(), to: path, isSynced: false)
    }
  }
}

extension LoweredStreams.Record {
  fileprivate var line: String {
    let name = storedName.utf8.contains { $0 < 0x20 } ? "" : storedName
    let volumes = [original, lowered].map { $0.map(String.init).joined(separator: ",") }
    return "\(cookie)\t\(index)\t\(name)\t\(volumes[0])\t\(volumes[1])\n"
  }

  fileprivate init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 5, let cookie = UInt32(fields[0]), let index = UInt32(fields[1]) else { return nil }
    let volumes = fields[3...].map { $0.split(separator: ",").compactMap { UInt32($0) } }
    guard !volumes[0].isEmpty, volumes[0].count == volumes[1].count else { return nil }
    self.init(
      cookie: cookie, index: index, storedName: String(fields[2]), original: volumes[0], lowered: volumes[1])
  }
}

extension PulseStream {
  /// Whether the stream belongs to another program, and its volume can be lowered.
  fileprivate var isOther: Bool {
    role != SoundSource.streamRole && !isSpeech && isAdjustable && volume.contains { $0 > 0 }
  }
}
