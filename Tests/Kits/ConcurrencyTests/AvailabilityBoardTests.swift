import Concurrency
import Testing

@Suite struct AvailabilityBoardTests {
  struct Failure: NeighbourFailure {
    var code: Int
    var words = ""
  }

  let board = AvailabilityBoard<String, Failure>()

  @Test func `nothing is known at first, however long one waits`() async {
    #expect(board.current == nil)
    #expect(await board.current(within: .milliseconds(1)) == nil)
  }

  @Test func `what is known is answered at once`() async {
    _ = board.post(.available("dunst"))
    #expect(await board.current(within: .zero) == .available("dunst"))
  }

  @Test func `whoever waits is woken by what is posted`() async {
    await withTaskGroup(of: Availability<String, Failure>?.self) { group in
      for _ in 0..<8 { group.addTask { await board.current(within: .seconds(60)) } }
      group.addTask {
        _ = board.post(.unavailable(Failure(code: 1)))
        return .unavailable(Failure(code: 1))
      }
      for await answer in group { #expect(answer == .unavailable(Failure(code: 1))) }
    }
  }

  @Test func `a cancelled wait ends`() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { #expect(await board.current(within: .seconds(600)) == nil) }
      group.cancelAll()
    }
  }

  @Test func `only a change is news`() {
    #expect(board.post(.available("dunst")))
    #expect(!board.post(.available("dunst")))
    #expect(board.post(.available("mako")))
    #expect(board.post(.unavailable(Failure(code: 1, words: "once"))))
    #expect(!board.post(.unavailable(Failure(code: 1, words: "in other words"))))
    #expect(board.post(.unavailable(Failure(code: 2))))
  }

  @Test func `the same outcome of a second search is no news`() {
    #expect(board.post(.unavailable(Failure(code: 1))))
    board.clear()
    #expect(board.current == nil)
    #expect(!board.post(.unavailable(Failure(code: 1))))
    #expect(board.current == .unavailable(Failure(code: 1)))
  }
}
