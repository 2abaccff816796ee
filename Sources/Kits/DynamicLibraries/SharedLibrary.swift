import Glibc

/// A shared library that is loaded at its first use and stays loaded.
package struct SharedLibrary: Equatable, Sendable {
  /// The name under which the dynamic linker finds the library, such as `libpulse.so.0`.
  package let name: String
  /// The Debian package that contains the library.
  package let package: String

  package init(name: String, package: String) {
    self.name = name
    self.package = package
  }

  /// Loads the library; the corresponding C function is `dlopen(3)`.
  package func load() throws(LibraryError) -> Handle {
    // The name's C string outlives the call of `dlopen`.
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw LibraryError(of: self) }
    return unsafe Handle(library: self, handle: handle)
  }

  /// A loaded library.
  ///
  /// `@safe`: the library is never closed, so the handle is always valid.
  @safe package struct Handle {
    let library: SharedLibrary
    private let handle: UnsafeMutableRawPointer

    fileprivate init(library: SharedLibrary, handle: UnsafeMutableRawPointer) {
      self.library = library
      unsafe self.handle = unsafe handle
    }

    /// Returns a function; `type` must be the type that the library's header declares.
    ///
    /// The corresponding C function is `dlsym(3)`.
    package func function<Function>(_ name: String, as type: Function.Type) throws(LibraryError) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw LibraryError(of: library) }
      // `address` points to the function, and `type` is the type that the library's header declares.
      return unsafe unsafeBitCast(address, to: type)
    }
  }
}

/// The reason why a library, or a function of a library, cannot be loaded.
package struct LibraryError: Error, Equatable, CustomStringConvertible {
  package let library: SharedLibrary
  /// The message of the dynamic linker, without the name of the library at its beginning.
  package let message: String

  /// The latest error of the dynamic linker; the corresponding C function is `dlerror(3)`.
  fileprivate init(of library: SharedLibrary) {
    self.library = library
    // The C library owns the message, which is copied before another call replaces it.
    let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? ""
    let prefix = "\(library.name): "
    message = words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words
  }

  package var description: String { "cannot load \(library.name): \(message)" }
}
