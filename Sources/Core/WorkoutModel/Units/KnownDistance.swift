/// The known part of a distance, and whether this part is the whole distance.
///
/// The distance of an interval without a pace is unknown until it is measured.
package struct KnownDistance: Equatable, Codable, Sendable {
  /// Metres of the known part.
  package var metres: Double
  /// Time in which the known part is covered.
  package var time: Duration
  /// Whether an unknown distance is missing in `metres`.
  package var isPartial: Bool

  package static let zero = KnownDistance(metres: 0, time: .zero)
  /// A distance without a known part.
  package static let unknown = KnownDistance(metres: 0, time: .zero, isPartial: true)

  package init(metres: Double, time: Duration, isPartial: Bool = false) {
    self.metres = metres
    self.time = time
    self.isPartial = isPartial
  }

  /// Makes a whole distance; if `metres` is nil, makes a distance without a known part.
  package init(_ metres: Double?, in time: Duration) {
    self = metres.map { KnownDistance(metres: $0, time: time) } ?? .unknown
  }

  /// Metres of the whole distance; nil if only a part is known.
  package var wholeMetres: Double? { isPartial ? nil : metres }

  /// Metres of the known part; nil if no part is known.
  package var knownMetres: Double? { isPartial && metres == 0 ? nil : metres }

  /// Average speed in the known part; nil if its distance or its time is zero.
  package var metresPerSecond: Double? { time > .zero && metres > 0 ? metres / time.inSeconds : nil }

  /// Average speed for display; nil if the known part is shorter than 1 m or 1 s.
  package var shownMetresPerSecond: Double? { metres >= 1 && time >= .seconds(1) ? metresPerSecond : nil }

  /// The distance together with `remaining`; nil if no part of `remaining` is known.
  package func followed(by remaining: KnownDistance) -> KnownDistance? {
    remaining.knownMetres.map { _ in self + remaining }
  }

  package static func + (left: KnownDistance, right: KnownDistance) -> KnownDistance {
    KnownDistance(
      metres: left.metres + right.metres, time: left.time + right.time, isPartial: left.isPartial || right.isPartial)
  }

  package static func - (left: KnownDistance, right: KnownDistance) -> KnownDistance {
    KnownDistance(
      metres: left.metres - right.metres, time: left.time - right.time, isPartial: left.isPartial || right.isPartial)
  }

  package static func * (distance: KnownDistance, count: Int) -> KnownDistance {
    KnownDistance(
      metres: distance.metres * Double(count), time: distance.time * count, isPartial: distance.isPartial)
  }
}

// MARK: - Text

extension KnownDistance {
  /// The distance: `5.00 km`, or `5.00 km and more` if only a part is known; nil if no part is known.
  package func text(in unit: DistanceUnit) -> String? {
    knownMetres.map { unit.text(metres: $0) + (isPartial ? Self.more : "") }
  }

  /// The distance where space is scarce: `5.00 km`, or `5.00 km+` if only a part is known; nil if no part is known.
  package func shortText(in unit: DistanceUnit) -> String? {
    knownMetres.map { unit.text(metres: $0) + (isPartial ? "+" : "") }
  }

  /// The distance without its unit: `5.00`, or `5.00+` if only a part is known; nil if no part is known.
  package func figure(in unit: DistanceUnit) -> String? {
    knownMetres.map { unit.figure(metres: $0) + (isPartial ? "+" : "") }
  }

  /// The distance in spoken words: `five kilometres`, or `five kilometres and more` if only a part is known.
  package func spoken(in unit: DistanceUnit) -> String? {
    knownMetres.map { unit.spoken($0 / unit.metres) + (isPartial ? Self.more : "") }
  }

  /// The distance covered, with the distance of the whole workout: `2.31 of 5.00 km`.
  ///
  /// If only a part of the whole is known, the text is `2.31 of 5.00 km and more`. Nil if no part of the two distances is
  /// known, or if the distance covered is 0 and the whole is nil.
  package func text(of whole: KnownDistance?, in unit: DistanceUnit) -> String? {
    guard var whole, whole.knownMetres != nil else { return metres > 0 ? text(in: unit) : nil }
    whole.isPartial = whole.isPartial || isPartial
    return whole.text(in: unit).map { "\(unit.figure(metres: metres)) of \($0)" }
  }

  /// The words after the known part of a distance.
  package static let more = " and more"
}
