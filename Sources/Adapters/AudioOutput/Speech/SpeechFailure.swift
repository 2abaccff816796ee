package import Concurrency

/// Why texts cannot be spoken, or one was not.
package typealias SpeechFailure = CodedFailure<SpeechFailureCode>

/// The kinds of `SpeechFailure`.
package enum SpeechFailureCode: FailureCode {
  /// There is no speech service, and none can be started.
  case noService
  /// The service has no synthesizer that works.
  case noVoice
  /// The service does not answer in time, or went away instead.
  case noAnswer
  /// Something else is spoken instead: another program's text, which is more important.
  case cutOff
  /// Anything else.
  case failed

  package var words: String {
    switch self {
    case .noService: "no speech service, and none can be started"
    case .noVoice: "the speech service has no synthesizer that works"
    case .noAnswer: "the speech service does not answer"
    case .cutOff: "the text was cut off"
    case .failed: "the text could not be spoken"
    }
  }
}
