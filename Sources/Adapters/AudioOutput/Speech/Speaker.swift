package import Concurrency

/// Speaks the texts of cues.
///
/// No call but `availability`, `check`, `test` and `shutDown` waits, and those no longer than they are told.
package protocol Speaker: Sendable {
  /// Whether texts can be spoken, each change once, for one reader; finished by `shutDown`.
  var events: AsyncStream<SpeechEvent> { get }

  /// Looks for a way to speak, unless there is one, and speaks like this from now on: called when a workout begins.
  func prepare(_ settings: VoiceSettings)

  /// Cuts off what it says, and says this as soon as possible; of several that could not be said yet the latest wins.
  ///
  /// Plain text, in which a line break is a space; a long one is cut.
  func say(_ text: String)

  /// Cuts off what it says, and what was to be said next.
  func hush()

  /// Says whether texts can be spoken, waiting for a search under way; nil if it is not known within the limit.
  func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailure>?

  /// Asks the service that runs whether it can speak; none is started for it, and nothing is heard.
  func check(within limit: Duration) async -> Availability<SpeechService, SpeechFailure>

  /// Says a text beside the others, and reports what became of it; nil if it was spoken to its end within the limit.
  func test(_ text: String, within limit: Duration) async -> SpeechFailure?

  /// Gives everything back, or up after the limit; nothing may be called after it.
  func shutDown(within limit: Duration) async
}
