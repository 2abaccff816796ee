package import Testing

extension Trait where Self == TimeLimitTrait {
  /// The time limit of a test, which only ends tests that hang.
  ///
  /// The limit is several times `generousLimit`, so that a wait that exceeds its limit reports the missing event.
  package static var hangLimit: Self { .timeLimit(.minutes(15)) }
}
