import ArgumentParser

extension Intervalctl {
  /// Arguments in which `-10s` is a value, where the argument parser would see options; options come before it.
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
  /// Whether it is a number below zero, whatever follows it: no option begins with a digit.
  var isNegativeNumber: Bool { hasPrefix("-") && dropFirst().first?.isNumber == true }
}
