import WorkoutEngine
package import WorkoutModel

/// The name of the icon, in the icon theme, for the state of a workout.
package enum IconName: String, CaseIterable, Sendable {
  case program = "intervald"
  case warmup = "intervald-warmup"
  case run = "intervald-run"
  case walk = "intervald-walk"
  case sprint = "intervald-sprint"
  case rest = "intervald-rest"
  case cooldown = "intervald-cooldown"
  case interval = "intervald-interval"
  case paused = "intervald-paused"
  case finished = "intervald-finished"

  init(_ event: WorkoutEvent) {
    guard let progress = event.progress else {
      self = event.summary == nil ? .program : .finished
      return
    }
    switch (progress.phase, progress.interval?.kind) {
    case (.paused, _): self = .paused
    case (_, let kind?): self = Self(kind)
    case (_, nil): self = .program
    }
  }

  package init(_ kind: Kind) {
    self =
      switch kind {
      case .warmup: .warmup
      case .run, .jog, .work: .run
      case .walk: .walk
      case .sprint: .sprint
      case .rest, .recover: .rest
      case .cooldown: .cooldown
      case .interval: .interval
      }
  }
}
