import Glibc
import PlanLibrary
import PlanNotation
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

  @Test func `the user's files are in the folders of the XDG specification`() {
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

  @Test func `the defaults apply without a configuration`() throws {
    #expect(try Configuration.read(in: folders) == Configuration())
  }

  @Test func `the user's configuration replaces the system-wide configuration`() throws {
    try folder.write("sound off\n", to: "etc/intervald/intervald.conf")
    let systemWide = try Configuration.read(in: folders)
    #expect(systemWide.settings.sound == false)
    #expect(systemWide.path == "\(folder.path)/etc/intervald/intervald.conf")
    try folder.write("sound on\n", to: ".config/intervald/intervald.conf")
    #expect(try Configuration.read(in: folders).settings.sound == true)
  }

  @Test func `a configuration contains the line number of its default plan`() throws {
    try folder.write("sound on\ndefault-plan tabata\n", to: ".config/intervald/intervald.conf")
    let configuration = try Configuration.read(in: folders)
    #expect(configuration.settings.defaultPlan == "tabata")
    #expect(configuration.defaultPlanLine == 2)
  }

  @Test func `an error in a configuration is reported with its position`() throws {
    try folder.write("sound on\npace run 11:30\n", to: ".config/intervald/intervald.conf")
    let error = try #require(throws: LibraryFileError.self) { try Configuration.read(in: folders) }
    #expect(error.path == file)
    guard case .invalid(_, let mistake) = error else { return #expect(Bool(false), "\(error)") }
    #expect(mistake.line == 2)
    #expect(mistake.column == 15)
  }

  @Test func `a configuration that cannot be read is an error, and the defaults do not apply`() throws {
    try folder.write("", to: ".config/intervald/intervald.conf/file")
    #expect(throws: LibraryFileError.unreadable(.system(SystemError(file, .isDirectory)))) {
      try Configuration.read(in: folders)
    }
  }

  @Test func `a configuration must be trusted, but a plan need not be trusted`() throws {
    try folder.write("sound on\n", to: ".config/intervald/intervald.conf")
    #expect(try Configuration.read(in: folders).settings.sound == true)
    // The C string of the path is valid during the call.
    try #require(unsafe chmod(file, 0o666) == 0)
    #expect(throws: LibraryFileError.unreadable(.untrusted(.writableFile(path: file)))) {
      try Configuration.read(in: folders)
    }
    #expect(try TextFile.read(file) == "sound on\n")
  }
}

/// Compares the files in `config/` with the code.
@Suite struct ShippedFilesTests {
  @Test func `the shipped configuration changes no setting`() throws {
    #expect(try readConfiguration(TextFile.read(path)) == Settings())
  }

  @Test func `the shipped configuration shows every setting at its default`() throws {
    let lines = try TextFile.read(path).split(separator: "\n").map(String.init)
    // A setting that is commented out has no space after the `#`. Any other comment has a space after the `#`.
    let commented = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }.map { String($0.dropFirst()) }
    let settings = try readConfiguration(commented.joined(separator: "\n"))
    let shown = Set(commented.compactMap { SettingName(rawValue: String($0.prefix { $0 != " " })) })
    #expect(shown == Set(SettingName.allCases.filter { $0.scope != .plans }))
    #expect(Set(settings.paces.keys) == Set(Kind.allCases))
    #expect(settings.leadIn == Settings.defaultLeadIn)
    #expect(settings.skipLast == .off)
    #expect(settings.sound == Settings.defaultSound)
    #expect(settings.volume == Settings.defaultVolume)
    #expect(settings.countdown == Settings.defaultCountdown)
    #expect(settings.beltLag == .zero)
    #expect(settings.remainingEvery == Settings.defaultRemainingEvery)
    #expect(settings.onSleep == Settings.defaultOnSleep)
    #expect(settings.resumeWithin == Settings.defaultResumeWithin)
    #expect(settings.notify == Settings.defaultNotify)
    #expect(settings.notifyUrgency == Settings.defaultNotifyUrgency)
    #expect(settings.mpris == Settings.defaultMPRIS)
    #expect(settings.mediaKeys == Settings.defaultMediaKeys)
    for cue in Cue.allCases {
      #expect(settings.cues[cue] == cue.defaultChannels)
      #expect(settings.sayings[cue] == cue.defaultWords())
    }
  }

  private var path: String { "\(packageRoot)/config/intervald.conf" }
}
