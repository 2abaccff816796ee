import AudioOutput
import Concurrency
import Glibc
import TestSupport
import TestTraits
import Testing

/// Tests of the real library with a scripted service that has a fault at one step of the dialogue.
@Suite(.ownProcess, .serialized, .hangLimit) struct SpeechDialogueTests {
  private typealias Step = ScriptedSpeechServer.Step
  private typealias Fault = ScriptedSpeechServer.Fault

  private static let service = SpeechService(name: "speech-dispatcher", synthesizer: "scripted")
  private static let settings = VoiceSettings(language: "en", rate: 60, volume: 70)

  /// Returns the time limits for a fault.
  ///
  /// The limits are short only if the service does not respond, because answers may be slow on a busy machine.
  private static func limits(of fault: Fault) -> SpeechDispatcherSpeaker.Limits {
    .init(answer: fault == .hang ? .seconds(3) : generousLimit, staleness: generousLimit, search: .zero)
  }

  /// The failure that a fault causes.
  private static func code(of fault: Fault) -> SpeechFailureCode {
    switch fault {
    case .hang, .hangUp, .brokenOff: .noAnswer
    case .serverError, .clientError, .garbage, .emptyLine, .noLine, .longLine, .endless, .flood: .failed
    }
  }

  /// Runs a body in this process with a scripted service, and records an error of the body as an issue.
  ///
  /// The parent process of an exit test does not receive errors.
  private static func with(
    _ body: @escaping @Sendable (ScriptedSpeechServer) async throws -> Void
  ) async {
    do {
      let folder = try TemporaryFolder()
      let environment = ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": try folder.folder("run")]
      // setenv copies the strings, and no library in this process has read the environment yet.
      for (name, value) in environment { unsafe setenv(name, value, 1) }
      unsafe unsetenv("SPEECHD_ADDRESS")
      try await TestProcesses.with { processes in
        try await body(
          try await ScriptedSpeechServer.start(in: processes, folder: folder, environment: environment))
      }
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [
    ScriptedSpeechServer.Step.language, .rate, .volume, .synthesizer, .cancel, .priority, .speak, .text,
  ])
  func `a service with a fault at one step is reported once, and is used again after the fault`(
    step: ScriptedSpeechServer.Step
  ) async {
    await #expect(processExitsWith: .success) { [step] in
      await Self.with { server in
        for fault in Fault.allCases {
          let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", limits: Self.limits(of: fault))
          let events = Recording<SpeechEvent>()
          let recorder = Task { for await event in speaker.events { events.append(event) } }
          try server.set(fault, at: step)
          speaker.prepare(Self.settings)
          for _ in 0..<(fault == .hang ? 1 : 3) {
            let mark = server.process.output.count
            speaker.say("Run")
            _ = try await server.process.output.first("\(fault)", from: mark) { $0.hasSuffix(" \(fault.rawValue)") }
          }
          let first = try await events.first("the failure") { $0 != .serviceAppeared(Self.service) }
          if case .serviceUnavailable(let failure) = first {
            #expect(failure.code == Self.code(of: fault), "\(fault): \(failure)")
          }
          try server.clearFault()
          let mark = server.process.output.count
          speaker.prepare(Self.settings)
          speaker.say("Walk")
          _ = try await server.process.output.first("the text", from: mark) { $0 == "said Walk" }
          await speaker.shutDown(within: generousLimit)
          await recorder.value
          #expect(events.elements.count { $0 != .serviceAppeared(Self.service) } == 1, "\(fault): \(events.elements)")
          #expect(events.elements.last == .serviceAppeared(Self.service))
        }
      }
    }
  }

