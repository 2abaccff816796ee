import ControlInterface
import TestSupport
import Testing

/// Takes the pictures of the notification for docs/desktop.md.
///
/// `.ci/screenshots` sets the folder of the pictures. Otherwise, the suite is skipped.
@Suite(.enabled(if: RealDesktop.pictureFolder != nil, "takes pictures: run by `make screenshots`"), .timeLimit(.minutes(5)))
struct RealDesktopPictures {
  /// The margin around a notification, in pixels.
  private static let margin = 12

  @Test(arguments: RealDesktop.installed)
  func `a picture shows the notification of the desktop`(_ kind: RealDesktop) async throws {
    let folder = try #require(RealDesktop.pictureFolder)
    try await Desktop.with { desktop in
      let session = try await DesktopSession.start(kind, on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\n8x(3m run, 1m walk)")
      for _ in 1...4 { _ = try await client.next() }
      let (_, picture) = try await session.look("the complete cue") { picture -> ScreenText? in
        let text = try await session.read(picture)
        let isComplete = text.contains("Round 3 of 8") && session.showsControls(text, ["Pause", "Skip", "Stop"])
        return isComplete ? text : nil
      }
      let area = kind.notificationArea
      let script = """
        set -e
        box=$(convert "$1" -crop "$2" +repage -fuzz 2% -format '%@' info:)
        IFS='x+' read -r width height x y <<< "$box"
        convert "$1" -crop "$((width + 2 * $4))x$((height + 2 * $4))+$(($5 + x - $4))+$(($6 + y - $4))" +repage \\
          -fill '#34465a' -draw 'color 0,0 floodfill' -depth 8 -strip "$3"
        """
      try await desktop.run(
        "bash",
        ["-c", script, "bash", picture.path, area.geometry, "\(folder)/\(kind.rawValue).png"]
          + [Self.margin, area.x, area.y].map { "\($0)" })
      print("\(folder)/\(kind.rawValue).png")
    }
  }
}
