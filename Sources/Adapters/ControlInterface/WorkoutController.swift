package import WorkoutReports

/// What answers the calls of `org.intervald.Workout`: one requirement a method.
///
/// Calls come from several tasks at the same time.
package protocol WorkoutController: Sendable {
  /// Starts a plan from its text; a running workout is replaced only where that is said.
  func start(plan: String, planName: String?, replace: Bool) async throws(ControlError) -> Report.Started

  /// Starts a plan of the daemon's own folders; without a name the default one, or else the last one started.
  func startNamed(_ name: String?, replace: Bool) async throws(ControlError) -> Report.Started

  func stop() async throws(ControlError) -> Report.Summary
  func pause() async throws(ControlError) -> Report.Status
  func resume() async throws(ControlError) -> Report.Status
  func toggle() async throws(ControlError) -> Report.Status

  /// Goes to the next interval, or out of the innermost repeat.
  func next(out: Bool) async throws(ControlError) -> Report.Status

  func previous() async throws(ControlError) -> Report.Status

  /// Lengthens or, below zero, shortens this occurrence of the interval.
  func extend(byMilliseconds milliseconds: Int) async throws(ControlError) -> Report.Status

  /// Takes a distance, of 0 to 999,990 m, for what is covered so far; when idle, for what the last workout came to.
  ///
  /// - Throws: `notRunning` where there is none, `implausibleDistance` for more than `Report.Corrected.plausibleMetres`,
  ///   and `unusableHistory` for a last workout that is not known, or not recorded yet as it was corrected.
  func correct(toMetres metres: Double) async throws(ControlError) -> Report.Corrected

  func status() async -> Report.Status

  /// The state at once, then every event.
  ///
  /// The stream's buffer must be bounded. One that ends, having overflowed or been finished, ends the watcher's
  /// connection; a watcher that leaves terminates it.
  func watch() async -> AsyncStream<Report.Event>

  func plans() async throws(ControlError) -> [Report.Plan]

  /// Reads the configuration again.
  func reload() async throws(ControlError)

  /// Gives one cue, or the start of a kind of interval, by its word, on the channels named or else on those of the
  /// settings, and says what became of it on each.
  func testCue(_ word: String, channels: [String]?) async throws(ControlError) -> Report.CueTest

  /// Looks at all that cues need and that is kept, within three seconds; nothing is shown or heard.
  func diagnose() async -> [Report.Finding]
}
