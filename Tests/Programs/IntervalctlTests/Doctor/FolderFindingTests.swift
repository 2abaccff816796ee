import Glibc
import PlanLibrary
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutReports

@testable import intervalctl

@Suite struct FolderFindingTests {
  private static func folder(_ mode: UInt32, owner: UInt32 = 1000) -> PathState {
    PathState(.folder(owner: owner, mode: mode))
  }

  private static let looping = SystemError("/f", .tooManySymbolicLinkLevels)

  @Test(
    arguments: [
      (folder(0o700), "ok", "/f is private", nil),
      (folder(0o755), "warning", "other users can access /f", "chmod 700 /f"),
      (
        .init(.folder(owner: 1000, mode: 0o777), writers: .others), "fault", "other users can write to /f",
        "check its contents, then: chmod go-w /f"
      ),
      (
        .init(.folder(owner: 1000, mode: 0o770), writers: .group("ann", isPrimary: true)), "fault",
        "other members of your group ann can write to /f", "check its contents, then: chmod go-w /f"
      ),
      (
        folder(0o700, owner: 7), "fault", "/f belongs to another user, with the number 7",
        "give it another name: mv -T /f /f.other"
      ),
      (.init(.folder(owner: 1000, mode: 0o400), canWrite: false), "fault", "/f cannot be written to", "chmod u+rwx /f"),
      (.init(.missing), "unused", "/f is created when intervald starts", nil),
      (.init(.other), "fault", "/f is not a folder", "give it another name: mv -T /f /f.other"),
      (
        .init(.unknown(SystemError("/f", .permissionDenied))), "fault", "/f: Permission denied",
        "inspect it: ls -ld /f"
      ),
    ] as [(PathState, Report.VerdictWord, String, String?)])
  func `the state of the runtime folder determines the finding about it`(
    state: PathState, verdict: Report.VerdictWord, words: String, remedy: String?
  ) {
    let finding = Report.Finding.runtimeFolder("/f", state, in: Self.folder(0o700), user: 1000)
    #expect(finding == Report.Finding("runtime folder", verdict, words, remedy: remedy))
  }

