import FoundationEssentials
import TestSupport

extension ProcessFigures {
  /// Returns the resident memory of this process and of its living descendants, in MiB.
  func residentMebibytesOfFamily() throws -> Double {
    let parents = try Self.parents()
    var (family, young) = ([identifier], [identifier])
    while !young.isEmpty {
      young = parents.filter { young.contains($0.value) }.map(\.key)
      family += young
    }
    // A process that has ended in the meantime does not use memory.
    let sizes = family.map { (try? ProcessFigures(identifier: $0).residentKibibytes()) ?? 0 }
    return Double(sizes.reduce(0, +)) / 1024
  }

  /// Returns the parent of each process: proc(5).
  private static func parents() throws -> [Int32: Int32] {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    return processes.reduce(into: [:]) { parents, process in
      // The name of the process precedes it, and can contain any character.
      let status = try? textFile("/proc/\(process)/stat").split(separator: ")").last
      parents[process] = status?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
    }
  }
}
