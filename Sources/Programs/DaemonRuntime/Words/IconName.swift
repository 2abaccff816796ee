import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// The name, in the icon theme, of the picture for what a workout is at.
enum IconName: String, CaseIterable {
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

  init(_ kind: Kind) {
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
