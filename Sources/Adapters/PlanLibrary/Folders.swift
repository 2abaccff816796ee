/// The folders that files are looked for in, after the XDG Base Directory Specification 0.8.
package struct Folders: Equatable, Sendable {
  /// Where the person's configuration is.
  package let configHome: String
  package let dataHome: String
  /// Where what the daemon remembers is.
  package let stateHome: String
  /// Where the system's configuration is, the most important first.
  package let configDirs: [String]
  package let dataDirs: [String]

  /// Reads the XDG variables; relative paths in them count for nothing, as the specification wants it.
  package init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    func folder(_ name: String, default: String) -> String {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(`default`)"
    }
    func folders(_ name: String, default: String) -> [String] {
      let value = environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? `default`
      return value.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }
    configHome = folder("XDG_CONFIG_HOME", default: ".config")
    dataHome = folder("XDG_DATA_HOME", default: ".local/share")
    stateHome = folder("XDG_STATE_HOME", default: ".local/state")
    configDirs = folders("XDG_CONFIG_DIRS", default: "/etc/xdg")
    dataDirs = folders("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
  }

  /// The places of the configuration; the first that exists is the one that counts.
  package var configurationFiles: [String] {
    ([configHome] + configDirs).map { "\($0)/intervald/intervald.conf" }
  }

  /// The folders of plans; a name that is in several is the first one's.
  package var planFolders: [String] {
    ([configHome, dataHome] + dataDirs).map { "\($0)/intervald/plans" }
  }

  /// The folder of what the daemon remembers.
  package var stateFolder: String { "\(stateHome)/intervald" }

  /// Where the plan that was started last is kept.
  package var lastPlanFile: String { "\(stateFolder)/last-plan.json" }

  /// The file of all workouts that came to an end.
  package var historyFile: String { "\(stateFolder)/history.jsonl" }
}
