import Glibc
import SystemPackage
import TestSupport
import Testing
import UserFiles

@testable import intervalctl

@Suite struct ResultPlaceTests {
  @Test func `a path with a NUL character is an error and is not truncated`() throws {
    let folder = try TemporaryFolder()
    for name in ["a\0", "a\0.wav", "\0"] {
      let path = folder.path(of: name)
      for overwrite in [false, true] {
        #expect(throws: Failure.notSaved(SystemError(path, .invalidArgument))) {
          try ResultPlace(path, overwrite: overwrite)
        }
      }
    }
    #expect(!Folder.names(in: folder.path).contains("a"))
  }
}
