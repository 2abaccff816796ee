import FoundationEssentials
import ToneSynthesis

/// Writes the built-in sounds as WAV files to a folder: the only argument, or otherwise the current folder.
@main
enum Program {
  static func main() throws {
    let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".")
    for sound in CueSound.allCases {
      let file = WaveFile(rate: CueSound.fileRate, samples: sound.samples(rate: CueSound.fileRate))
      try Data(file.bytes).write(to: folder.appending(path: "\(sound.rawValue).wav"))
    }
  }
}
