import Dispatch

extension Duration {
  /// Waits for as long as this is, or until the task is cancelled.
  ///
  /// `Task.sleep` ends on the default executor, whose pool of threads the daemon does without.
  package func elapse() async {
    let (time, end) = AsyncStream<Never>.makeStream()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "org.intervald.elapsing"))
    timer.setEventHandler { end.finish() }
    // What is longer than decades is as good as they are, and fits the number.
    let milliseconds = (min(self, .seconds(1 << 30)) / .milliseconds(1)).rounded(.up)
    timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)))
    timer.activate()
    for await _ in time {}
    timer.cancel()
  }
}
