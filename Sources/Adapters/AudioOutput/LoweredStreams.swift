import UserFiles

/// The streams whose volume this program has lowered, and the files that record them for the next process.
///
/// A file is in the runtime folder, so the streams of a process that is killed are restored when the next process
/// starts. A copy on disk survives the loss of the runtime folder, for example in a power failure. In both cases, the
/// server may have stored the lowered volumes.
///
/// The record of a stream begins before the stream is lowered. It ends in one of these cases:
/// - The stream has another volume than the lowered volume, because it was restored, or the user has changed it.
/// - The stream has ended, and the server stores no volume of the program.
/// - The stream has ended, and a later stream with the same properties has another volume than the lowered volume.
/// - The stream has ended, and a silent stream shows that the server no longer stores the lowered volume.
/// - The stream has ended, and a further stream must be lowered although 64 records exist.
///
/// A later stream that begins with the lowered volume, and can share the stored volume of the program, receives a record
/// of its own before the record of the ended stream ends. Thus, except after the last case, a lowered volume is never
/// recorded as an original volume.
struct LoweredStreams {
  /// A lowered stream.
  struct Record {
    /// The server process, and the number of the stream in it.
    var cookie: UInt32
    var index: UInt32
    /// The highest number of a stream when the record began; later streams have higher numbers.
    var newest: UInt32
    var identity: StreamIdentity
    var original: [UInt32]
    var lowered: [UInt32]
    /// Whether the stream was missing in the latest list of streams.
    var isEnded = false
    /// Whether the original volume was set, and the server has not reported it yet.
    var isRestoring = false
  }

  private let path: String
  private let diskPath: String?
  private let diskCopy: DiskCopy?
  private(set) var records: [Record] = [] {
    didSet { isSaved = false }
  }
  /// Whether the file contains the current records.
  private var isSaved = true
  /// Whether the records of the earlier process have been read.
  private var isLoaded = false

  /// The maximum number of records; further streams are not lowered.
  private static let limit = 64

  /// Creates a value without records.
  ///
  /// `path` is the path of the file in memory. `diskPath` is the path of its copy on disk; nil for no copy.
  init(path: String, diskPath: String? = nil) {
    self.path = path
    self.diskPath = diskPath
    diskCopy = diskPath.map(DiskCopy.init)
  }

  /// The path of the file that an earlier process has left; the file in memory is the newer one.
  private var earlierPath: String? { [path, diskPath].compactMap(\.self).first { SystemCalls.canAccess($0) } }

  /// Returns the streams to lower, with their new volumes, and records them.
  ///
  /// `factor` is the factor of volumes. A stream that has its own record is already lowered, or the user has changed
  /// its volume. If its original volume was just set, the stream is lowered again.
  mutating func lower(_ streams: [PulseStream], on cookie: UInt32, by factor: Double) -> [Record] {
    update(for: streams, on: cookie)
    let restored = records.filter { record in
      let stream = streams.first { record.cookie == cookie && record.index == $0.index }
      return record.isRestoring && stream.map { !record.hasLowered($0.volume) } == true
    }
    for record in restored { remove(record) }
    var added = records.filter { $0.isRestoring && !$0.isEnded }
    forgetRestoring()
    let newest = streams.map(\.index).max() ?? 0
    for stream in streams where stream.isOther && !stream.isCorked && position(of: stream, on: cookie) == nil {
      if records.count >= Self.limit, let oldest = records.firstIndex(where: \.isEnded) { records.remove(at: oldest) }
      guard records.count < Self.limit else { break }
      let record = Record(
        cookie: cookie, index: stream.index, newest: newest, identity: stream.identity, original: stream.volume,
        lowered: stream.volume.map { UInt32((Double($0) * factor).rounded()) })
      records.append(record)
      added.append(record)
    }
    save()
    return added
  }

  /// Forgets which original volumes were set.
  mutating func forgetRestoring() {
    for position in records.indices where records[position].isRestoring { records[position].isRestoring = false }
  }

  /// Returns the streams whose volume is still the lowered volume.
  ///
  /// The caller must set the original volume of each returned stream whose `isRestoring` is false. In the stored
  /// records, `isRestoring` is then true for all returned streams.
  mutating func restore(_ streams: [PulseStream], on cookie: UInt32) -> [Record] {
    update(for: streams, on: cookie)
    for stream in streams {
      guard let position = position(of: stream, on: cookie) else { continue }
      if !records[position].hasLowered(stream.volume) { remove(records[position]) }
    }
    let lowered = records.filter { !$0.isEnded }
    for position in records.indices where !records[position].isEnded && !records[position].isRestoring {
      records[position].isRestoring = true
    }
    save()
    return lowered
  }

  /// The newest record of each identity whose lowered streams have all ended.
  var ended: [Record] {
    var identities = Set(records.lazy.filter { !$0.isEnded }.map(\.identity))
    return records.reversed().filter { $0.isEnded && identities.insert($0.identity).inserted }
  }

  /// Ends the record of an ended stream, because the server no longer stores its lowered volume.
  mutating func end(_ record: Record) {
    remove(record)
    save()
  }

  /// Removes a record, and all records of ended streams with the same properties.
  private mutating func remove(_ record: Record) {
    records.removeAll { other in
      (other.cookie, other.index) == (record.cookie, record.index)
        || other.isEnded && other.identity == record.identity
    }
  }

