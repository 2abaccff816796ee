import DynamicLibraries
import Glibc
import Testing

@Suite struct SharedLibraryTests {
  @Test func `a function of a library that is installed can be called`() throws {
    let library = try SharedLibrary(name: "libc.so.6", package: "libc6").load()
    let function = try library.function("abs", as: (@convention(c) (CInt) -> CInt).self)
    #expect(function(-3) == 3)
  }

  @Test func `the error of a missing library or function names the reason`() throws {
    let missing = SharedLibrary(name: "libnothing.so.1", package: "libnothing1")
    let error = #expect(throws: LibraryError.self) { try missing.load() }
    #expect(error?.library.package == "libnothing1")
    #expect(
      error?.description
        == "cannot load libnothing.so.1: cannot open shared object file: No such file or directory")
    let library = try SharedLibrary(name: "libc.so.6", package: "libc6").load()
    let other = #expect(throws: LibraryError.self) {
      try library.function("nothing", as: (@convention(c) () -> Void).self)
    }
    #expect(other?.message.contains("undefined symbol: nothing") == true)
  }
}
