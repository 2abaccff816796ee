import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing

/// The recipes in docs/guide.md that upload a run when the workout ends.
///
/// In a hardened unit without its user manager, hooks run as children of the daemon, which have no network.
@Suite(.hangLimit, .enabled(if: DaemonPlace.current == .process, "needs hooks that have a network"))
struct UploadRecipeTests {
  @Test func `the recipe for intervals.icu uploads the run with the API key`() async throws {
    try await Self.upload(to: "intervals.icu") { requests, _ in
      let key = Data("API_KEY:your-key".utf8).base64EncodedString()
      _ = try await requests.first("the upload") {
        $0 == "/api/v1/athlete/0/activities|Basic \(key)|file=run.fit, FIT"
      }
    }
  }

  @Test func `the recipe for Runalyze uploads the run with the token`() async throws {
    try await Self.upload(to: "runalyze.com") { requests, _ in
      _ = try await requests.first("the upload") {
        $0 == "/api/v1/activities/uploads|your-token|file=run.fit, FIT"
      }
    }
  }

  @Test func `the recipe for Strava exchanges the refresh token, saves the new one, and uploads the run`() async throws
  {
    try await Self.upload(to: "www.strava.com") { requests, folder in
      _ = try await requests.first("the exchange") {
        $0 == "/oauth/token||client_id=12345|client_secret=your-secret|grant_type=refresh_token"
          + "|refresh_token=your-token"
      }
      _ = try await requests.first("the upload") {
        $0 == "/api/v3/uploads|Bearer access-2|data_type=fit|file=run.fit, FIT"
      }
      let saved = try String(contentsOfFile: "\(folder)/strava-token.curl", encoding: .utf8)
      #expect(saved == "data = \"grant_type=refresh_token&refresh_token=refresh-2\"\n")
    }
  }

  /// Ends a workout with the files of a recipe, and passes the requests and the folder of the files to `check`.
  ///
  /// `site` is the host in the addresses of the recipe. A local server receives the requests.
  private static func upload(
    to site: String, _ check: @escaping @Sendable (Recording<String>, _ folder: String) async throws -> Void
  ) async throws {
    try await Desktop.with { desktop in
      // A public server is not available, so a local server prints the requests.
      let server = try await desktop.processes.start(
        "python3", ["\(packageRoot)/Tests/foreign/upload_server.py"], environment: desktop.environment)
      let port = try await server.output.first("the port") { !$0.isEmpty }
      let folder = desktop.folder.path(of: "config/intervald")
      for (path, text) in try Self.recipe(for: site) {
        let settings = path.hasSuffix(".conf") ? "sound off\nnotify off\n" : ""
        try desktop.folder.write(
          settings
            + text.replacing("https://\(site)", with: "http://127.0.0.1:\(port)")
            .replacing("~/.config/intervald", with: folder).replacing("/home/ada/.config/intervald", with: folder),
          to: path.replacing("~/.config", with: "config"))
      }
      let programs = try BuiltProgram.path(of: "")
      let path = desktop.environment["PATH"] ?? "/usr/bin:/bin"
      let daemon = try await DaemonProcess.start(on: desktop, ["PATH": "\(programs):\(path)"])
      _ = try await daemon.connect().start(plan: "lead-in off\n5s run, 5s walk")
      try await check(server.output, folder)
    }
  }

  /// The files of a recipe, by their paths in the guide.
  private static func recipe(for site: String) throws -> [(path: String, text: String)] {
    let files = try PastedBlock.blocks(in: "docs/guide.md").compactMap { block -> (path: String, text: String)? in
      if case .file(let path, let text) = block { (path, text) } else { nil }
    }
    let isStrava = site == "www.strava.com"
    let recipe = files.filter { file in
      switch file.path {
      case "~/.config/intervald/intervald.conf": file.text.contains("/upload\"")
      case "~/.config/intervald/upload": file.text.contains("www.strava.com") == isStrava
      case "~/.config/intervald/upload.curl": file.text.contains(site)
      case "~/.config/intervald/strava.curl", "~/.config/intervald/strava-token.curl": isStrava
      default: false
      }
    }
    #expect(recipe.count == (isStrava ? 4 : 3))
    return recipe
  }
}
