import CSystemd
import Glibc

/// A message on its way to or from a bus: an `sd_bus_message`.
///
/// `@safe`: the pointer lives as long as the value that owns it, and strings are copied at once.
@safe
struct BusMessage: ~Copyable {
  let message: OpaquePointer

  /// Makes a call without arguments yet: sd_bus_message_new_method_call(3).
  static func call(
    on bus: OpaquePointer, destination: String, path: String, interface: String, member: String
  ) throws(ServiceManagerError) -> BusMessage {
    var created: OpaquePointer?
    try unsafe check(
      sd_bus_message_new_method_call(bus, &created, destination, path, interface, member))
    guard let created = unsafe created else { throw ServiceManagerError(.messageUnusable, subject: member) }
    return unsafe BusMessage(owning: created)
  }

  init(owning message: OpaquePointer) {
    unsafe self.message = unsafe message
  }

  deinit {
    unsafe sd_bus_message_unref(message)
  }

  // MARK: Writing: sd_bus_message_append_basic(3), sd_bus_message_open_container(3)

  func append(_ string: String) throws(ServiceManagerError) {
    try unsafe Self.check(sd_bus_message_append_basic(message, Self.type("s"), string))
  }

  func append(_ number: UInt32) throws(ServiceManagerError) {
    var number = number
    try unsafe Self.check(sd_bus_message_append_basic(message, Self.type("u"), &number))
  }

  func append(array element: String, _ body: () throws(ServiceManagerError) -> Void) throws(ServiceManagerError) {
    try append("a", element, body)
  }

  func append(property name: String, string: String) throws(ServiceManagerError) {
    try append(property: name, "s") { () throws(ServiceManagerError) in try append(string) }
  }

  func append(property name: String, number: UInt64) throws(ServiceManagerError) {
    try append(property: name, "t") { () throws(ServiceManagerError) in
      var number = number
      try unsafe Self.check(sd_bus_message_append_basic(message, Self.type("t"), &number))
    }
  }

  func append(property name: String, strings: [String]) throws(ServiceManagerError) {
    try append(property: name, "as") { () throws(ServiceManagerError) in try append(strings) }
  }

  /// A command line, as the manager takes it: path, arguments with the name first, flags.
  func append(
    property name: String, program: String, arguments: [String], flags: [String]
  ) throws(ServiceManagerError) {
    try append(property: name, "a(sasas)") { () throws(ServiceManagerError) in
      try append(array: "(sasas)") { () throws(ServiceManagerError) in
        try append("r", "sasas") { () throws(ServiceManagerError) in
          try append(program)
          try append([program] + arguments)
          try append(flags)
        }
      }
    }
  }

  private func append(_ strings: [String]) throws(ServiceManagerError) {
    try append(array: "s") { () throws(ServiceManagerError) in
      for string in strings { try append(string) }
    }
  }

  private func append(
    property name: String, _ contents: String, _ body: () throws(ServiceManagerError) -> Void
  ) throws(ServiceManagerError) {
    try append("r", "sv") { () throws(ServiceManagerError) in
      try append(name)
      try append("v", contents, body)
    }
  }

  private func append(
    _ container: Unicode.Scalar, _ contents: String, _ body: () throws(ServiceManagerError) -> Void
  ) throws(ServiceManagerError) {
    try unsafe Self.check(sd_bus_message_open_container(message, Self.type(container), contents))
    try body()
    try unsafe Self.check(sd_bus_message_close_container(message))
  }

  // MARK: Reading: sd_bus_message_read_basic(3), sd_bus_message_enter_container(3)

  /// The object that it is about: sd_bus_message_get_path(3).
  var path: String? {
    unsafe sd_bus_message_get_path(message).map { unsafe String(cString: $0) }
  }

  /// The number of the call that it answers; 0 for what is no answer: sd_bus_message_get_reply_cookie(3).
  var repliesTo: UInt64 {
    var number: UInt64 = 0
    return unsafe sd_bus_message_get_reply_cookie(message, &number) < 0 ? 0 : number
  }

  /// The words of the error that it is; nil for what is none: sd_bus_message_get_error(3).
  var errorWords: String? {
    guard let error = unsafe sd_bus_message_get_error(message) else { return nil }
    return unsafe (error.pointee.message ?? error.pointee.name).map { unsafe String(cString: $0) } ?? ""
  }

  /// The unique name of who sent it, or the name of the bus, which vouches for either; nil where it came without a bus:
  /// sd_bus_message_get_sender(3).
  var sender: String? {
    unsafe sd_bus_message_get_sender(message).map { unsafe String(cString: $0) }
  }

  func isSignal(_ interface: String, _ member: String) -> Bool {
    unsafe sd_bus_message_is_signal(message, interface, member) > 0
  }

  func readString() throws(ServiceManagerError) -> String { try readText("s") }

  func readPath() throws(ServiceManagerError) -> String { try readText("o") }

  func readFlag() throws(ServiceManagerError) -> Bool {
    var flag: CInt = 0
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("b"), &flag))
    return flag != 0
  }

  func readNumber() throws(ServiceManagerError) -> UInt32 {
    var number: UInt32 = 0
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("u"), &number))
    return number
  }

  /// A descriptor of the caller's own, closed on exec: the message keeps and closes the one in it.
  func readDescriptor() throws(ServiceManagerError) -> CInt {
    var descriptor: CInt = -1
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("h"), &descriptor))
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw ServiceManagerError(.messageUnusable, errno: errno, subject: "a descriptor") }
    return copy
  }

  private func readText(_ type: Unicode.Scalar) throws(ServiceManagerError) -> String {
    var string: UnsafePointer<CChar>?
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type(type), &string))
    return unsafe string.map { unsafe String(cString: $0) } ?? ""
  }

  func readStringVariant() throws(ServiceManagerError) -> String {
    try enter("v", "s")
    let string = try readString()
    try exit()
    return string
  }

  func readNumberVariant() throws(ServiceManagerError) -> CInt {
    var number: CInt = 0
    try enter("v", "i")
    try unsafe Self.check(sd_bus_message_read_basic(message, Self.type("i"), &number))
    try exit()
    return number
  }

  /// The number of a job, 0 for none, out of a structure with its path.
  func readJobVariant() throws(ServiceManagerError) -> UInt32 {
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
  func readDictionary(_ body: (String) throws(ServiceManagerError) -> Void) throws(ServiceManagerError) {
    try enter("a", "{sv}")
    while try enter("e", "sv") {
      try body(try readString())
      try exit()
    }
    try exit()
  }

  func skip(_ types: String) throws(ServiceManagerError) {
    try unsafe Self.check(sd_bus_message_skip(message, types))
  }

  /// Begins to read what a container holds; false at the end of an array.
  @discardableResult
  private func enter(_ container: Unicode.Scalar, _ contents: String) throws(ServiceManagerError) -> Bool {
    try unsafe Self.check(sd_bus_message_enter_container(message, Self.type(container), contents))
  }

  private func exit() throws(ServiceManagerError) {
    try unsafe Self.check(sd_bus_message_exit_container(message))
  }

  /// Whether there was anything to do.
  @discardableResult
  private static func check(_ status: CInt) throws(ServiceManagerError) -> Bool {
    if status < 0 { throw ServiceManagerError(.messageUnusable, errno: -status, subject: "a D-Bus message") }
    return status > 0
  }

  private static func type(_ letter: Unicode.Scalar) -> CChar {
    CChar(letter.value)
  }
}
