/// How far hooks may go.
package struct HookLimits: Sendable {
  /// How long one may run before it gets SIGTERM.
  package var time: Duration
  /// How long after that before it gets SIGKILL.
  package var end: Duration
  /// How many may run at once.
  package var count: Int

  package init(time: Duration = .seconds(30), end: Duration = .seconds(2), count: Int = 8) {
    self.time = time
    self.end = end
    self.count = count
  }
}
