import ArgumentParser

/// Does one piece of work a number of times: what callgrind counts.
struct Repeat: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Do a piece of work a number of times.")

  @Argument(help: "The work: \(Work.allCases.map(\.rawValue).joined(separator: ", ")).")
  var work: Work

  @Argument(help: "How often.")
  var times: Int

  func run() throws {
    let once = try work.prepared()
    for _ in 0..<times { try once() }
  }
}

extension Work: ExpressibleByArgument {}
