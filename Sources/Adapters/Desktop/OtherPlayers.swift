import MessageBus

/// The other media players on the session bus.
struct OtherPlayers: Sendable {
  /// The names of the players on the bus, at most `maxPlayers`.
  private(set) var names: [String] = []
  /// The player that plays, or that played last; nil if no player has played, or if that player has ended.
  private(set) var playing: String?

  /// The maximum number of players that are asked for their state.
  private static let maxPlayers = 16
  /// The time limit for the answer of each player.
  private static let answerLimit = Duration.seconds(1)

  /// Returns the players after reading their names and states again, except for the player `own`.
  ///
  /// A player that does not answer does not play. If the bus does not answer, nothing changes.
  func updated(on bus: BusConnection, except own: String) async -> OtherPlayers {
    guard let reply = try? await bus.call(.bus("ListNames"), within: Self.answerLimit) else { return self }
    var players = self
    players.names = reply.arguments.flatMap(\.allStrings).filter { name in
      // playerctld passes commands on, so a command would come back from it.
      name.hasPrefix("\(MediaInterfaces.root).") && name != own && name != "\(MediaInterfaces.root).playerctld"
    }.prefix(Self.maxPlayers).map(\.self)
    if let last = playing, !players.names.contains(last) { players.playing = nil }
    for name in players.names where await Self.isPlaying(name, on: bus) { players.playing = name }
    return players
  }

  private static func isPlaying(_ name: String, on bus: BusConnection) async -> Bool {
    let call = BusCall(
      "Get", of: "org.freedesktop.DBus.Properties", at: MediaInterfaces.path, on: name,
      [.string(MediaInterfaces.player), .string("PlaybackStatus")])
    let reply = try? await bus.call(call, within: answerLimit)
    return reply?.arguments == [.variant(.string("Playing"))]
  }

  /// Whether a signal reports that a player has started or stopped to play.
  static func isChangeOfPlayback(_ signal: BusSignal) -> Bool {
    guard signal.arguments.first?.string == MediaInterfaces.player, signal.arguments.count > 1,
      case .dictionary(let changes) = signal.arguments[1]
    else { return false }
    return changes["PlaybackStatus"] != nil
  }
}
