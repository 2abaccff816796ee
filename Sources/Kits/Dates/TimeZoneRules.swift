/// Offsets of a time zone from universal time, and the moments at which the offset changes.
///
/// The rules come from a time zone file or from a text in the form of `TZ`. FoundationEssentials has no time zones.
package struct TimeZoneRules: Equatable, Sendable {
  /// Changes that the file lists, in order.
  private let listed: [Change]
  /// Offset before the first change, or at all times if the offset never changes.
  package let initial: Offset
  /// Rule for all times after the last listed change; nil if the file contains no rule.
  package let yearly: YearlyRule?

  /// An offset and its name.
  package struct Offset: Hashable, Sendable {
    /// Offset from universal time in seconds; positive if the local clock is ahead of universal time.
    package let seconds: Int
    /// Whether the offset belongs to daylight saving time; in Ireland, this is the time in winter.
    package let isDaylight: Bool
    /// Name of the time, such as `CEST` or `+0330`.
    package let abbreviation: String

    package init(seconds: Int, isDaylight: Bool, abbreviation: String) {
      self.seconds = seconds
      self.isDaylight = isDaylight
      self.abbreviation = abbreviation
    }
  }

  /// A change of the offset.
  package struct Change: Equatable, Sendable {
    /// Moment of the change in seconds since 1 January 1970.
    package let moment: Int
    package let before: Offset
    package let after: Offset

    package init(moment: Int, before: Offset, after: Offset) {
      self.moment = moment
      self.before = before
      self.after = after
    }
  }

  /// A moment from which an offset applies.
  struct Onset: Equatable, Sendable {
    let moment: Int
    let offset: Offset
  }

  /// Makes rules from the onsets of a file, which are in order.
  init(initial: Offset, onsets: [Onset], yearly: YearlyRule?) {
    self.initial = initial
    self.yearly = yearly
    listed = Self.changes(onsets, after: initial)
  }

  /// Makes rules that are the same in each year.
  package init(yearly: YearlyRule) {
    // A rule can switch to daylight saving time and back at the same moment, so that the offset never changes.
    let initial = yearly.onsets(in: -2 * Self.maxSecondsPerYear...0).last?.offset ?? yearly.standard
    self.init(initial: initial, onsets: [], yearly: yearly)
  }

  /// Moment of the last change that the file lists; nil if the file lists no change.
  package var lastListed: Int? { listed.last?.moment }

  /// Returns the changes in a range of moments, in order.
  package func changes(in range: ClosedRange<Int>) -> [Change] {
    let before = lastChange(before: range.lowerBound)?.after ?? initial
    let listed = listed.filter { range.contains($0.moment) }
    let onsets = listed.map { Onset(moment: $0.moment, offset: $0.after) } + yearlyOnsets(in: range)
    return Self.changes(onsets, after: before)
  }

  /// Returns the last change before a moment; nil if the offset has never changed before.
  package func lastChange(before moment: Int) -> Change? {
    // Each yearly rule has changed the offset in the past two years, or never changes it.
    let start = max(moment - 2 * Self.maxSecondsPerYear, (lastListed ?? .min) + 1)
    let past = listed.last { $0.moment < moment }
    guard start < moment else { return past }
    let recent = Self.changes(yearlyOnsets(in: start...(moment - 1)), after: past?.after)
    return recent.last ?? past
  }

  /// Returns the onsets of the yearly rule that are in a range and follow the last listed change.
  private func yearlyOnsets(in range: ClosedRange<Int>) -> [Onset] {
    guard let yearly else { return [] }
    return yearly.onsets(in: range).filter { $0.moment > lastListed ?? .min }
  }

  /// Removes onsets that change nothing, and all but the last onset of a moment.
  ///
  /// If `before` is nil, the offset before the first onset is unknown, and the first onset only sets it.
  private static func changes(_ onsets: [Onset], after before: Offset?) -> [Change] {
    var (changes, current) = ([Change](), before)
    for (index, onset) in onsets.enumerated() {
      let isReplaced = index + 1 < onsets.count && onsets[index + 1].moment == onset.moment
      guard !isReplaced, onset.offset != current else { continue }
      if let current { changes.append(Change(moment: onset.moment, before: current, after: onset.offset)) }
      current = onset.offset
    }
    return changes
  }

  private static let maxSecondsPerYear = 366 * 24 * 60 * 60
}
