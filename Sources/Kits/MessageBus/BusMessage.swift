import CSystemd
package import Glibc

/// A message on its way to or from a bus: an `sd_bus_message`.
///
/// `@safe`: the pointer lives as long as the value that owns it, and strings are copied at once.
@safe
package struct BusMessage: ~Copyable {
  package let message: OpaquePointer

  /// Makes a call without arguments yet: sd_bus_message_new_method_call(3).
  package static func call(
    on bus: OpaquePointer, destination: String, path: String, interface: String, member: String
  ) throws(BusError) -> BusMessage {
    var created: OpaquePointer?
    try unsafe check(
      sd_bus_message_new_method_call(bus, &created, destination, path, interface, member))
    guard let created = unsafe created else { throw BusError(.messageUnusable, subject: member) }
    return unsafe BusMessage(owning: created)
  }

  package init(owning message: OpaquePointer) {
    unsafe self.message = unsafe message
  }

  deinit {
    unsafe sd_bus_message_unref(message)
  }

  // MARK: Writing: sd_bus_message_append_basic(3), sd_bus_message_open_container(3)

  package func append(_ string: String) throws(BusError) {
    try unsafe Self.check(sd_bus_message_append_basic(message, Self.type("s"), string))
  }

  package func append(_ number: UInt32) throws(BusError) {
    var number = number
    try unsafe Self.check(sd_bus_message_append_basic(message, Self.type("u"), &number))
  }

  package func append(array element: String, _ body: () throws(BusError) -> Void) throws(BusError) {
    try append("a", element, body)
  }

  package func append(property name: String, string: String) throws(BusError) {
    try append(property: name, "s") { () throws(BusError) in try append(string) }
  }

  package func append(property name: String, number: UInt64) throws(BusError) {
    try append(property: name, "t") { () throws(BusError) in
      var number = number
      try unsafe Self.check(sd_bus_message_append_basic(message, Self.type("t"), &number))
    }
  }

  package func append(property name: String, strings: [String]) throws(BusError) {
    try append(property: name, "as") { () throws(BusError) in try append(strings) }
  }

  /// A command line, as the manager takes it: path, arguments with the name first, flags.
  package func append(
    property name: String, program: String, arguments: [String], flags: [String]
  ) throws(BusError) {
    try append(property: name, "a(sasas)") { () throws(BusError) in
      try append(array: "(sasas)") { () throws(BusError) in
        try append("r", "sasas") { () throws(BusError) in
          try append(program)
          try append([program] + arguments)
          try append(flags)
        }
      }
    }
  }

  private func append(_ strings: [String]) throws(BusError) {
    try append(array: "s") { () throws(BusError) in
      for string in strings { try append(string) }
    }
  }

  private func append(
    property name: String, _ contents: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try append("r", "sv") { () throws(BusError) in
      try append(name)
      try append("v", contents, body)
    }
  }

  private func append(
    _ container: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try unsafe Self.check(sd_bus_message_open_container(message, Self.type(container), contents))
    try body()
    try unsafe Self.check(sd_bus_message_close_container(message))
  }

  // MARK: Reading: sd_bus_message_read_basic(3), sd_bus_message_enter_container(3)

  /// The object that it is about: sd_bus_message_get_path(3).
  package var path: String? {
    unsafe sd_bus_message_get_path(message).map { unsafe String(cString: $0) }
  }

  /// The number of the call that it answers; 0 for what is no answer: sd_bus_message_get_reply_cookie(3).
  package var repliesTo: UInt64 {
    var number: UInt64 = 0
    return unsafe sd_bus_message_get_reply_cookie(message, &number) < 0 ? 0 : number
  }

  /// The words of the error that it is; nil for what is none: sd_bus_message_get_error(3).
  package var errorWords: String? {
    guard let error = unsafe sd_bus_message_get_error(message) else { return nil }
    return unsafe (error.pointee.message ?? error.pointee.name).map { unsafe String(cString: $0) } ?? ""
  }

  /// The unique name of who sent it, or the name of the bus, which vouches for either; nil where it came without a bus:
  /// sd_bus_message_get_sender(3).
  package var sender: String? {
    unsafe sd_bus_message_get_sender(message).map { unsafe String(cString: $0) }
  }

  package func isSignal(_ interface: String, _ member: String) -> Bool {
    unsafe sd_bus_message_is_signal(message, interface, member) > 0
  }

  package func readString() throws(BusError) -> String { try readText("s") }

  package func readPath() throws(BusError) -> String { try readText("o") }

  package func readFlag() throws(BusError) -> Bool {
    var flag: CInt = 0
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("b"), &flag))
    return flag != 0
  }

  package func readNumber() throws(BusError) -> UInt32 {
    var number: UInt32 = 0
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("u"), &number))
    return number
  }

  /// A descriptor of the caller's own, closed on exec: the message keeps and closes the one in it.
  package func readDescriptor() throws(BusError) -> CInt {
    var descriptor: CInt = -1
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("h"), &descriptor))
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw BusError(.messageUnusable, errno: errno, subject: "a descriptor") }
    return copy
  }

  private func readText(_ type: Unicode.Scalar) throws(BusError) -> String {
    var string: UnsafePointer<CChar>?
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type(type), &string))
    return unsafe string.map { unsafe String(cString: $0) } ?? ""
  }

  package func readStringVariant() throws(BusError) -> String {
    try enter("v", "s")
    let string = try readString()
    try exit()
    return string
  }

  package func readNumberVariant() throws(BusError) -> CInt {
    var number: CInt = 0
    try enter("v", "i")
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("i"), &number))
    try exit()
    return number
  }

  /// The number of a job, 0 for none, out of a structure with its path.
  package func readJobVariant() throws(BusError) -> UInt32 {
    var number: UInt32 = 0
    try enter("v", "(uo)")
    try enter("r", "uo")
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("u"), &number))
    try skip("o")
    try exit()
    try exit()
    return number
  }

  /// Reads a dictionary of names and variants; `body` reads or skips the variant of each.
  package func readDictionary(_ body: (String) throws(BusError) -> Void) throws(BusError) {
    try enter("a", "{sv}")
    while try enter("e", "sv") {
      try body(try readString())
      try exit()
    }
    try exit()
  }

  package func skip(_ types: String) throws(BusError) {
    try unsafe Self.check(sd_bus_message_skip(message, types))
  }

  /// Begins to read what a container holds; false at the end of an array.
  @discardableResult
  private func enter(_ container: Unicode.Scalar, _ contents: String) throws(BusError) -> Bool {
    try unsafe Self.check(sd_bus_message_enter_container(message, Self.type(container), contents))
  }

  private func exit() throws(BusError) {
    try unsafe Self.check(sd_bus_message_exit_container(message))
  }

  /// Whether there was anything to do.
  @discardableResult
  private static func check(_ status: CInt) throws(BusError) -> Bool {
    if status < 0 { throw BusError(.messageUnusable, errno: -status, subject: "a D-Bus message") }
    return status > 0
  }

  private static func type(_ letter: Unicode.Scalar) -> CChar {
    CChar(letter.value)
  }
}
