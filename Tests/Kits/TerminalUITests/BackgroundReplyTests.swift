import Glibc
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct BackgroundReplyTests {
  private static let replies: [(String, Style.Background, Bool, String)] = [
    ("\u{1B}]11;rgb:1e1e/2222/2828\u{1B}\\\u{1B}[?62;22c", .dark, true, ""),
    ("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}\u{1B}[?1;2c", .light, true, ""),
    ("\u{1B}]11;rgb:f/f/f\u{7}\u{1B}[?6c", .light, true, ""),
    ("\u{1B}]11;rgba:0000/0000/0000/8000\u{7}\u{1B}[?6c", .dark, true, ""),
    ("\u{1B}[?62c", .unknown, true, ""), ("", .unknown, false, ""),
    // The user types before, between and after the replies.
    ("30s\u{1B}]11;rgb:0/0/0\u{7} r\u{1B}[Aun\u{1B}[?62cx", .dark, true, "30s r\u{1B}[Aunx"),
    ("\u{1B}\u{1B}]11;rgb:0/0/0\u{7}\u{1B}OA\u{1B}[?62c", .dark, true, "\u{1B}\u{1B}OA"),
    ("\u{1B}]11;pink\u{7}\u{1B}[?62c", .unknown, true, ""), ("\u{1B}]11;rgb:0/0\u{7}", .unknown, false, ""),
    ("\u{1B}]11;rgb:00000/0/0\u{7}", .unknown, false, ""), ("\u{1B}]11;rgb:x/0/0\u{7}", .unknown, false, ""),
    // These sequences are not replies.
    ("\u{1B}]x1\u{1B}", .unknown, false, "\u{1B}]x1\u{1B}"),
    (
      "\u{1B}]11;" + String(repeating: "1", count: 80), .unknown, false,
      "\u{1B}]11;" + String(repeating: "1", count: 80)
    ),
  ]

  @Test(arguments: replies) func `replies are separated from the bytes that the user types`(
    bytes: String, background: Style.Background, isComplete: Bool, typed: String
  ) {
    let all = Array(bytes.utf8)
    for split in 0...all.count {
      var reply = BackgroundReply()
      reply.take(all[..<split])
      reply.take(all[split...])
      reply.end()
      #expect(reply.background == background)
      #expect(reply.isComplete == isComplete)
      #expect(String(decoding: reply.typed, as: UTF8.self) == typed)
    }
  }

  @Test(
    arguments: [(0x000000, .dark), (0x002b36, .dark), (0x1e2228, .dark), (0xfdf6e3, .light), (0xffffff, .light)]
      as [(UInt32, Style.Background)])
  func `a background is dark if white text has more contrast than black text`(
    colour: UInt32, background: Style.Background
  ) {
    #expect(Style.Background(Colour(colour)) == background)
  }
}

/// Tests with a pseudoterminal, where the test plays the terminal and the user.
@Suite(.serialized) struct TerminalBackgroundTests {
  /// Opens a pseudoterminal on which the terminal has already replied, and asks for the background.
  private static func ask(
    replying reply: String, environment: [String: String] = ["TERM": "xterm"], timeLimit: Duration = generousLimit
  ) throws -> (background: Style.Background, typed: String, isRestored: Bool, request: String) {
    var (terminal, program): (CInt, CInt) = (-1, -1)
    // The variables outlive the call. A null pointer makes openpty use a default.
    try #require(unsafe openpty(&terminal, &program, nil, nil, nil) == 0)
    defer {
      close(terminal)
      close(program)
    }
    let mode = try #require(TerminalMode(of: program))
    // Without echo, the terminal receives only the request. The reply has no line end, so only a mode without lines
    // delivers it.
    mode.forKeys.setAtOnce(on: program)
    let before = try #require(TerminalMode(of: program))
    // The bytes outlive the call.
    _ = unsafe Array(reply.utf8).withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
    let (stream, typed) = TextStream(descriptor: program, environment: environment).askingForBackground(
      input: program, environment: environment, timeLimit: timeLimit)
    let after = try #require(TerminalMode(of: program))
    let isRestored = after.attributes.c_lflag == before.attributes.c_lflag
    try stream.write("end")
    var request = ""
    while !request.hasSuffix("end") {
      var bytes = [UInt8](repeating: 0, count: 200)
      // `bytes.count` is the size of the array.
      let count = unsafe read(terminal, &bytes, bytes.count)
      try #require(count > 0)
      request += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return (stream.style.background, String(decoding: typed, as: UTF8.self), isRestored, request)
  }

  @Test func `the reply of the terminal determines the style, and typed keys are not lost`() throws {
    let result = try Self.ask(replying: "5\u{1B}]11;rgb:ffff/ffff/ffff\u{7}m\u{1B}[?62c")
    #expect(result.background == .light)
    #expect(result.typed == "5m")
    #expect(result.isRestored)
    #expect(result.request == "\u{1B}]11;?\u{1B}\\\u{1B}[cend")
  }

  @Test func `a terminal that does not reply delays the program only until the time limit`() throws {
    let result = try Self.ask(
      replying: "5m", environment: ["TERM": "xterm", "COLORFGBG": "0;15"], timeLimit: .milliseconds(1))
    #expect(result.background == .light)
    #expect(result.typed.allSatisfy { "5m".contains($0) })
    #expect(result.isRestored)
  }

  @Test func `no input is read after the time limit`() throws {
    let result = try Self.ask(replying: "5\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?62c", timeLimit: .zero)
    #expect(result.background == .unknown)
    #expect(result.typed == "")
    #expect(result.isRestored)
  }

  @Test func `many typed keys end the wait for the reply`() throws {
    let result = try Self.ask(replying: String(repeating: "5", count: 3000))
    #expect(result.typed.count < 1500)
    #expect(result.isRestored)
  }

  @Test(arguments: [
    ["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "screen-256color"], ["TERM": "tmux-256color"],
    ["TERM": "xterm", "TMUX": "/tmp/tmux-0/default,1,0"], ["TERM": "xterm", "STY": "1.tty"], ["TERM": "linux"], [:],
  ])
  func `no request is sent where the terminal would not receive or understand it`(environment: [String: String]) throws
  {
    let result = try Self.ask(replying: "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?62c", environment: environment)
    #expect(result.request == "end")
    #expect(result.background != .light)
    #expect(result.typed == "")
  }
}