  @Test(arguments: [
    ScriptedSpeechServer.Step.synthesizer, .notification, .priority, .speak, .text, .end,
  ])
  func `a test fails if the service has a fault at one step`(step: ScriptedSpeechServer.Step) async {
    await #expect(processExitsWith: .success) { [step] in
      await Self.with { server in
        for fault in Fault.allCases {
          let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", limits: Self.limits(of: fault))
          try server.set(fault, at: step)
          let failure = await speaker.test("Run", within: fault == .hang ? .milliseconds(300) : .seconds(2))
          #expect(failure != nil, "\(fault)")
          await speaker.shutDown(within: generousLimit)
        }
        try server.clearFault()
        let speaker = SpeechDispatcherSpeaker(applicationName: "intervald")
        #expect(await speaker.test("Run", within: generousLimit) == nil)
        await speaker.shutDown(within: generousLimit)
      }
    }
  }

  @Test func `a check of a service with a fault returns the failure`() async {
    await #expect(processExitsWith: .success) {
      await Self.with { server in
        for fault in Fault.allCases {
          let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", limits: Self.limits(of: fault))
          try server.set(fault, at: .synthesizer)
          guard case .unavailable(let failure) = await speaker.check(within: generousLimit) else {
            Issue.record("\(fault): the service is available")
            continue
          }
          #expect(failure.code == Self.code(of: fault), "\(fault): \(failure)")
          try server.clearFault()
          #expect(await speaker.check(within: generousLimit) == .available(Self.service))
          await speaker.shutDown(within: generousLimit)
        }
      }
    }
  }

  @Test func `a service that has not listed its voices yet is available`() async {
    await #expect(processExitsWith: .success) {
      await Self.with { server in
        let speaker = SpeechDispatcherSpeaker(
          applicationName: "intervald", limits: .init(answer: generousLimit, listing: generousLimit))
        try server.set(.hang, at: .voices)
        async let first = speaker.check(for: "en", within: generousLimit)
        _ = try await server.process.output.first("the list") { $0 == "LIST hang" }
        #expect(await speaker.check(for: "en", within: .zero) == .available(Self.service))
        try await server.process.killAndWait()
        #expect(await first == .available(Self.service))
        await speaker.shutDown(within: generousLimit)
      }
    }
  }

  @Test(arguments: [ScriptedSpeechServer.Step.synthesizer, .text], [false, true])
  func `the end of a text is known if it is reported before a reply`(
    step: ScriptedSpeechServer.Step, asMarks: Bool
  ) async {
    await #expect(processExitsWith: .success) { [step, asMarks] in
      await Self.with { server in
        try await Self.expectEnd(on: server) {
          try server.reportEnds(before: step, asMarks: asMarks)
        } afterwards: { speaker in
          speaker.prepare(Self.settings)
        }
      }
    }
  }

  @Test func `other programs are restored at once if other settings replace the connection`() async {
    await #expect(processExitsWith: .success) {
      await Self.with { server in
        try await Self.expectEnd(on: server) {
          try server.set(.hang, at: .end)
        } afterwards: { speaker in
          speaker.prepare(VoiceSettings(language: "de"))
        }
      }
    }
  }

  /// Checks that other programs are restored long before the time limit of a text.
  ///
  /// `beforehand` is called before the text, and `afterwards` when the service has received the text.
  private static func expectEnd(
    on server: ScriptedSpeechServer, beforehand: () throws -> Void, afterwards: (SpeechDispatcherSpeaker) -> Void
  ) async throws {
    let mixer = InMemorySoundMixer()
    let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", limits: limits(of: .hangUp), mixer: mixer)
    speaker.prepare(settings)
    #expect(await speaker.availability(within: generousLimit) == .available(service))
    try beforehand()
    // The time limit of this text is several times `promptLimit`.
    let text = String(repeating: "run ", count: 150)
    speaker.say(text) { .zero }
    _ = try await server.process.output.first("the text") { $0.hasPrefix("said ") }
    afterwards(speaker)
    _ = try await mixer.calls.first("the end of the text", within: promptLimit) { $0 == .restore(.speech) }
    await speaker.shutDown(within: generousLimit)
  }

  @Test func `other programs are lowered while a text is tested`() async {
    await #expect(processExitsWith: .success) {
      await Self.with { server in
        let mixer = InMemorySoundMixer()
        let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", mixer: mixer)
        #expect(await speaker.test("Run", within: generousLimit) == nil)
        #expect(mixer.calls.elements == [.lower(.speech), .restore(.speech)])
        try server.set(.serverError, at: .text)
        #expect(await speaker.test("Run", within: generousLimit)?.code == .failed)
        #expect(mixer.calls.elements == [.lower(.speech), .restore(.speech), .lower(.speech), .restore(.speech)])
        await speaker.shutDown(within: generousLimit)
      }
    }
  }

  @Test func `a service that closes the connection of a client is unavailable`() async {
    await #expect(processExitsWith: .success) {
      await Self.with { server in
        let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", limits: Self.limits(of: .hangUp))
        try server.set(.hangUp, at: .clientName)
        speaker.prepare(Self.settings)
        #expect(
          await speaker.availability(within: generousLimit)
            == .unavailable(SpeechFailure(.noAnswer, context: "spd_open2")))
        await speaker.shutDown(within: generousLimit)
      }
    }
  }

  @Test(arguments: [
    (".", ".."), (".hidden", "..hidden"), ("Run. Walk.", "Run. Walk."), ("Run\r\n.\r\nQUIT", "Run . QUIT"),
    ("Run & <walk>", "<speak>Run &amp; &lt;walk&gt;<mark name=\"end\"/></speak>"),
  ])
  func `a text is sent as one line, in which a leading dot or markup is escaped`(text: String, line: String) async {
    await #expect(processExitsWith: .success) { [text, line] in
      await Self.with { server in
        let mixer = line.hasPrefix("<") ? InMemorySoundMixer() : nil
        let speaker = SpeechDispatcherSpeaker(
          applicationName: "intervald", limits: Self.limits(of: .hangUp), mixer: mixer)
        speaker.prepare(Self.settings)
        speaker.say(text)
        let said = try await server.process.output.first("the text") { $0.hasPrefix("said ") }
        #expect(said == "said \(line)")
        await speaker.shutDown(within: generousLimit)
      }
    }
  }
}
