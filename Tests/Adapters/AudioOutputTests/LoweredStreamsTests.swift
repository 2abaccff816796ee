import TestSupport
import Testing
import UserFiles

@testable import AudioOutput

/// The records of lowered streams, without a sound server.
@Suite struct LoweredStreamsTests {
  private static let factor = 0.631

  @Test func `the record of a stream without a stored volume ends with the stream`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1, named: "")])
    scenario.restore([])
    #expect(scenario.streams.records.isEmpty)
    #expect(!scenario.hasFile)
  }

  @Test func `the record of an ended stream ends when the program's next stream has a volume of its own`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1)])
    #expect(scenario.restore([]).isEmpty)
    #expect(scenario.streams.records.count == 1)
    #expect(scenario.restore([.music(2, at: [50_000, 50_000])]).isEmpty)
    #expect(scenario.streams.records.isEmpty)
  }

  @Test func `a stream of another program with the same role is restored, but does not end the record`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1, role: "music")])
    let (own, lowered) = (
      PulseStream.music(2, named: "other", role: "music", at: [50_000, 50_000]),
      PulseStream.music(3, named: "other", role: "music", at: .lowered)
    )
    #expect(scenario.restore([own]).isEmpty)
    #expect(scenario.streams.ended.map(\.index) == [1])
    #expect(scenario.restore([own, lowered]).map(\.original) == [.full])
    scenario.restore([own, .music(3, named: "other", role: "music")])
    #expect(scenario.nextProcess().streams.records.map(\.identity.applicationName) == ["music"])
  }

  @Test func `a new stream without a volume does not end the record of an ended stream`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1)])
    #expect(scenario.lower([.music(2, at: [0, 0])]).isEmpty)
    #expect(scenario.lower([.music(2, at: .lowered)]).isEmpty)
    #expect(scenario.restore([.music(2, at: .lowered)]).map(\.original) == [.full])
  }

  @Test func `the record of an ended stream ends when another stream of the program is restored`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1), .music(2)])
    let restored = scenario.restore([.music(2, at: .lowered)])
    #expect(restored.map(\.index) == [2])
    scenario.restore([.music(2)])
    #expect(scenario.streams.records.isEmpty)
    #expect(!scenario.hasFile)
  }

  @Test func `the stored volume of each program with ended streams is restored, unless it has a stream to restore`()
    throws
  {
    var scenario = try Scenario()
    scenario.lower([.music(1), .music(2, named: "other"), .music(3, named: "other")])
    #expect(scenario.streams.ended.isEmpty)
    #expect(scenario.restore([.music(3, named: "other", at: .lowered)]).map(\.index) == [3])
    #expect(scenario.streams.ended.map(\.index) == [1])
    // The server and this program have restarted.
    var next = scenario.nextProcess()
    #expect(next.streams.restore([], on: 2).isEmpty)
    #expect(next.streams.ended.map(\.index) == [3, 1])
    for record in next.streams.ended { next.streams.end(record) }
    #expect(next.streams.records.isEmpty && !next.hasFile)
  }

  @Test func `a stream is lowered again before the server has reported its restored volume`() throws {
    for reported in [[UInt32].lowered, .full] {
      var scenario = try Scenario()
      scenario.lower([.music(1)])
      scenario.restore([.music(1, at: .lowered)])
      let again = scenario.lower([.music(1, at: reported)])
      #expect(again.map(\.lowered) == [.lowered])
      #expect(scenario.streams.records.map(\.original) == [.full])
    }
  }

  @Test func `a later stream that begins lowered is restored, even while an earlier stream is restored`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1)])
    #expect(scenario.restore([.music(1, at: .lowered)]).map(\.isRestoring) == [false])
    let both = scenario.restore([.music(1, at: .lowered), .music(2, at: .lowered)])
    #expect(both.map(\.isRestoring) == [true, false])
  }

  @Test func `the restored volume of a soft stream differs from its lowered volume`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1, at: [700, 700])])
    #expect(scenario.restore([.music(1, at: [442, 442])]).map(\.index) == [1])
    #expect(scenario.restore([.music(1, at: [700, 700])]).isEmpty)
  }

  @Test func `a hundred streams that have ended do not prevent lowering`() throws {
    var scenario = try Scenario()
    for number in 1...100 {
      #expect(scenario.lower([.music(UInt32(number), named: "program \(number)")]).count == 1)
    }
  }

  @Test func `a record remains until the server has reported the volume, also for the next process`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1), .music(2, named: "other")])
    let restored = scenario.restore([.music(1, at: .lowered), .music(2, named: "other", at: .lowered)])
    #expect(restored.map(\.original) == [.full, .full])
    scenario.restore([.music(1), .music(2, named: "other", at: .lowered)])
    var next = scenario.nextProcess()
    #expect(next.restore([.music(1), .music(2, named: "other", at: .lowered)]).map(\.index) == [2])
  }

  @Test func `a program whose name cannot be recorded is not lowered`() throws {
    var scenario = try Scenario()
    #expect(scenario.lower([.music(1, named: "a\tb"), .music(2)]).map(\.index) == [2])
  }

  @Test func `the next stream of a program may have another number of channels`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1, at: [65_536, 32_768])])
    // The server calculates one channel as the average of two channels.
    let mono = scenario.restore([.music(2, at: [31_015])])
    #expect(mono.map(\.index) == [2])
    #expect(mono.allSatisfy { abs(Int($0.original[0]) - 49_152) < 100 })
  }

  @Test func `a stream that the user has set to about the lowered volume has this volume again after the cue`() throws {
    var scenario = try Scenario()
    let streams: [PulseStream] = [.music(1), .music(2, at: .lowered)]
    let lowered = scenario.lower(streams)
    #expect(lowered.map(\.original) == [.full, .lowered])
    #expect(lowered[1].lowered.allSatisfy { $0 < 30_000 })
  }

  @Test func `a paused stream that the user has set to about the lowered volume is not restored to full volume`() throws
  {
    var scenario = try Scenario()
    scenario.lower([.music(1), .music(2, at: .lowered, isCorked: true)])
    let restored = scenario.restore([.music(1, at: .lowered), .music(2, at: .lowered)])
    #expect(restored.map(\.index) == [1])
  }

  @Test func `a second stream that begins during a cue is restored together with the first`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1)])
    let restored = scenario.restore([.music(1, at: .lowered), .music(2, at: .lowered)])
    #expect(restored.map(\.index) == [1, 2])
    #expect(restored.allSatisfy { $0.original == .full })
  }

  @Test func `after a restart of the server, the next stream is restored, also with a lower number`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(7)])
    let restored = scenario.streams.restore([.music(1, at: .lowered)], on: 2)
    #expect(restored.map(\.cookie) == [2])
    #expect(restored.map(\.index) == [1])
  }

  @Test func `a volume that the user has changed is not restored`() throws {
    var scenario = try Scenario()
    scenario.lower([.music(1)])
    #expect(scenario.restore([.music(1, at: [20_000, 20_000])]).isEmpty)
    #expect(scenario.streams.records.isEmpty)
  }

  @Test func `a volume that a damaged file makes too high is the maximum`() throws {
    var scenario = try Scenario()
    try scenario.folder.write("1\t1\t1\tmusic\t\t\tmusic\t4294967295,4294967295\t1,1\n", to: "lowered")
    scenario = scenario.nextProcess()
    // The later stream has another number of channels, so its original volume follows from a factor.
    #expect(scenario.restore([.music(2, at: [200])]).map(\.original) == [[.max]])
  }

  private struct Scenario {
    let folder: TemporaryFolder
    var streams: LoweredStreams

    init() throws {
      folder = try TemporaryFolder()
      streams = LoweredStreams(path: folder.path(of: "lowered"), diskPath: folder.path(of: "state/lowered"))
    }

    /// Waits until the records are on disk.
    func drain() async { await withCheckedContinuation { done in streams.drain { done.resume() } } }

    /// Whether the file in memory exists; the copy on disk follows later.
    var hasFile: Bool { SystemCalls.canAccess(folder.path(of: "lowered")) }

    func nextProcess() -> Scenario {
      var next = self
      next.streams = LoweredStreams(path: folder.path(of: "lowered"), diskPath: folder.path(of: "state/lowered"))
      next.streams.load()
      return next
    }

    @discardableResult mutating func lower(_ list: [PulseStream]) -> [LoweredStreams.Record] {
      streams.lower(list, on: 1, by: factor)
    }

    @discardableResult mutating func restore(_ list: [PulseStream]) -> [LoweredStreams.Record] {
      streams.restore(list, on: 1)
    }
  }
}

extension [UInt32] {
  fileprivate static let full: Self = [65_536, 65_536]
  fileprivate static let lowered: Self = [41_353, 41_353]
}

extension PulseStream {
  fileprivate static func music(
    _ index: UInt32, named name: String = "music", role: String = "", at volume: [UInt32] = .full,
    isCorked: Bool = false, isMuted: Bool = false
  ) -> PulseStream {
    PulseStream(
      index: index, sink: 0, isMuted: isMuted, isCorked: isCorked, isAdjustable: true,
      identity: StreamIdentity(
        storedName: role.isEmpty ? name : role, role: role, applicationID: "", applicationName: name),
      volume: volume, isOfServer: false)
  }
}
