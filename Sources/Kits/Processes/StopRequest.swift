import Glibc
import Synchronization
package import SystemPackage

/// A request to end a child early; any thread may send the request.
package final class StopRequest: Sendable {
  /// The read end of a pipe, which becomes readable when the request is sent.
  package let pipe: FileDescriptor
  private let writer: FileDescriptor
  private let signal: CInt
  /// `target` is the argument of kill(2); nil while no child is registered.
  private let state = Mutex<(isSent: Bool, target: pid_t?)>((false, nil))

  /// Makes a request that sends this signal of signal(7) to the child.
  package init(signal: CInt) throws(Errno) {
    self.signal = signal
    (pipe, writer) = try FileDescriptor.pipe(options: .closeOnExec)
  }

  deinit {
    for descriptor in [pipe, writer] { try? descriptor.close() }
  }

  /// Sends the signal to the child at once, and wakes the thread that waits for the child.
  ///
  /// The signal does not wait for that thread, because this process may exit before the thread continues.
  package func send() {
    state.withLock { state in
      guard !state.isSent else { return }
      state.isSent = true
      if let target = state.target { kill(target, signal) }
      _ = try? writer.writeAll([0])
    }
  }

  /// Registers the child that the request ends; if the request has already been sent, sends the signal at once.
  package func apply(to child: ChildProcess) {
    state.withLock { state in
      state.target = child.signalTarget
      if state.isSent { child.send(signal) }
    }
  }

  /// Prevents later signals, because another process can get the number of the child after `ChildProcess.wait`.
  package func forgetChild() {
    state.withLock { $0.target = nil }
  }
}
