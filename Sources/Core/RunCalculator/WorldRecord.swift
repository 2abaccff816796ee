import WorkoutModel

/// Men's world record in running.
///
/// The records are those ratified by World Athletics (worldathletics.org, "World Records") as of the end of 2025: 100
/// m, Usain Bolt, Berlin, 16 August 2009; 400 m, Wayde van Niekerk, Rio de Janeiro, 14 August 2016; 800 m, David
/// Rudisha, London, 9 August 2012; 1500 m, Hicham El Guerrouj, Rome, 14 July 1998; mile, Hicham El Guerrouj, Rome, 7
/// July 1999; 5000 m, Joshua Cheptegei, Monaco, 14 August 2020; 10,000 m, Joshua Cheptegei, Valencia, 7 October 2020;
/// half marathon, Yomif Kejelcha, Valencia, 27 October 2024; marathon, Kelvin Kiptum, Chicago, 8 October 2023.
package struct WorldRecord: Equatable, Sendable {
  package let metres: Double
  package let time: Duration
  /// Distance in words: `10 km`, `a marathon`.
  package let event: String
  /// Time as published.
  package let mark: String
  package let holder: String
  package let year: Int

  package static let mile = Self(
    metres: 1609.344, time: .milliseconds(223_130), event: "a mile", mark: "3:43.13", holder: "Hicham El Guerrouj",
    year: 1999)

  /// Records from the shortest distance to the longest.
  private static let all = [
    Self(metres: 100, time: .milliseconds(9580), event: "100 m", mark: "9.58 s", holder: "Usain Bolt", year: 2009),
    Self(
      metres: 400, time: .milliseconds(43_030), event: "400 m", mark: "43.03 s", holder: "Wayde van Niekerk", year: 2016
    ),
    Self(
      metres: 800, time: .milliseconds(100_910), event: "800 m", mark: "1:40.91", holder: "David Rudisha", year: 2012),
    Self(
      metres: 1500, time: .seconds(206), event: "1500 m", mark: "3:26.00", holder: "Hicham El Guerrouj", year: 1998),
    mile,
    Self(
      metres: 5000, time: .milliseconds(755_360), event: "5 km", mark: "12:35.36", holder: "Joshua Cheptegei",
      year: 2020),
    Self(
      metres: 10_000, time: .seconds(1571), event: "10 km", mark: "26:11.00", holder: "Joshua Cheptegei", year: 2020),
    Self(
      metres: 21_097.5, time: .seconds(3450), event: "a half marathon", mark: "57:30", holder: "Yomif Kejelcha",
      year: 2024),
    Self(
      metres: 42_195, time: .seconds(7235), event: "a marathon", mark: "2:00:35", holder: "Kelvin Kiptum", year: 2023),
  ]

  /// The record that a run beats in pace; nil if the run is not faster.
  ///
  /// The run is compared with the record over the longest distance that is not longer than the run, or over 100 m.
  package static func beaten(byMetres metres: Double, in time: Duration) -> WorldRecord? {
    // Converted from another unit, a distance may be a fraction of a millimetre too short.
    let record = all.last { $0.metres <= metres + 0.001 } ?? all[0]
    return metres / time.inSeconds > record.metres / record.time.inSeconds * (1 + 1e-9) ? record : nil
  }
}
