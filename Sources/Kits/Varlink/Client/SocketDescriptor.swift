/// A socket's descriptor, closed when the last reference goes.
final class SocketDescriptor: Sendable {
  let number: CInt

  /// Takes over a descriptor.
  init(owning number: CInt) {
    self.number = number
  }

  deinit {
    UnixSocket.close(number)
  }

  /// Ends the conversation and wakes whoever waits on it; callable on any thread.
  func shutDown() {
    UnixSocket.shutDown(number)
  }
}
