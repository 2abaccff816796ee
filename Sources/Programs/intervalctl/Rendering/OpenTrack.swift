import AudioFiles
import Soundtrack
import UserFiles

/// A track that is read from a file, which it holds open.
final class OpenTrack: BackingTrack {
  private let path: String
  private let file: OpenFile
  private let track: LoopedTrack

  /// Opens a file by its path, as it was typed; what comes out has `rate` samples a second.
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
