import ArgumentParser
import Testing

@testable import intervalctl

@Suite struct CommandNameTests {
  @Test func `every command spells its name, as working it out from the type takes most of a start`() {
    let commands = Self.commands(below: Intervalctl.self)
    #expect(commands.count > 20)
    #expect(commands.filter { $0.configuration.commandName == nil }.map { "\($0)" } == [])
  }

  private static func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    command.configuration.subcommands.flatMap { [$0] + commands(below: $0) }
  }
}
