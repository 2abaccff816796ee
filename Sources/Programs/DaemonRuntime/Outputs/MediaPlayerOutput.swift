package import Desktop
package import Logging
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
package import WorkoutReports

/// Shows the running workout as a media player, where the interval is the track and the plan is the album.
package struct MediaPlayerOutput: WorkoutOutput {
  private let player: any MediaPlayer
  private let iconFiles: IconFiles

  /// - Parameters:
  ///   - player: the port of the media player interface.
  ///   - iconFiles: the cover pictures, one for each kind of interval.
  package init(_ player: any MediaPlayer, iconFiles: IconFiles) {
    self.player = player
    self.iconFiles = iconFiles
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    // A start needs no update, because the effect of the lead-in or the first interval follows at once. A cue needs no
    // update, because it does not change the displayed state.
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
      // Desktops show "Unknown artist" for a track without an artist.
      artist: words.outermostRound(progress) ?? workout.displayTitle ?? ProgramName.shown,
      album: workout.displayTitle, length: progress.intervalRemaining.map { progress.intervalElapsed + $0 },
      position: progress.intervalElapsed, isPlaying: !progress.isPaused,
      artURL: iconFiles.url(of: progress.interval.map { IconName($0.kind) } ?? .program),
      keys: MediaKeyUse(workout.settings.usedMediaKeys))
  }
}

extension MediaPlayerOutput {
  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    for await key in player.commands {
      // A key pressed just after the end of the workout has no effect.
      _ = try? await runner.handle(key.command)
    }
  }
}

extension MediaKeyUse {
  fileprivate init(_ keys: MediaKeys) {
    self =
      switch keys {
      case .on: .always
      case .auto: .unlessOthersPlay
      case .off: .never
      }
  }
}

extension MediaCommand {
  /// The command that the media key sends.
  package var command: Command {
    switch self {
    case .play: .resume
    case .pause: .pause(.user)
    case .playPause: .toggle
    case .next: .next(out: false)
    case .previous: .previous
    case .stop: .stop
    }
  }
}
