import Glibc
import PlanNotation
import TestSupport
import Testing
import WorkoutModel
import PlanLibrary

@Suite struct FilesTests {
  private let folder: TemporaryFolder
  private let folders: Folders

  init() throws {
    folder = try TemporaryFolder()
    folders = Folders(environment: [
      "HOME": folder.path, "XDG_CONFIG_DIRS": "\(folder.path)/etc", "XDG_DATA_DIRS": "\(folder.path)/usr",
    ])
  }

  @Test func `without a configuration the defaults hold`() throws {
    #expect(try Configuration.read(in: folders) == Configuration())
  }

  @Test func `the person's configuration comes before the machine's`() throws {
    try folder.write("sound off\n", to: "etc/intervald/intervald.conf")
    let machine = try Configuration.read(in: folders)
    #expect(machine.settings.sound == false && machine.path == "\(folder.path)/etc/intervald/intervald.conf")
    try folder.write("sound on\n", to: ".config/intervald/intervald.conf")
    #expect(try Configuration.read(in: folders).settings.sound == true)
  }

  @Test func `a configuration that is wrong says where`() throws {
    try folder.write("sound on\npace run 11:30\n", to: ".config/intervald/intervald.conf")
    let error = try #require(throws: SettingsFileError.self) { try Configuration.read(in: folders) }
    #expect(error.path == "\(folder.path)/.config/intervald/intervald.conf")
    guard case .notation(let place) = error.reason else { return #expect(Bool(false), "\(error)") }
    #expect(place.line == 2 && place.column == 15)
  }

  @Test func `a configuration that cannot be read is an error, not a default`() throws {
    try folder.write("", to: ".config/intervald/intervald.conf/file")
    #expect(throws: SettingsFileError(path: "\(folder.path)/.config/intervald/intervald.conf", reason: .system(EISDIR)))
    {
      try Configuration.read(in: folders)
    }
  }

  @Test func `plans are found by name, the person's own first`() throws {
    try folder.write("30s", to: "usr/intervald/plans/tabata.plan")
    try folder.write("30s", to: "usr/intervald/plans/easy.plan")
    try folder.write("40s", to: ".config/intervald/plans/tabata.plan")
    try folder.write("40s", to: ".config/intervald/plans/.hidden.plan")
    try folder.write("40s", to: ".config/intervald/plans/notes.txt")
    let plans = PlanFolders(folders)
    #expect(
      plans.entries().map(\.path) == [
        "\(folder.path)/usr/intervald/plans/easy.plan", "\(folder.path)/.config/intervald/plans/tabata.plan",
      ])
    #expect(plans.entries().map(\.name) == ["easy", "tabata"])
    #expect(plans.entry(named: "tabata")?.path == "\(folder.path)/.config/intervald/plans/tabata.plan")
    #expect(plans.entry(named: "tabta") == nil)
    #expect(plans.similar(to: "tabta") == "tabata")
    for name in ["", "../x", ".hidden", "a/b"] { #expect(plans.entry(named: name) == nil) }
  }

  @Test func `a pipe or a device is no file, and nobody waits for it`() throws {
    let pipe = folder.path(of: "usr/intervald/plans/pipe.plan")
    try folder.write("30s", to: "usr/intervald/plans/easy.plan")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(PlanFolders(folders).entries().map(\.name) == ["easy", "pipe"])
    for path in [pipe, "/dev/zero", "/dev/null", "/dev/tty"] {
      let error = try #require(throws: SettingsFileError.self) { try TextFile.read(path) }
      // A terminal that is not there cannot even be opened.
      #expect(error.reason == .notRegular || error.reason == .system(ENXIO), "\(path): \(error)")
    }
    #expect(throws: SettingsFileError(path: folder.path, reason: .system(EISDIR))) { try TextFile.read(folder.path) }
  }

  @Test func `what a person names may be a pipe or a device`() async throws {
    let pipe = folder.path(of: "pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    async let written = Invocation.run("sh", ["-c", "echo 30s run > \(pipe)"])
    #expect(try TextFile.readStream(pipe) == "30s run\n")
    #expect(try await written.status == 0)
    #expect(try TextFile.readStream("/dev/null").isEmpty)
  }

  @Test func `a file is read no further than a text may be long, and must be UTF-8`() throws {
    try folder.write(String(repeating: "x", count: 70_000), to: "long")
    #expect(try TextFile.read("\(folder.path)/long").utf8.count == TextFile.mostBytes - 1)
    try folder.write(String(repeating: "é", count: 40_000), to: "accents")
    #expect(try TextFile.read("\(folder.path)/accents").utf8.count > 65_536)
    try folder.write(bytes: [0x33, 0xFF], to: "latin")
    #expect(throws: SettingsFileError(path: "\(folder.path)/latin", reason: .notUTF8)) {
      try TextFile.read("\(folder.path)/latin")
    }
    #expect(throws: SettingsFileError(path: "/nowhere", reason: .system(ENOENT))) { try TextFile.read("/nowhere") }
  }
}
