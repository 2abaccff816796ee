import Glibc
import AudioFiles
import Soundtrack
import PlanLibrary

/// A track that is read from a file, which it holds open.
final class OpenTrack: BackingTrack {
  private let path: String
  private let descriptor: CInt
  private let track: LoopedTrack

  /// Opens a file by its path, as it was typed; what comes out has `rate` samples a second.
  init(_ path: String, rate: Int) throws(Failure) {
    let descriptor: CInt
    do {
      descriptor = try TextFile.openRegular(path)
    } catch {
      if case .system(let errno) = error.reason { throw .unusableTrack(path, .system(errno: errno)) }
      throw .unreadableFile(error)
    }
    do {
      track = try LoopedTrack(descriptor, rate: rate)
    } catch {
      close(descriptor)
      throw .unusableTrack(path, error)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
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
