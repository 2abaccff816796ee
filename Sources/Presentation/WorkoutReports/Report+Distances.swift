package import WorkoutModel

/// The distances of reports, each as one value.
///
/// On the wire, the known part of a distance, the mark of a partial distance and the time of the known part are separate
/// members.
extension Report.Status {
  /// The distance covered.
  package var distance: KnownDistance {
    KnownDistance(distanceM, isPartial: distanceIsPartial, milliseconds: distanceMs ?? elapsedMs)
  }

  /// The remaining distance at the plan's paces.
  package var remainingDistance: KnownDistance {
    KnownDistance(remainingM, isPartial: remainingIsPartial, milliseconds: remainingMs)
  }

  /// The expected distance of the whole workout; nil if no part of the remaining distance is known.
  package var expectedDistance: KnownDistance? { distance.followed(by: remainingDistance) }
}

extension Report.Summary {
  /// The distance covered.
  package var distance: KnownDistance {
    KnownDistance(distanceM, isPartial: distanceIsPartial, milliseconds: distanceMs ?? elapsedMs)
  }

  /// The distance of the whole plan.
  package var plannedDistance: KnownDistance {
    KnownDistance(plannedDistanceM, isPartial: plannedDistanceIsPartial, milliseconds: plannedMs)
  }
}

extension Report.Corrected {
  /// The distance before the correction.
  package var before: KnownDistance { KnownDistance(wasM, isPartial: wasIsPartial, milliseconds: nil) }
}

extension KnownDistance {
  fileprivate init(_ metres: Double?, isPartial: Bool?, milliseconds: Int?) {
    self.init(metres, in: .milliseconds(milliseconds ?? 0))
    if isPartial == true { self.isPartial = true }
  }

  /// The value of a member that marks a partial distance.
  package var reportedIsPartial: Bool? { isPartial && knownMetres != nil ? true : nil }

  /// The value of the member with the time of a partial distance.
  package var reportedMs: Int? { reportedIsPartial.map { _ in time.inMilliseconds } }
}
