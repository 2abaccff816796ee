extension Duration {
  /// The place of a moment among the frames of a recording, by the time since its start: the nearest frame, of two the
  /// later.
  ///
  /// It is worked out in whole numbers, so that it is as exact after a hundred hours as at the start.
  package func frames(at rate: Int) -> Int {
    let second = Duration.seconds(1).attoseconds
    return Int((attoseconds * Int128(rate) + second / 2) / second)
  }
}
