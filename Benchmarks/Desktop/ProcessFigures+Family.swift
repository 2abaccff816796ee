import FoundationEssentials
import TestSupport

extension ProcessFigures {
  /// The memory of this process and of all that it started and that are still there, in MiB.
  func residentMebibytesOfFamily() throws -> Double {
    let parents = try Self.parents()
    var (family, young) = ([identifier], [identifier])
    while !young.isEmpty {
      young = parents.filter { young.contains($0.value) }.map(\.key)
      family += young
    }
    // One that has ended meanwhile has no memory.
    let sizes = family.map { (try? ProcessFigures(identifier: $0).residentKibibytes()) ?? 0 }
    return Double(sizes.reduce(0, +)) / 1024
  }

  /// Who started whom, of all processes that there are: proc(5).
  private static func parents() throws -> [Int32: Int32] {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    return processes.reduce(into: [:]) { parents, process in
      // Its name, which comes before, may have anything in it.
      let status = try? textFile("/proc/\(process)/stat").split(separator: ")").last
      parents[process] = status?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
    }
  }
}
