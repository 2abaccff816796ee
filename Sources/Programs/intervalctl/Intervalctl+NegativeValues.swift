import ArgumentParser

extension Intervalctl {
  /// The arguments with values such as `-10s` behind `--`, where the parser does not mistake them for options.
  static func protectingNegativeValues(in arguments: [String]) -> [String] {
    let commands: [any ParsableCommand.Type] = [Extend.self, Correct.self]
    guard let command = arguments.first, commands.contains(where: { $0._commandName == command }),
      !arguments.contains("--"), arguments.contains(where: \.isNegativeNumber)
    else { return arguments }
    let isOption = { (word: String) in word.hasPrefix("-") && !word.isNegativeNumber }
    let rest = arguments.dropFirst()
    return [command] + rest.filter(isOption) + ["--"] + rest.filter { !isOption($0) }
  }
}

extension String {
  /// Whether the text begins with a negative number; no option does.
  var isNegativeNumber: Bool { hasPrefix("-") && dropFirst().first?.isNumber == true }
}
