import Desktop
import TestSupport
import TestTraits
import Testing

/// Messages of notification servers and of media players that contain values of wrong types.
@Suite(.ownProcess, .serialized, .hangLimit) struct MalformedMessageTests {
  private static let server = [
    "answer GetServerInformation ssss \"['Plasma', 'KDE', '1', '1.2']\"",
    "answer GetCapabilities as \"[['actions', 'body']]\"", "answer Notify u [7]", "answer Get v [True]",
  ]

  @Test func `a notification server with malformed messages is used as soon as its messages are right`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (desktop, notifier) = (scenario.desktop, scenario.notifier)
        let service = try await MalformedService.start(NotificationServer.name, on: desktop, Self.server)
        for method in ["GetServerInformation", "GetCapabilities"] {
          try await service.malform(method) { _ = await notifier.check(within: generousLimit) }
        }
        notifier.prepare()
        try await scenario.serverAppeared()
        try await service.malform("Get") {
          let silence = await notifier.silence(within: generousLimit)
          // One of the malformed bodies is a boolean.
          #expect(silence == nil || silence == .exceptCritical)
        }
        #expect(await notifier.silence(within: generousLimit) == .exceptCritical)
        var number = 0
        for method in ["Notify", "CloseNotification"] {
          try await service.malform(method) {
            number += 1
            let mark = desktop.monitor.mark
            notifier.show(.cue("Run \(number) s"))
            _ = try await desktop.monitor.first("a notification", from: mark) { $0.member == "Notify" }
            if method == "CloseNotification" {
              notifier.close()
              _ = try await desktop.monitor.first("its end", from: mark) { $0.member == "CloseNotification" }
            }
          }
        }
        let mark = desktop.monitor.mark
        notifier.show(.cue("Walk 40 s"))
        _ = try await desktop.monitor.number(of: desktop.monitor.notification("Walk 40 s", from: mark))
        let signal = "/org/freedesktop/Notifications org.freedesktop.Notifications"
        for name in ["NotificationClosed", "ActionInvoked", "ActivationToken"] {
          try await service.run("flood \(signal) \(name)")
        }
        try await service.run("signal \(signal) ActionInvoked us \"[7, 'stop']\"")
        _ = try await scenario.events.first("the press") { $0 == .action(key: "stop") }
      }
    }
  }

  @Test func `malformed answers, signals and calls of other players change nothing`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let name = "org.mpris.MediaPlayer2.music"
        let (properties, player) = ("org.freedesktop.DBus.Properties", "org.mpris.MediaPlayer2.Player")
        let music = try await MalformedService.start(name, on: scenario.desktop, ["answer Get v \"['Paused']\""])
        try await music.run("malform Get")
        // The player asks the other players for their states whenever it begins to share the keys.
        for _ in 1...10 {
          await scenario.show(.run.with { $0.keys = .always })
          await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
        }
        try await music.run("regular Get")
        try await music.run("flood \(MediaPlayerScenario.path) \(properties) PropertiesChanged \(player)")
        let own = "\(MediaPlayerScenario.name) \(MediaPlayerScenario.path)"
        for method in ["Play", "Pause", "PlayPause", "Next", "Previous", "Stop", "Seek", "SetPosition", "OpenUri"] {
          try await music.run("call \(own) \(player) \(method)")
        }
        for method in ["Get", "Set", "GetAll"] {
          try await music.run("call \(own) \(properties) \(method)")
          try await music.run("call \(own) \(properties) \(method) \(player)")
        }
        #expect(try await scenario.playerctl("metadata", "xesam:title") == "Run 30 s")
        // Each method without parameters is called once with the right types: without values.
        _ = try await scenario.playerctl("pause")
        let commands: [MediaCommand] = [.play, .pause, .playPause, .next, .previous, .stop, .pause]
        _ = try await scenario.commands.first("the last command") { _ in scenario.commands.count == commands.count }
        #expect(scenario.commands.elements == commands)
      }
    }
  }

  @Test func `the document contains every signal and answer`() throws {
    let server = [
      "GetServerInformation", "GetCapabilities", "Notify", "CloseNotification", "Get", "NotificationClosed",
      "ActionInvoked", "ActivationToken",
    ]
    #expect(try MalformedService.undocumented(server, of: "notification server") == [])
    #expect(try MalformedService.undocumented(["Get", "PropertiesChanged"], of: "media player") == [])
  }
}
