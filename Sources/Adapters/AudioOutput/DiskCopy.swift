import Concurrency
import Dispatch
import UserFiles

/// The copy on disk of a small file in memory, which survives a power failure.
///
/// A queue of its own writes the copy, so that a disk that hangs delays no caller.
final class DiskCopy: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "org.intervald.mixer.disk")
  private let texts = Mailbox(LatestText())

  /// The text that was saved last; an earlier text that is still waiting is not written.
  private struct LatestText: MailboxContents {
    var text: String?

    mutating func next() -> String? { text.take() }
  }

  init(path: String) {
    self.path = path
  }

  /// Replaces the file, or removes it if the text is empty; errors are ignored, and the function returns at once.
  ///
  /// The removal is not synced: if it is lost, the next process finds that the text is out of date.
  func save(_ text: String) {
    texts.put {
      $0.text = text
    } startDelivery: {
      queue.async {
        while let text = self.texts.next() {
          if text.isEmpty {
            try? AtomicFile.remove(self.path, isSynced: false)
          } else {
            try? AtomicFile.write(text, to: self.path)
          }
        }
      }
    }
  }

  /// Calls `done` when everything that was saved before is on disk.
  func drain(_ done: @escaping @Sendable () -> Void) { queue.async(execute: done) }
}
