import AudioFiles
import Dispatch
import Glibc
import JSON
import Soundtrack
import SystemPackage
import TerminalUI
import Text
import UserFiles
import WorkoutModel

/// Writes a workout to a sound file, and its chapters to a cue sheet in the same folder.
///
/// Both files are complete and synced before the first file is renamed. A failure leaves existing files unchanged; see
/// `PendingFile.commit`. Only a crash between the two renames leaves a new sound file with no cue sheet, or with the
/// cue sheet of an earlier sound file.
struct SoundRendering {
  let request: SoundRequest
  /// The path of the background music; nil for none.
  let track: String?
  let format: SoundFormat
  private let place: ResultPlace
  private let sheetPlace: ResultPlace

  /// The maximum length of the sound that continues after the end of the workout: the last tone or the last words.
  private static let maxEnding = Duration.seconds(120)

  /// The time limit for the removal of incomplete files after a signal.
  private static let cleanUpLimit = DispatchTimeInterval.seconds(30)

  /// Checks whether the files can be written.
  ///
  /// - Throws: `Failure` for an unknown file type, for a name that a cue sheet cannot contain, and for an output file
  ///   that is also the background music; the failures of `ResultPlace`.
  init(_ request: SoundRequest, to path: String, overwrite: Bool, over track: String?) throws(Failure) {
    guard let format = SoundFormat(path: path) else { throw .unknownSoundType(path) }
    self.request = request
    self.format = format
    self.track = track
    let sheetPath = "\(path).cue"
    guard !path.contains(where: \.isNewline), !path.unicodeScalars.contains("\"") else { throw .unspeakableName(path) }
    if let track, [path, sheetPath].contains(where: { Self.isSameFile(track, $0) }) { throw .soundIsTrack(track) }
    place = try ResultPlace(path, overwrite: overwrite)
    sheetPlace = try ResultPlace(sheetPath, overwrite: overwrite)
  }

  /// Writes both files, and shows the progress on a terminal.
  ///
  /// If a signal interrupts this function, either both files or neither file has been written.
  ///
  /// - Throws: `Interrupted` after a signal; `Failure`; `OutputError`.
  func run(on messages: TextStream) async throws -> RenderedSound {
    let signals = await TerminalSignal.received(restoring: nil, of: STDIN_FILENO, grace: Self.cleanUpLimit)
    return try await withThrowingTaskGroup(of: RenderedSound?.self) { group in
      group.addTask {
        for await signal in signals where signal.isEnding { throw Interrupted(signal: signal) }
        return nil
      }
      group.addTask { try await write(on: messages) }
      defer { group.cancelAll() }
      // The task that waits for signals returns nil if the stream of signals ends.
      while let rendered = try await group.next() {
        if let rendered { return rendered }
      }
      preconditionFailure("rendering returned neither a file nor an error")
    }
  }

  private func write(on messages: TextStream) async throws -> RenderedSound {
    let voice = request.isSpoken ? EspeakVoice(request.workout.settings) : nil
    try await voice?.check()
    let backing = try track.map { (path) throws(Failure) in try OpenTrack(path, rate: format.rate) }
    var mixer = Mixer(request.score, rate: format.rate, voice: voice, track: backing)
    let (file, sheetFile) = (try place.file(), try sheetPlace.file())
    var progress = RenderProgress(of: request.total, on: messages)
    defer { try? progress.erase() }
    do {
      let frames = (request.total + Self.maxEnding).frames(at: format.rate)
      let writer = try SoundFileWriter(
        file.descriptor, as: format, channels: mixer.channels, tags: request.tags, frames: frames)
      while let block = try await mixer.nextBlock() {
        try writer.write(block)
        try progress.draw(time(of: mixer.position))
        // The task that waits for signals can run here.
        await Task.yield()
        try Task.checkCancellation()
      }
      try writer.finish()
    } catch let error as SoundFileError {
      throw Failure.soundNotSaved(place.typed, error)
    }
    let chapters = request.chapters
    try save(file, and: sheetFile, chapters)
    return RenderedSound(
      file: place.typed, cueSheet: sheetPlace.typed, title: request.title, length: time(of: mixer.position),
      cues: mixer.cues, chapters: chapters.count)
  }

