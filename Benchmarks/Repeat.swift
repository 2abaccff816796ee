import ArgumentParser

/// Repeats a piece of work, for callgrind.
struct Repeat: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Repeat a piece of work.")

  @Argument(help: "Piece of work: \(Work.allCases.map(\.rawValue).joined(separator: ", ")).")
  var work: Work

  @Argument(help: "Number of repetitions.")
  var times: Int

  func run() throws {
    let once = try work.prepared()
    for _ in 0..<times { try once() }
  }
}

extension Work: ExpressibleByArgument {}
