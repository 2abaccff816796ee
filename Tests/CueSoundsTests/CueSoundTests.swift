import FoundationEssentials
import Testing

import CueSounds

@Suite struct CueSoundTests {
  @Test(arguments: CueSound.allCases)
  func `each sound is in the freedesktop theme`(sound: CueSound) {
    #expect(FileManager.default.fileExists(atPath: "/usr/share/sounds/freedesktop/stereo/\(sound.eventID).oga"))
  }

  @Test func `no two sounds are the same`() {
    #expect(Set(CueSound.allCases.map(\.eventID)).count == CueSound.allCases.count)
  }
}
