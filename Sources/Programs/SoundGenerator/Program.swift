import ToneSynthesis
import FoundationEssentials

/// Writes the program's own sounds as WAV files into the folder that is its only argument.
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
