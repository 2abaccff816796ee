import PlanNotation
import WorkoutModel

extension FITStep {
  /// The step that repeats those from one of them up to itself; not endlessly.
  init(repeating extent: Repeat.Extent, from: Int) {
    switch extent {
    case .count(let count): self.extent = .repeat(from: from, .count(count))
    case .untilTime(let time): self.extent = .repeat(from: from, .time(milliseconds: time.inMilliseconds))
    case .untilDistance(let distance):
      self.extent = .repeat(from: from, .distance(centimetres: distance.inCentimetres))
      if Distance(centimetres: distance.inCentimetres) != distance { notes = "until \(distance.notation)" }
    case .forever: preconditionFailure("FIT has no endless repeats")
    }
  }

  /// How long the repeat goes on; nil where no timer can tell.
  ///
  /// - Throws: a number of repetitions, a time or a distance that no plan can have.
  func extent(of ending: Ending) throws(WorkoutFileError) -> Repeat.Extent? {
    switch ending {
    case .count(let count):
      guard PlanLimits.counts.contains(count) else {
        throw WorkoutFileError(.repetitions(count), at: .offset(offset))
      }
      return .count(count)
    case .time(let time):
      _ = try Goal.time(.milliseconds(time)).checked(at: .offset(offset))
      return .untilTime(.milliseconds(time))
    case .distance(let centimetres):
      _ = try Goal.distance(Distance(centimetres: centimetres)).checked(at: .offset(offset))
      let written = notes.flatMap { $0.hasPrefix("until ") ? try? readDistance(String($0.dropFirst(6))) : nil }
      return .untilDistance(
        written.flatMap { $0.inCentimetres == centimetres ? $0 : nil } ?? Distance(centimetres: centimetres))
    case .other: return nil
    }
  }
}
