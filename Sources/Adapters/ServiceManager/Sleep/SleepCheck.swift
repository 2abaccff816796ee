/// Whether a service would keep the machine awake.
package enum SleepCheck: Equatable, Sendable {
  case keeps
  /// Nobody on the bus does this.
  case absent
  /// There is no bus to ask on, for which there are these words.
  case noBus(String)
  /// It does not, for which it has these words.
  case refused(String)
  /// It, or the bus, does not answer in time.
  case silent
}
