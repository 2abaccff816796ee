import PlanNotation
import Glibc
import PlanLibrary
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutModel

@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder
  private let folders: XDGFolders
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    folders = XDGFolders(environment: ["HOME": folder.path, "XDG_CONFIG_DIRS": "\(folder.path)/etc"])
    file = folder.path(of: ".config/intervald/intervald.conf")
  }

  @Test func `the user's files are in the folders of the specification`() {
    let folders = XDGFolders(environment: ["HOME": "/home/ann"])
    #expect(
      folders.configurationFiles == ["/home/ann/.config/intervald/intervald.conf", "/etc/xdg/intervald/intervald.conf"])
    #expect(
      folders.planFolders == [
        "/home/ann/.config/intervald/plans", "/home/ann/.local/share/intervald/plans",
        "/usr/local/share/intervald/plans", "/usr/share/intervald/plans",
      ])
    #expect(folders.stateFolder == "/home/ann/.local/state/intervald")
    #expect(folders.historyFile == "/home/ann/.local/state/intervald/history.jsonl")
    #expect(folders.lastPlanFile == "/home/ann/.local/state/intervald/last-plan.json")
  }

  @Test func `without a configuration the defaults apply`() throws {
    #expect(try Configuration.read(in: folders) == Configuration())
  }

  @Test func `the user's configuration replaces the machine's`() throws {
    try folder.write("sound off\n", to: "etc/intervald/intervald.conf")
    let machine = try Configuration.read(in: folders)
    #expect(machine.settings.sound == false)
    #expect(machine.path == "\(folder.path)/etc/intervald/intervald.conf")
    try folder.write("sound on\n", to: ".config/intervald/intervald.conf")
    #expect(try Configuration.read(in: folders).settings.sound == true)
  }

  @Test func `the line of the default plan is known`() throws {
    try folder.write("sound on\ndefault-plan tabata\n", to: ".config/intervald/intervald.conf")
    let configuration = try Configuration.read(in: folders)
    #expect(configuration.settings.defaultPlan == "tabata")
    #expect(configuration.defaultPlanLine == 2)
  }

  @Test func `a mistake in a configuration is reported with its place`() throws {
    try folder.write("sound on\npace run 11:30\n", to: ".config/intervald/intervald.conf")
    let error = try #require(throws: LibraryFileError.self) { try Configuration.read(in: folders) }
    #expect(error.path == file)
    guard case .invalid(_, let mistake) = error else { return #expect(Bool(false), "\(error)") }
    #expect(mistake.line == 2)
    #expect(mistake.column == 15)
  }

  @Test func `a configuration that cannot be read is an error, and does not give the defaults`() throws {
    try folder.write("", to: ".config/intervald/intervald.conf/file")
    #expect(throws: LibraryFileError.unreadable(.system(SystemError(file, .isDirectory)))) {
      try Configuration.read(in: folders)
    }
  }

  @Test func `a configuration must be trusted, and a plan need not be`() throws {
    try folder.write("sound on\n", to: ".config/intervald/intervald.conf")
    #expect(try Configuration.read(in: folders).settings.sound == true)
    // The path is a C string for as long as the call lasts.
    try #require(unsafe chmod(file, 0o664) == 0)
    #expect(throws: LibraryFileError.unreadable(.untrusted(.writableFile(path: file)))) {
      try Configuration.read(in: folders)
    }
    #expect(try TextFile.read(file) == "sound on\n")
  }
}
