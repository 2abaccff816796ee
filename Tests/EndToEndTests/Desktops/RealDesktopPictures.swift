import ControlInterface
import TestSupport
import TestTraits
import Testing

/// Takes the pictures of the notification for docs/desktop.md.
///
/// `.ci/test pictures` sets the folder of the pictures. Otherwise, the suite is skipped.
@Suite(
  .enabled(if: RealDesktop.pictureFolder != nil, "takes pictures: run by `make screenshots`"), .hangLimit)
struct RealDesktopPictures {
  /// Crops a picture to the notification, and adds a margin with the colour of the background.
  private static let script = """
    set -e
    background=$(convert "$1" -crop "$2" +repage -format "%[pixel:p{$4,$5}]" info:)
    convert "$1" -crop "$2" +repage -bordercolor "$background" -border 1 -fuzz 1% -trim +repage -border 12 -fuzz 0% \
      -fill '#34465a' -draw 'color 0,0 floodfill' -depth 8 -strip "$3"
    """

  @Test(arguments: RealDesktop.installed)
  func `a picture shows the notification of the desktop`(_ kind: RealDesktop) async throws {
    let folder = try #require(RealDesktop.pictureFolder)
    try await Desktop.with { desktop in
      let session = try await DesktopSession.start(kind, on: desktop)
      let daemon = try await session.startDaemon()
      // sway draws the pointer into its pictures.
      try await session.moveAway()
      _ = try await daemon.connect().start(plan: "lead-in off\n8x(3m run, 1m walk)")
      let (_, complete) = try await session.look("the complete cue") { picture -> ScreenText? in
        let text = try await session.read(picture)
        let isComplete = text.contains("Round 1 of 8") && session.showsControls(text, ["Pause", "Skip", "Stop"])
        return isComplete ? text : nil
      }
      // The server may still animate the notification.
      var (previous, picture) = (complete, try await session.look())
      while picture != previous { (previous, picture) = (picture, try await session.look()) }
      let area = kind.notificationArea
      try await desktop.run(
        "sh",
        ["-c", Self.script, "sh", picture.path, area.geometry, "\(folder)/\(kind.rawValue).png"]
          + ["\(area.width - 1)", "\(area.height - 1)"])
      print("\(folder)/\(kind.rawValue).png")
    }
  }
}
