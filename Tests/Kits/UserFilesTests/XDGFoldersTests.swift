import Testing
import UserFiles

@Suite struct XDGFoldersTests {
  @Test func `unset variables result in the folders of the specification`() {
    let folders = XDGFolders(environment: ["HOME": "/home/ann"])
    #expect(folders.configHome == "/home/ann/.config")
    #expect(folders.dataHome == "/home/ann/.local/share")
    #expect(folders.stateHome == "/home/ann/.local/state")
    #expect(folders.configDirs == ["/etc/xdg"])
    #expect(folders.dataDirs == ["/usr/local/share", "/usr/share"])
  }

  @Test func `relative and empty paths are ignored`() {
    let folders = XDGFolders(environment: [
      "HOME": "/h", "XDG_CONFIG_HOME": "conf", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "x:/a:/b",
      "XDG_CONFIG_DIRS": "",
    ])
    #expect(folders.configHome == "/h/.config")
    #expect(folders.stateHome == "/h/.local/state")
    #expect(folders.dataHome == "/d")
    #expect(folders.dataDirs == ["/a", "/b"])
    #expect(folders.configDirs == ["/etc/xdg"])
  }

  @Test(
    arguments: [
      ("/opt/intervald/bin", nil, "/h/.local/share:/usr/local/share:/usr/share:/opt/intervald/share"),
      ("/usr/bin", nil, "/h/.local/share:/usr/local/share:/usr/share"),
      ("/h/.local/bin", nil, "/h/.local/share:/usr/local/share:/usr/share"),
      ("/usr/local/bin", "/usr/share:/usr/local/share/", "/h/.local/share:/usr/share:/usr/local/share/"),
      ("/usr/bin", "/a", "/h/.local/share:/a:/usr/share"), ("/work/.build/debug", "/a", "/h/.local/share:/a"),
      (nil, "/a", "/h/.local/share:/a"),
    ] as [(String?, String?, String)])
  func `the data of the installation is in the last folder`(programFolder: String?, dirs: String?, expected: String) {
    var environment = ["HOME": "/h"]
    environment["XDG_DATA_DIRS"] = dirs
    let folders = XDGFolders(environment: environment, programFolder: programFolder)
    #expect(folders.dataFolders.joined(separator: ":") == expected)
  }

  @Test(
    arguments: [
      ("/usr/bin:/bin", "/opt/bin", "/usr/bin:/bin:/opt/bin"), ("/usr/bin:/opt/bin", "/opt/bin", nil),
      ("/opt/bin2", "/opt/bin", "/opt/bin2:/opt/bin"), ("", "/opt/bin", "/opt/bin"), ("/bin", "/a:b", nil),
      ("/bin", nil, nil),
    ] as [(String, String?, String?)])
  func `the folder of the program is added to the end of a path, once`(path: String, folder: String?, longer: String?) {
    #expect(ProgramFolder.added(to: path, folder: folder) == longer)
  }

  @Test(arguments: ["/run/user/7", "/run/user/7/"])
  func `a file in the runtime folder has one path`(folder: String) throws {
    let folders = XDGFolders(environment: ["XDG_RUNTIME_DIR": folder])
    #expect(folders.runtimeFolder == folder)
    #expect(try folders.runtimePath("bus") == "/run/user/7/bus")
  }

  @Test(
    arguments: [
      ([:], .unset, "XDG_RUNTIME_DIR is not set"),
      (["XDG_RUNTIME_DIR": ""], .unset, "XDG_RUNTIME_DIR is not set"),
      (["XDG_RUNTIME_DIR": "run"], .relative("run"), "XDG_RUNTIME_DIR is \"run\", which is not an absolute path"),
    ] as [([String: String], XDGFolders.RuntimeError, String)])
  func `a runtime folder that is not an absolute path is an error`(
    environment: [String: String], error: XDGFolders.RuntimeError, words: String
  ) {
    let folders = XDGFolders(environment: environment)
    #expect(folders.runtimeFolder == nil)
    #expect(throws: error) { try folders.runtimePath("bus") }
    #expect("\(error)" == words)
  }
}
