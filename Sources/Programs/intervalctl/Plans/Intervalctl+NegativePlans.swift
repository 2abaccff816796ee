import ArgumentParser

extension Intervalctl {
  /// Refuses a step or a lead-in below zero, which the argument parser would take for an option.
  static func refuseNegativePlan(in arguments: [String]) throws(Failure) {
    let commands: [any ParsableCommand.Type] = [Start.self, Show.self, Export.self, Render.self]
    let words = arguments.prefix { $0 != "--" }
    guard commands.contains(where: { $0._commandName == words.first }),
      // No option begins with a digit.
      let index = words.firstIndex(where: { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true })
    else { return }
    let previous = words[index - 1]
    guard previous != "--lead-in" else { throw .negativeLeadIn(words[index]) }
    guard !previous.hasPrefix("-") else { return }
    let step = [words[index]] + words[(index + 1)...].prefix { !$0.hasPrefix("-") }
    throw .negativeStep(step.joined(separator: " "))
  }
}
