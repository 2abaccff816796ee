import FoundationEssentials
import Fuzzing
import TestSupport
import TestTraits
import Testing

/// Checks of the fuzz targets for the files in `Tests/Corpora` and for long texts.
@Suite struct CorpusTests {
  @Test(arguments: try files())
  func `a file of the corpus passes the checks of its target`(name: String, file: String) async throws {
    let target = try #require(fuzzTargets.first { $0.name == name })
    let bytes = try Data(contentsOf: URL(filePath: "\(Self.corpora)/\(name)/\(file)"))
    try await target.check(Array(bytes))
  }

  /// Texts that are not read in linear time exceed the limit by far; `make fuzz` checks the limit of 100 ms.
  @Test(
    .hangLimit,
    arguments: longTexts.map { ($0.target.name, $0.name) })
  func `a long text passes the checks of its target`(name: String, shape: String) async throws {
    let (target, _, text) = try #require(Self.longTexts.first { ($0.target.name, $0.name) == (name, shape) })
    #expect(text.count > 60_000)
    #expect(text.count <= 65_536)
    try await target.check(text)
  }

  @Test func `every target has a corpus and a dictionary, and every corpus has a target`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpora)
    #expect(Set(names) == Set(fuzzTargets.flatMap { [$0.name, "\($0.name).dict"] }))
  }

  private static let longTexts = fuzzTargets.flatMap { target in
    target.longTexts.map { (target: target, name: $0.name, text: $0.text) }
  }

  private static let corpora = "\(packageRoot)/Tests/Corpora"

  private static func files() throws -> [(String, String)] {
    try fuzzTargets.flatMap { target in
      try FileManager.default.contentsOfDirectory(atPath: "\(corpora)/\(target.name)").map { (target.name, $0) }
    }
  }
}
