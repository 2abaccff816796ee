package import WorkoutReports
package import Desktop
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation

/// Shows the workout under way as a media player: the interval is the track, the plan the album.
package struct MediaPlayerOutput: WorkoutOutput {
  private let player: any MediaPlayer
  private let iconFiles: IconFiles

  /// - Parameters:
  ///   - player: where it is shown.
  ///   - iconFiles: where the iconFiles for the kinds are.
  package init(_ player: any MediaPlayer, iconFiles: IconFiles) {
    self.player = player
    self.iconFiles = iconFiles
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    // The lead-in or the first interval follows a start at once; cues change nothing.
    case .started, .announced: return
    case .finished, .stopped: player.close()
    case .leadInBegan, .intervalBegan, .paused, .resumed, .extended, .corrected, .rejoined:
      if let progress = event.progress { show(event.workout, progress) }
    }
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) {
    workout.settings.isMediaPlayer ? show(workout, progress) : player.close()
  }

  private func show(_ workout: RunningWorkout, _ progress: Progress) {
    if workout.settings.isMediaPlayer { player.show(state(of: workout, progress)) }
  }

  private func state(of workout: RunningWorkout, _ progress: Progress) -> MediaState {
    let words = WorkoutWords(units: workout.units)
    return MediaState(
      trackID: "\(workout.id)/\(progress.number ?? 0)", title: words.trackTitle(progress),
      artist: words.outermostRound(progress),
      album: workout.displayTitle, length: progress.intervalRemaining.map { progress.intervalElapsed + $0 },
      position: progress.intervalElapsed, isPlaying: !progress.isPaused,
      artURL: iconFiles.url(of: progress.interval.map { IconName($0.kind) } ?? .program),
      canGoPrevious: true)
  }
}
