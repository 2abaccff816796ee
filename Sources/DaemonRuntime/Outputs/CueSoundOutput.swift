package import CueSounds
import WorkoutEngine
import WorkoutModel

/// Lets the beginning of each interval, and the finish, be heard.
package struct CueSoundOutput: WorkoutOutput {
  private let player: any SoundPlayer

  package init(_ player: any SoundPlayer) {
    self.player = player
  }

  package func receive(_ event: WorkoutEvent) {
    guard event.workout.settings.playsSounds else { return }
    switch event.effect {
    case .started: player.prepare()
    case .finished: player.play(.finish)
    case .intervalBegan:
      guard event.progress?.phase == .running, let kind = event.progress?.interval?.kind else { return }
      player.play(kind.effort == .slow ? .slow : .fast)
    default: break
    }
  }
}