  /// Finds the streams that have ended, and the later streams of their programs.
  ///
  /// Two streams that have only the role in common may have separate stored volumes. If the own volume of the later one
  /// is the lowered volume of the earlier one, it is restored by mistake.
  private mutating func update(for streams: [PulseStream], on cookie: UInt32) {
    for position in records.indices {
      let record = records[position]
      let stream = record.cookie == cookie ? streams.first { $0.index == record.index } : nil
      if record.isEnded != (stream == nil) { records[position].isEnded = stream == nil }
    }
    let newest = streams.map(\.index).max() ?? 0
    for stream in streams where position(of: stream, on: cookie) == nil {
      let possible = records.filter { record in
        record.isEarlier(than: stream, on: cookie) && record.identity.canShareVolume(with: stream.identity)
          && record.hasLowered(stream.volume)
      }
      let record = possible.first { $0.identity == stream.identity } ?? possible.first
      if let record { records.append(record.inherited(by: stream, on: cookie, newest: newest)) }
    }
    // PipeWire reports a volume of 0 until it has applied the stored volume to a new stream.
    let audible = streams.filter { !$0.isSilent }
    let hasNoUse = { (record: Record) in
      record.isEnded
        && (!record.identity.isStored
          || audible.contains { record.identity == $0.identity && record.isEarlier(than: $0, on: cookie) })
    }
    if records.contains(where: hasNoUse) { records.removeAll(where: hasNoUse) }
  }

  /// The position of the stream's own record.
  private func position(of stream: PulseStream, on cookie: UInt32) -> Int? {
    records.firstIndex { $0.cookie == cookie && $0.index == stream.index }
  }
}

extension LoweredStreams.Record {
  /// The maximum difference between the volume that was set and the volume that the server reports, where 65536 is
  /// 100 %.
  ///
  /// PipeWire rounds volumes. The smallest step of a slider is 1 %. The original volume of a soft stream is near its
  /// lowered volume, and differs from it.
  private var tolerance: Int { min(300, (Int(original.max() ?? 0) - Int(lowered.max() ?? 0)) / 2) }

  /// Whether this record began before a stream.
  ///
  /// Only such a stream can have the lowered volume without having been lowered. An older stream with this volume has
  /// it from the user.
  fileprivate func isEarlier(than stream: PulseStream, on cookie: UInt32) -> Bool {
    self.cookie != cookie || stream.index > newest
  }

  /// Whether a volume is the lowered volume.
  ///
  /// For another number of channels, the server calculates each volume as an average of the stored volumes.
  func hasLowered(_ volume: [UInt32]) -> Bool {
    guard volume.count != lowered.count else {
      return zip(volume, lowered).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }
    let (min, max) = (Int(lowered.min() ?? 0) - tolerance, Int(lowered.max() ?? 0) + tolerance)
    return volume.allSatisfy { min <= Int($0) && Int($0) <= max }
  }

  /// The record of a later stream of the program, which has begun with the lowered volume.
  fileprivate func inherited(by stream: PulseStream, on cookie: UInt32, newest: UInt32) -> Self {
    var record = self
    (record.cookie, record.index, record.newest, record.identity) = (cookie, stream.index, newest, stream.identity)
    (record.isEnded, record.isRestoring) = (false, false)
    guard stream.volume.count != lowered.count else { return record }
    let factor = Double(original.max() ?? 0) / Double(max(1, lowered.max() ?? 0))
    record.lowered = stream.volume
    // In a damaged file, the factor may be any number.
    record.original = stream.volume.map { UInt32(min((Double($0) * factor).rounded(), Double(UInt32.max))) }
    return record
  }
}

/// The file: a line for each record, whose fields are separated by tabs.
extension LoweredStreams {
  /// Reads the records of an earlier process, unless they have been read.
  mutating func load() {
    guard !isLoaded else { return }
    isLoaded = true
    guard let path = earlierPath, let text = try? TextFile.read(path, requireTrusted: true) else { return }
    records = text.split(separator: "\n").prefix(Self.limit).compactMap(Record.init(line:))
    isSaved = true
  }

  /// Writes the records if they have changed; errors are ignored, because the file matters only after a crash.
  private mutating func save() {
    guard !isSaved else { return }
    let text = records.map(\.line).joined()
    if text.isEmpty {
      try? AtomicFile.remove(path, isSynced: false)
    } else {
      try? AtomicFile.write(text, to: path, isSynced: false)
    }
    diskCopy?.save(text)
    isSaved = true
  }

  /// Calls `done` when the records are on disk.
  func drain(_ done: @escaping @Sendable () -> Void) {
    guard let diskCopy else { return done() }
    diskCopy.drain(done)
  }
}

extension LoweredStreams.Record {
  fileprivate var line: String {
    let volumes = [original, lowered].map { $0.map(String.init).joined(separator: ",") }
    let numbers = [cookie, index, newest].map(String.init)
    return (numbers + identity.values + volumes).joined(separator: "\t") + "\n"
  }

  fileprivate init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 9, let cookie = UInt32(fields[0]), let index = UInt32(fields[1]),
      let newest = UInt32(fields[2])
    else { return nil }
    let volumes = fields[7...].map { $0.split(separator: ",").compactMap { UInt32($0) } }
    guard !volumes[0].isEmpty, volumes[0].count == volumes[1].count else { return nil }
    self.init(
      cookie: cookie, index: index, newest: newest,
      identity: StreamIdentity(
        storedName: String(fields[3]), role: String(fields[4]), applicationID: String(fields[5]),
        applicationName: String(fields[6])),
      original: volumes[0], lowered: volumes[1])
  }
}

extension PulseStream {
  /// Whether the stream belongs to another program, and its volume can be lowered.
  ///
  /// A property with control characters cannot be written to the file of records.
  fileprivate var isOther: Bool {
    identity.role != SoundSource.streamRole && !isSpeech && !isOfServer && isAdjustable && !isSilent
      && !identity.hasControlCharacters
  }
}
