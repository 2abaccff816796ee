import MessageBus

/// The other media players on the session bus, in the order in which they last started to play.
///
/// Each player is asked for its state once, when it is found. Later changes arrive as signals. All players are asked at
/// the same time, and each has the same time limit. A player that does not answer is treated as not playing. The object
/// must be used on the GLib thread of the bus.
final class OtherPlayers {
  /// A player on the bus.
  private struct Player {
    let name: String
    /// The unique name of the player's connection.
    var owner: String?
    var isPlaying = false
    /// Whether the player has played.
    var hasPlayed = false
  }

  /// The maximum number of players; further players are ignored.
  private static let maxPlayers = 16
  /// The time limit for the answers of all players, and for each player that appears later.
  private static let answerLimit = Duration.seconds(1)

  private let bus: BusConnection
  private let own: String
  private let changed: () -> Void
  private var subscriptions: [BusSubscription] = []
  /// The players; each player that starts to play becomes the last one.
  private var players: [Player] = []
  /// The number of questions without an answer.
  private var questionCount = 0

  /// Finds the other players, and watches them until this object is released.
  ///
  /// - Parameters:
  ///   - bus: The connection.
  ///   - own: The name of this program's player, which is ignored.
  ///   - changed: Called when `playing`, `preferred` or `areKnown` may have changed.
  init(on bus: BusConnection, except own: String, changed: @escaping () -> Void) {
    self.bus = bus
    self.own = own
    self.changed = changed
    subscriptions = [
      bus.subscription(
        to: "NameOwnerChanged", of: "org.freedesktop.DBus", at: nil, from: "org.freedesktop.DBus",
        aboutNamesIn: MediaInterfaces.root
      ) { [weak self] in self?.ownerChanged($0) },
      bus.subscription(
        to: "PropertiesChanged", of: "org.freedesktop.DBus.Properties", at: MediaInterfaces.path,
        aboutNamesIn: MediaInterfaces.player
      ) { [weak self] in self?.propertiesChanged($0) },
    ]
    ask(.bus("ListNames")) { players, reply in
      for name in reply?.arguments.flatMap(\.allStrings) ?? [] { players.add(name) }
    }
  }

  /// The name of the player that plays, or else of the player that played last; nil if no player has played.
  ///
  /// If several players play, this is the player that started last.
  var playing: String? { (players.last(where: \.isPlaying) ?? players.last(where: \.hasPlayed))?.name }

  /// Whether a player plays or has played, or all players have answered or reached the time limit.
  var areKnown: Bool { playing != nil || questionCount == 0 }

  /// The player that receives commands: the player that played last, or else any player; nil without players.
  var preferred: String? { playing ?? players.first?.name }

  private func ownerChanged(_ signal: BusSignal) {
    guard let name = signal.arguments[0]?.string, let owner = signal.arguments[2]?.string else { return }
    players.removeAll { $0.name == name }
    if !owner.isEmpty { add(name) }
    changed()
  }

  private func propertiesChanged(_ signal: BusSignal) {
    guard let status = signal.arguments[1]?.dictionary?["PlaybackStatus"]?.string,
      let player = players.first(where: { $0.owner == signal.sender })
    else { return }
    update(player.name, isPlaying: status == "Playing")
    changed()
  }

  /// Updates the state of a player, if it is still on the bus.
  private func update(_ name: String, isPlaying: Bool) {
    guard let index = players.firstIndex(where: { $0.name == name }), players[index].isPlaying != isPlaying
    else { return }
    var player = players.remove(at: index)
    player.isPlaying = isPlaying
    if isPlaying { player.hasPlayed = true }
    players.insert(player, at: isPlaying ? players.endIndex : index)
  }

  /// Adds a player, and asks for the owner of its name and whether it plays.
  private func add(_ name: String) {
    // playerctld passes commands on, so a command would come back from it.
    guard name.hasPrefix("\(MediaInterfaces.root)."), name != own, name != "\(MediaInterfaces.root).playerctld",
      players.count < Self.maxPlayers, !players.contains(where: { $0.name == name })
    else { return }
    players.append(Player(name: name))
    ask(.bus("GetNameOwner", .string(name))) { players, reply in
      guard let index = players.players.firstIndex(where: { $0.name == name }) else { return }
      players.players[index].owner = reply?.arguments[0]?.string
    }
    let status = BusCall(
      "Get", of: "org.freedesktop.DBus.Properties", at: MediaInterfaces.path, on: name,
      [.string(MediaInterfaces.player), .string("PlaybackStatus")])
    ask(status) { players, reply in
      if reply?.arguments == [.variant(.string("Playing"))] { players.update(name, isPlaying: true) }
    }
  }

  /// Makes a call; the answer is nil if the call fails or reaches the time limit.
  private func ask(_ call: BusCall, answer: @escaping (OtherPlayers, BusReply?) -> Void) {
    questionCount += 1
    bus.call(call, within: Self.answerLimit) { [weak self] result in
      guard let self else { return }
      questionCount -= 1
      answer(self, try? result.get())
      if areKnown { changed() }
    }
  }
}
