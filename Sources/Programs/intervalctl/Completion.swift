import ArgumentParser
import Dates
import PlanLibrary
import PlanNotation
import RunCalculator
import Text
import UserFiles
import WorkoutFiles
import WorkoutHistory
import WorkoutModel

/// The shell completions of arguments and option values.
enum Completion {
  /// The names of plans, and the paths of plan and workout files.
  static let plans = CompletionKind.custom { _, _, prefix in
    let shell = CompletionShell.requesting
    // `~` is not expanded for zsh, because the completion script of zsh would escape the tilde.
    let home = shell == .zsh ? nil : environment["HOME"]
    return words(planNames + PlanFileCompletion(folder: ".", home: home).candidates(for: prefix), for: shell)
  }

  /// The names of plans.
  static let names = CompletionKind.custom { _, _, _ in words(planNames, for: CompletionShell.requesting) }

  /// The names of the user's own plans.
  static let ownNames = CompletionKind.custom { _, _, _ in
    let plans = Library(environment: environment).plans
    return words(plans.entries().filter(plans.isOwn).map(\.name), for: CompletionShell.requesting)
  }

  /// The names of training programs.
  static let programNames = CompletionKind.custom { _, _, _ in
    let programs = Library(environment: environment).plans.entries().filter(\.isProgram)
    return words(programs.map(\.name), for: CompletionShell.requesting)
  }

  /// The IDs of the sessions of the program on the command line.
  static let sessions = CompletionKind.custom { words, _, _ in
    let library = Library(environment: environment)
    let programs = words.lazy.compactMap { word in
      ((try? library.plans.find(word)) ?? nil).flatMap { (try? library.program($0)) ?? nil }
    }
    return Completion.words(programs.first?.program.sessionIDs.map(\.description) ?? [], for: .requesting)
  }

  /// The numbers of past workouts; at most the last 50.
  static let workouts = CompletionKind.custom { _, _, _ in
    let count = (try? Library(environment: environment).history())?.count ?? 0
    return words((1...50).prefix(count).map(String.init), for: .requesting)
  }

  /// The words of `convert`: `to` after a value, and then the units of this value.
  static let conversions = CompletionKind.custom { arguments, index, _ in
    let values = arguments.prefix(index).drop { $0 != "convert" }.dropFirst().prefix { $0 != "to" && $0 != "in" }
    guard !values.isEmpty else { return words(["half", "marathon"], for: .requesting) }
    guard arguments.prefix(index).contains(where: { $0 == "to" || $0 == "in" }) else { return ["to"] }
    return words(Convert.units(of: values.joined(separator: " ")), for: .requesting)
  }

  /// Sample paces, and for the paces of a plan also with a kind of interval.
  static let paces = CompletionKind.list(samplePaces)
  static let planPaces = CompletionKind.list(samplePaces + ["run", "walk", "jog"].map { "\($0)=" })

  private static let samplePaces = ["6:00/km", "10:00/mi", "9kph", "6mph"]

  static let distanceUnits = CompletionKind.list(DistanceUnit.allCases.map(\.rawValue))
  static let paceUnits = CompletionKind.list(PaceUnit.allCases.map(\.rawValue))
  static let channels = CompletionKind.list(Channel.allCases.map(\.rawValue))
  /// The cues, and the kinds of interval; a kind stands for the cue at the start of an interval of this kind.
  static let cues = CompletionKind.list(Cue.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue))
  static let races = CompletionKind.list(Race.words)
  /// The names of days.
  static let days = CompletionKind.list(CalendarDay.words)

  private static var planNames: [String] { Library(environment: environment).plans.entries().map(\.name) }

  private static var environment: [String: String] { .ofProcess }
}

extension Completion {
  /// Escapes words for the completion script of a shell, and leaves out words with control characters.
  ///
  /// The script for bash passes the words to `compgen -W`, which splits and expands the words like a command line.
  /// Without escapes, a file name could run a command. The scripts for fish and zsh use the words unchanged.
  static func words(_ words: [String], for shell: CompletionShell?) -> [String] {
    let words = words.filter { !$0.unicodeScalars.contains(where: \.affectsTerminal) }
    return shell == .bash ? words.map(escapedForBash) : words
  }

  private static func escapedForBash(_ word: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      if !isPlain(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_", ".", "/", ":", "@", "%", "+", ",", "-": true
    default: false
    }
  }
}

/// Completes a path to plan and workout files.
struct PlanFileCompletion {
  /// The folder that a relative path starts from.
  let folder: String
  /// The folder that `~` expands to; nil if `~` is not expanded.
  let home: String?

  /// Returns the files and folders whose paths begin with a prefix.
  ///
  /// If the only match is a folder, its contents are returned instead, because a shell would add a space after the
  /// folder.
  func candidates(for prefix: String) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = String(prefix[..<end])
    let candidates = Self.contents(of: path(folder)).filter { $0.hasPrefix(prefix[end...]) }.map { folder + $0 }
    guard candidates.count == 1, candidates[0].hasSuffix("/"), candidates[0] != prefix else { return candidates }
    return self.candidates(for: candidates[0])
  }

  private func path(_ typed: String) -> String {
    if let home, typed.hasPrefix("~/") { return home + typed.dropFirst() }
    return typed.hasPrefix("/") ? typed : "\(folder)/\(typed)"
  }

  /// Returns the names of the plan files, workout files and subfolders in a folder; hidden names are left out.
  ///
  /// The name of a subfolder ends with a slash.
  private static func contents(of folder: String) -> [String] {
    Folder.names(in: folder).filter { !$0.hasPrefix(".") }.compactMap { name in
      if Folder.exists("\(folder)/\(name)") { return "\(name)/" }
      return PlanName.extensions.contains(where: name.hasSuffix) || WorkoutFormat(path: name) != nil ? name : nil
    }.sorted()
  }
}
