import ArgumentParser
import Testing

@testable import intervalctl

@Suite struct CommandNameTests {
  /// Explicit names are faster: deriving the names from the types would take most of the program's start time.
  @Test func `every command has an explicit name`() {
    let commands = Self.commands(below: Intervalctl.self)
    #expect(commands.count > 20)
    #expect(commands.filter { $0.configuration.commandName == nil }.map { "\($0)" } == [])
  }

  private static func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    command.configuration.subcommands.flatMap { [$0] + commands(below: $0) }
  }
}
