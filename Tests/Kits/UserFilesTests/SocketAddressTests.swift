import Glibc
import SystemPackage
import Testing
import UserFiles

@Suite struct SocketAddressTests {
  /// The family of an address, and the bytes of its name.
  private func content(_ address: SocketAddress) -> (family: CInt, name: [UInt8]) {
    unsafe address.withPointer { pointer, length in
      // The address has `length` bytes.
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: Int(length))
      return unsafe (CInt(pointer.pointee.sa_family), Array(bytes.dropFirst(MemoryLayout<sa_family_t>.size)))
    }
  }

  @Test func `the address of a path contains its bytes`() throws {
    let content = content(try SocketAddress(path: "/run/é"))
    #expect(content.family == AF_UNIX)
    #expect(content.name == Array("/run/é".utf8))
  }

  @Test func `the address of an abstract name begins with a NUL`() throws {
    #expect(content(try SocketAddress(abstractName: "a")).name == [0, UInt8(ascii: "a")])
  }

  @Test func `a path of up to 107 bytes fits an address`() throws {
    let path = "/" + String(repeating: "a", count: 106)
    #expect(content(try SocketAddress(path: path)).name.count == 107)
    #expect(throws: SystemError(path + "a", .fileNameTooLong)) { try SocketAddress(path: path + "a") }
    #expect(throws: SystemError(path, .fileNameTooLong)) { try SocketAddress(abstractName: path) }
  }

  @Test(arguments: ["", "/run/\0"])
  func `an empty path or a path with a NUL is not an address`(path: String) {
    #expect(throws: SystemError(path, .invalidArgument)) { try SocketAddress(path: path) }
  }
}
