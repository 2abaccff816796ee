import Glibc
import SystemPackage

/// The folders of the XDG Base Directory Specification 0.8.
///
/// A variable that is empty or a relative path is ignored, as the specification requires.
package struct XDGFolders: Equatable, Sendable {
  /// Folder of the user's configuration: `XDG_CONFIG_HOME`, by default `~/.config`.
  package let configHome: String
  /// Folder of the user's data: `XDG_DATA_HOME`, by default `~/.local/share`.
  package let dataHome: String
  /// Folder of the state of programs: `XDG_STATE_HOME`, by default `~/.local/state`.
  package let stateHome: String
  /// Folders of the system's configuration, in order of importance: `XDG_CONFIG_DIRS`, by default `/etc/xdg`.
  package let configDirs: [String]
  /// Folders of the system's data, in order of importance: `XDG_DATA_DIRS`, by default `/usr/local/share` and
  /// `/usr/share`.
  package let dataDirs: [String]
  /// Folder of the data that is installed with this program; nil if the program is not in a folder `bin`.
  private let installedData: String?
  private let runtimeVariable: String

  /// Reads the variables of an environment.
  ///
  /// `programFolder` is the folder of this program.
  package init(environment: [String: String], programFolder: String? = ProgramFolder.path) {
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
    installedData = programFolder.flatMap { $0.hasSuffix("/bin") ? "\($0.dropLast(3))share" : nil }
    runtimeVariable = environment["XDG_RUNTIME_DIR"] ?? ""
  }

  /// Folders in which this program searches for its data: the user's, the system's, and last those of the installation.
  ///
  /// Programs that are installed outside the system's folders, for example in `/opt/intervald/bin`, thereby find their
  /// data.
  package var dataFolders: [String] {
    let folders = [dataHome] + dataDirs
    guard let installedData, !folders.contains(where: { $0 == installedData || $0 == "\(installedData)/" }) else {
      return folders
    }
    return folders + [installedData]
  }
}

/// The folder that contains the file of this program.
package enum ProgramFolder {
  /// The absolute path, from proc(5); nil if the path is unknown.
  ///
  /// If the file has been replaced since the start of the program, the folder is still correct: proc(5) then only changes
  /// the last part of the path.
  package static let path: String? = SystemCalls.target(ofLink: "/proc/self/exe")
    .flatMap { file in file.lastIndex(of: "/").map { String(file[..<$0]) } }

  /// Adds the folder to the end of a list of folders such as `PATH`.
  ///
  /// - Returns: The longer list; nil if the list already contains the folder, or the folder is unknown.
  package static func added(to list: String, folder: String? = path) -> String? {
    guard let folder, !folder.utf8.contains(UInt8(ascii: ":")), !list.split(separator: ":").contains(folder[...]) else {
      return nil
    }
    return list.isEmpty ? folder : "\(list):\(folder)"
  }
}

/// The runtime folder, `XDG_RUNTIME_DIR`, which has no default.
extension XDGFolders {
  /// Reason why the runtime folder cannot be used.
  package enum RuntimeError: Error, Equatable, Sendable {
    /// The variable is unset or empty; the specification treats both in the same way.
    case unset
    /// The variable is not an absolute path.
    case relative(String)
  }

  /// Folder of the sockets and locks of the session; nil if the folder cannot be used.
  package var runtimeFolder: String? { runtimeVariable.hasPrefix("/") ? runtimeVariable : nil }

  /// The path of a file or folder in the runtime folder.
  package func runtimePath(_ name: String) throws(RuntimeError) -> String {
    guard let runtimeFolder else { throw runtimeVariable.isEmpty ? .unset : .relative(runtimeVariable) }
    return runtimeFolder.hasSuffix("/") ? runtimeFolder + name : "\(runtimeFolder)/\(name)"
  }
}

extension XDGFolders.RuntimeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unset: "XDG_RUNTIME_DIR is not set"
    case .relative(let folder): "XDG_RUNTIME_DIR is \"\(folder)\", which is not an absolute path"
    }
  }
}

extension [String: String] {
  /// The environment variables of the process; see environ(7).
  ///
  /// ProcessInfo of FoundationEssentials would bring megabytes of other code into the daemon.
  package static var ofProcess: [String: String] {
    var variables: [String: String] = [:]
    // `environ` is a NULL-terminated array of NUL-terminated strings. No code of the programs changes the array.
    var entry = unsafe environ
    while let variable = unsafe entry.pointee {
      let parts = unsafe String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return variables
  }
}

extension CommandLine {
  /// Returns the arguments of the process, without the name of the program.
  ///
  /// When Swift is initialized, it looks for the arguments directly before the environment in memory. If a library has
  /// already added a variable, the environment has moved, and Swift finds no arguments. They are then read from the
  /// kernel; see proc(5). Without /proc, Swift finds no arguments, either, and they are read from the initial stack.
  ///
  /// - Throws: `SystemError` if the arguments are unknown.
  package static func readArguments() throws(SystemError) -> [String] {
    guard argc == 0 else { return Array(arguments.dropFirst()) }
    let path = "/proc/self/cmdline"
    do throws(SystemError) {
      let bytes = try OpenFile(path, .readOnly).read(atMost: .max)
      guard !bytes.isEmpty else { throw SystemError(path, .ioError) }
      // A NUL follows each argument.
      let all = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      return all.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    } catch {
      guard error.errno == .noSuchFileOrDirectory, let arguments = argumentsOnStack else { throw error }
      return arguments
    }
  }

  /// The arguments on the initial stack, without the name of the program; nil if the stack is unknown.
  private static var argumentsOnStack: [String]? {
    // `__libc_stack_end` of glibc points to the number of arguments, which pointers to the arguments follow; see the
    // System V ABI, "Initial Stack and Register State". The kernel keeps this memory until the process ends.
    guard let end = unsafe dlsym(nil, "__libc_stack_end"),
      let stack = unsafe end.load(as: UnsafeRawPointer?.self)
    else { return nil }
    let count = unsafe stack.load(as: Int.self)
    let arguments = unsafe (stack + MemoryLayout<Int>.stride).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
    return (1..<max(1, count)).map { index in unsafe arguments[index].map { unsafe String(cString: $0) } ?? "" }
  }
}

extension SystemError {
  /// Hint for an error of `CommandLine.readArguments()`.
  package static var hintOnLostArguments: String {
    [String: String].ofProcess["LD_PRELOAD"] == nil
      ? "mount /proc"
      : "unset LD_PRELOAD: a library changed the environment before the program started"
  }
}
