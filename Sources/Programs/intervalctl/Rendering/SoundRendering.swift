import TerminalUI
import Dispatch
import Glibc
import AudioFiles
import Soundtrack
import SystemPackage
import UserFiles
import WorkoutModel

/// Writes a workout to a sound file, and its chapters to a cue sheet beside it.
///
/// Both are written whole and synced before the first takes its place. A failure leaves what was there before, as
/// `PendingFile.commit` says; only a crash between the two renames leaves a sound file without its cue sheet, or with an
/// earlier one.
struct SoundRendering {
  let request: SoundRequest
  /// The file that is heard behind the cues; nil for none.
  let track: String?
  let format: SoundFormat
  private let place: ResultPlace
  private let sheetPlace: ResultPlace

  /// More of a file than there is behind the end: the last sound, or words.
  private static let longestEnding = Duration.seconds(120)

  /// How long what was written may take to be taken away.
  private static let grace = DispatchTimeInterval.seconds(30)

  /// Looks whether there is a place for the files.
  ///
  /// - Throws: `Failure` for a name of no sound file's type, for the track's own, and as `ResultPlace`.
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

  /// Writes both, with progress on a terminal.
  ///
  /// - Throws: `Interrupted`, which leaves nothing of either unless both were whole when the signal arrived; `Failure`;
  ///   `OutputError`.
  func run(on messages: TextStream) async throws -> RenderedSound {
    let signals = await TerminalSignal.received(restoring: nil, of: STDIN_FILENO, grace: Self.grace)
    return try await withThrowingTaskGroup(of: RenderedSound?.self) { group in
      group.addTask {
        for await signal in signals where signal.isEnding { throw Interrupted(signal: signal) }
        return nil
      }
      group.addTask { try await write(on: messages) }
      defer { group.cancelAll() }
      // The signals end only where they end all.
      while let rendered = try await group.next() {
        if let rendered { return rendered }
      }
      preconditionFailure("a file is written, or an error is thrown")
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
      let frames = (request.total + Self.longestEnding).frames(at: format.rate)
      let writer = try SoundFileWriter(
        file.descriptor, as: format, channels: mixer.channels, tags: request.tags, frames: frames)
      while let block = try await mixer.nextBlock() {
        try writer.write(block)
        try progress.draw(time(of: mixer.position))
        // A signal has its turn.
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

  /// Puts both files in their places, or neither.
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

  /// Whether two paths lead to the same file: stat(2).
  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let first = try? Stat(at: path), let second = try? Stat(at: other) else { return false }
    return first.deviceID == second.deviceID && first.inode == second.inode
  }
}
