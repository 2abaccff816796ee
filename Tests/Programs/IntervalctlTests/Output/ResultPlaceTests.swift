import Glibc
import TestSupport
import Testing
import WorkoutSettings

@testable import intervalctl

@Suite struct ResultPlaceTests {
  @Test func `a path with a NUL is not cut at it`() throws {
    let folder = try TemporaryFolder()
    for name in ["a\0", "a\0.wav", "\0"] {
      let path = folder.path(of: name)
      for overwrite in [false, true] {
        #expect(throws: Failure.notSaved(FileError(path: path, errno: EINVAL))) {
          try ResultPlace(path, overwrite: overwrite)
        }
      }
    }
    #expect(!FolderContents.names(in: folder.path).contains("a"))
  }
}
