import ArgumentParser

extension Intervalctl {
  /// Arguments in which `-10s` is a value, where the argument parser would see options: no option begins with a digit.
  static func protectingNegativeValues(in arguments: [String]) -> [String] {
    let commands: [any ParsableCommand.Type] = [Extend.self, Correct.self]
    guard commands.contains(where: { $0._commandName == arguments.first }), !arguments.contains("--"),
      let value = arguments.firstIndex(where: { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true })
    else { return arguments }
    return arguments[..<value] + ["--"] + arguments[value...]
  }
}