  /// Commits both files or neither.
  private func save(
    _ file: PendingFile, and sheetFile: PendingFile, _ chapters: [CueSheet.Chapter]
  ) throws(Failure) {
    let name = place.typed.split(separator: "/").last.map(String.init) ?? place.typed
    do {
      try sheetFile.write(CueSheet(title: request.title, file: name, chapters: chapters).text)
    } catch {
      throw sheetPlace.failure(error)
    }
    do {
      try PendingFile.commit([file, sheetFile])
    } catch {
      throw (error.subject == sheetFile.path ? sheetPlace : place).failure(error)
    }
  }

  private func time(of frames: Int) -> Duration { .seconds(1) * frames / format.rate }

  /// Whether two paths lead to the same file; see stat(2).
  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let first = try? Stat(at: path), let second = try? Stat(at: other) else { return false }
    return first.deviceID == second.deviceID && first.inode == second.inode
  }
}

/// A sound file that was written.
struct RenderedSound: Equatable {
  let file: String
  let cueSheet: String
  let title: String
  let length: Duration
  /// Number of audible cues.
  let cues: Int
  let chapters: Int

  /// The line for the user: `Saved run.opus: 43:22, 226 cues. Chapters: run.opus.cue`.
  var line: String {
    let count = cues == 1 ? "1 cue" : "\(cues) cues"
    return "Saved \(file.safeForTerminal): \(length.clockText()), \(count). Chapters: \(cueSheet.safeForTerminal)"
  }

  var json: JSONValue {
    .object([
      "path": .string(file),
      "cueSheet": .string(cueSheet),
      "title": .string(title),
      "durationMs": .int(length.inMilliseconds),
      "cues": .int(cues),
      "chapters": .int(chapters),
    ])
  }
}

/// The progress of a rendering, on one terminal line that is redrawn.
struct RenderProgress {
  /// The stream for the line; nil if the stream cannot redraw a line.
  private let output: TextStream?
  private let total: Duration
  /// The time of the last drawing; before the first drawing, the time of the start.
  private var last = DispatchTime.now()
  private var isDrawn = false

  /// Minimum time between drawings; a shorter rendering shows no progress.
  private static let minInterval = DispatchTimeInterval.milliseconds(100)
  private static let maxBarColumns = 40

  /// Makes a progress line; if the stream cannot redraw a line, nothing is ever written.
  init(of total: Duration, on output: TextStream) {
    self.total = total
    self.output = output.canRedraw ? output : nil
  }

  /// Draws the line, unless it was drawn less than `minInterval` ago.
  mutating func draw(_ done: Duration) throws(OutputError) {
    guard let output, DispatchTime.now() >= last + Self.minInterval else { return }
    last = .now()
    isDrawn = true
    try output.write("\r\(Self.line(done, of: total, width: output.size.columns))\u{1B}[K")
  }

  /// Erases the line.
  func erase() throws(OutputError) {
    if isDrawn { try output?.write("\r\u{1B}[K") }
  }

  /// The line, which leaves the last column free: `██████████▌           26% 11:15 of 43:12`.
  static func line(_ done: Duration, of total: Duration, width: Int) -> String {
    let part = total > .zero ? min(done / total, 1) : 1
    let whole = total.clockText()
    let percent = "\(Int(part * 100))%".padded(to: 4, rightAligned: true)
    let time = "\(min(done, total).clockText().padded(to: whole.columns, rightAligned: true)) of \(whole)"
    let columns = min(maxBarColumns, width - 1 - " \(percent) \(time)".columns)
    guard columns > 3 else { return percent }
    return "\(Bar(fraction: part).text(columns: columns).padded(to: columns)) \(percent) \(time)"
  }
}

/// Background music that is read from an open file.
final class OpenTrack: BackingTrack {
  private let path: String
  private let file: OpenFile
  private let track: LoopedTrack

  /// Opens a file by its path as typed; `rate` is the output rate in samples per second.
  init(_ path: String, rate: Int) throws(Failure) {
    do {
      file = try OpenFile.regular(path)
    } catch {
      if case .system(let error) = error { throw .unusableTrack(path, .system(error.errno)) }
      throw .unreadableFile(error)
    }
    do {
      track = try LoopedTrack(file.descriptor, rate: rate)
    } catch {
      throw .unusableTrack(path, error)
    }
    self.path = path
  }

  var channels: Int { track.channels }

  func read(_ frames: Int) throws -> [Float] {
    do {
      return try track.read(frames)
    } catch {
      throw Failure.unusableTrack(path, error)
    }
  }
}
