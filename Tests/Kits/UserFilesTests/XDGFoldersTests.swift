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
