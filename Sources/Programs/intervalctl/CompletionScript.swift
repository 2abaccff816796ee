import ArgumentParser
import Text

/// The completion scripts of the parser, with completions for `help`, which the parser leaves out.
enum CompletionScript {
  /// Adds the completions of `help` to the script of a shell; a text that is not such a script stays the same.
  static func completingHelp(_ script: String) -> String {
    // The empty functions of the parser for bash and zsh.
    let bash = "_intervalctl_help() {\n    :\n}"
    let zsh = """
      _intervalctl_help() {
          local -i ret=1
          local -ar arg_specs=(
              '*:subcommands:'
          )
          _arguments -w -s -S : "${arg_specs[@]}" && ret=0

          return "${ret}"
      }
      """
    switch script {
    case _ where script.hasPrefix("#!/bin/bash"):
      return script.replacingFirst(
        scalars: bash,
        with: function("${prev}") { names in
          let list = names.map { "'\($0)'" }.joined(separator: "$'\\n'")
          return "__intervalctl_add_completions -W \(list)"
        })
    case _ where script.hasPrefix("#compdef"):
      return script.replacingFirst(
        scalars: zsh, with: function("${words[CURRENT-1]}") { "compadd \($0.joined(separator: " "))" })
    case _ where script.hasPrefix("function __intervalctl"):
      let lines = parents.map { path, names in
        let typed = (["intervalctl", "help"] + path).joined(separator: " ")
        let condition = "test (commandline -opc | string join \" \") = \"\(typed)\""
        return "complete -c 'intervalctl' -n '\(condition)' -fka '\(names.joined(separator: " "))'"
      }
      return ([script] + lines).joined(separator: "\n")
    default: return script
    }
  }

  /// The function of bash or zsh; `previous` is the word before the completed word.
  private static func function(_ previous: String, _ completion: ([String]) -> String) -> String {
    let cases = parents.map { path, names in
      "    \(path.last ?? "help")) \(completion(names)) ;;"
    }
    return """
      _intervalctl_help() {
          case "\(previous)" in
      \(cases.joined(separator: "\n"))
          esac
      }
      """
  }

  /// The commands that have subcommands, with the names of the subcommands; the root command has no path.
  private static var parents: [(path: [String], names: [String])] {
    let commands = Intervalctl.configuration.subcommands
    var parents: [(path: [String], names: [String])] = [([], commands.map { $0._commandName })]
    for command in commands where !command.configuration.subcommands.isEmpty {
      parents.append(([command._commandName], command.configuration.subcommands.map { $0._commandName }))
    }
    return parents
  }
}