  @Test(
    arguments: [
      (1000, "set XDG_RUNTIME_DIR to a folder of your own, such as /run/user/1000"),
      (0, "set XDG_RUNTIME_DIR to a folder of your own, such as /run/user/0, or use intervalctl without sudo"),
    ] as [(UInt32, String)])
  func `the runtime folder or the socket of another user is not changed`(user: UInt32, remedy: String) {
    let base = Self.folder(0o700, owner: 7)
    #expect(Report.Finding.runtimeFolder("/f", base, in: base, user: user).remedy == remedy)
    #expect(
      Report.Finding.socket(
        .answered(version: "", findings: []), at: "/f", .init(.socket(owner: 7)), in: base, user: user,
        units: .noManager
      ).remedy == remedy)
  }

  @Test(
    arguments: [
      (folder(0o755), nil, "ok", "/f", nil),
      (.init(.missing), nil, "unused", "/f does not exist yet", nil),
      (
        folder(0o777), .writableFolder(path: "/f"), "fault", "/f: other users can write to this folder",
        "check its contents, then: chmod go-w /f"
      ),
      (
        folder(0o700, owner: 7), .foreignOwner(path: "/f", user: 7), "fault",
        "/f: belongs to another user, with the number 7",
        "check its contents, then replace it with one that belongs to you"
      ),
      (
        .init(.unknown(looping)), .system(looping), "fault", "/f: Too many levels of symbolic links",
        "inspect it: ls -ld /f"
      ),
      (
        .init(.folder(owner: 1000, mode: 0), canRead: false, canWrite: false), nil, "fault", "/f cannot be read",
        "chmod u+rwx /f"
      ),
      (
        .init(.folder(owner: 1000, mode: 0o500), canWrite: false), nil, "fault", "/f cannot be written to",
        "chmod u+rwx /f"
      ),
    ] as [(PathState, FileTrustError?, Report.VerdictWord, String, String?)])
  func `the state of a trusted folder determines the finding about it`(
    state: PathState, distrust: FileTrustError?, verdict: Report.VerdictWord, words: String, remedy: String?
  ) {
    let finding = Report.Finding.trustedFolder(
      "state folder", "/f", state, distrust: distrust, isWritten: true, user: 1000)
    #expect(finding == Report.Finding("state folder", verdict, words, remedy: remedy))
  }

  @Test func `a default plan that does not exist causes a warning with the line number`() throws {
    let folder = try TemporaryFolder()
    let folders = XDGFolders(environment: [
      "HOME": folder.path, "XDG_CONFIG_DIRS": "/nowhere", "XDG_DATA_DIRS": "/nowhere",
    ])
    let path = folder.path(of: ".config/intervald/intervald.conf")
    try folder.write("30s run", to: ".config/intervald/plans/long-run.plan")
    func finding(_ text: String) throws -> Report.Finding {
      try folder.write(text, to: ".config/intervald/intervald.conf")
      return .settings(
        Result { () throws(LibraryFileError) in try Configuration.read(in: folders) }, plans: PlanFolders(folders))
    }
    #expect(try finding("\ndefault-plan long-run\n") == .init("settings", .ok, "read from \(path)"))
    #expect(
      try finding("# default-plan x\n\n default-plan \"long-rum\" # mine\n")
        == .init(
          "settings", .warning, "\(path):3: default-plan names 'long-rum', which does not exist",
          remedy: "did you mean 'long-run'?"))
    #expect(
      try finding("hook finish \"/bin/true\"\ncue finish sound")
        == .init(
          "settings", .warning, "'hook finish' has no effect: the cue 'finish' has no channel 'hook'",
          remedy: "add the channel: cue finish sound hook"))
    #expect(
      try finding("media-keys on\nmpris off\nremaining-every 1m")
        == .init(
          "settings", .warning, "some settings have no effect",
          details: [
            "'remaining-every' has no effect: the cue 'remaining' has no channel; "
              + "add a channel, such as: cue remaining notification hook",
            "'media-keys' has no effect: the settings contain 'mpris off'; remove 'mpris off' or 'media-keys'",
          ]))
    for text in ["volume loud", "\u{1F3C3}", "countdown 9x"] { #expect(try finding(text).remedy != nil) }
    #expect(try finding("default-plan zzzzzzzz").remedy == "list the plans with: intervalctl plans")
  }

  @Test func `a settings folder may be read-only, and a plans folder may belong to any user`() {
    let readable = PathState(.folder(owner: 7, mode: 0o777), canWrite: false)
    #expect(
      Report.Finding.trustedFolder("x", "/f", readable, distrust: nil, isWritten: false, user: 1000).verdict == .ok)
    #expect(
      Report.Finding.plansFolder("/f", readable, user: 1000)
        == Report.Finding("plans folder", .fault, "/f cannot be written to", remedy: "inspect it: ls -ld /f"))
    #expect(Report.Finding.plansFolder("/f", Self.folder(0o777, owner: 7), user: 1000).verdict == .ok)
    #expect(
      Report.Finding.plansFolder("/f", .init(.missing), user: 1000)
        == Report.Finding("plans folder", .unused, "/f is created when a plan is saved"))
  }

  @Test func `the state of a path contains the kind, the owner, the mode and the writers of the file`() throws {
    let folder = try TemporaryFolder()
    #expect(PathState(of: folder.path) == PathState(.folder(owner: geteuid(), mode: 0o700)))
    // chmod(2) receives the path as a C string, which is valid during the call.
    try #require(unsafe chmod(folder.path, 0o707) == 0)
    #expect(PathState(of: folder.path) == PathState(.folder(owner: geteuid(), mode: 0o707), writers: .others))
    #expect(PathState(of: folder.path(of: "none")).kind == .missing)
    try folder.write("", to: "file")
    #expect(PathState(of: folder.path(of: "file")).kind == .other)
    #expect(
      PathState(of: folder.path(of: "file/none")).kind
        == .unknown(SystemError(folder.path(of: "file/none"), .notDirectory)))
  }
}
