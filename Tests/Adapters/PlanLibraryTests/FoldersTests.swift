import Testing
import PlanLibrary

@Suite struct FoldersTests {
  @Test func `without variables the folders are those of the specification`() {
    let folders = Folders(environment: ["HOME": "/home/ann"])
    #expect(
      folders.configurationFiles == ["/home/ann/.config/intervald/intervald.conf", "/etc/xdg/intervald/intervald.conf"])
    #expect(
      folders.planFolders == [
        "/home/ann/.config/intervald/plans", "/home/ann/.local/share/intervald/plans",
        "/usr/local/share/intervald/plans", "/usr/share/intervald/plans",
      ])
    #expect(folders.stateHome == "/home/ann/.local/state")
    #expect(folders.historyFile == "/home/ann/.local/state/intervald/history.jsonl")
  }

  @Test func `relative and empty paths count for nothing`() {
    let folders = Folders(environment: [
      "HOME": "/h", "XDG_CONFIG_HOME": "conf", "XDG_STATE_HOME": "", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "x:/a:/b",
      "XDG_CONFIG_DIRS": "",
    ])
    #expect(folders.configHome == "/h/.config")
    #expect(folders.stateHome == "/h/.local/state")
    #expect(folders.dataHome == "/d")
    #expect(folders.dataDirs == ["/a", "/b"])
    #expect(folders.configDirs == ["/etc/xdg"])
  }
}
