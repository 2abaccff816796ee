// swift-tools-version: 6.2

import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A module in the folder of its floor.
func module(
  _ floor: String, _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", resources: resources)
}

/// A program on the top floor.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/\(name)")
}

/// The tests of a module, in the folder that mirrors the module's.
func tests(_ module: String, _ dependencies: [Target.Dependency] = []) -> Target {
  let path = module.split(separator: "/")
  let name = path[1].prefix(1).uppercased() + path[1].dropFirst() + "Tests"
  return .testTarget(
    name: name, dependencies: [.byName(name: String(path[1])), "TestSupport"] + dependencies,
    path: "Tests/\(path[0])/\(name)")
}

/// The modules by floors; each imports from the floors below, and from its own as listed (docs/architecture.md).
let package = Package(
  name: "intervald",
  products: [
    .executable(name: "intervald", targets: ["intervald"]),
    .executable(name: "intervalctl", targets: ["intervalctl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
  ],
  targets: [
    // C: module maps and shims.
    .systemLibrary(
      name: "CCanberra", path: "Sources/C/CCanberra", pkgConfig: "libcanberra", providers: [.apt(["libcanberra-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CGio", path: "Sources/C/CGio", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CLibnotify", path: "Sources/C/CLibnotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    // Loaded at run time, when a sound file is written: no flags for the linker.
    .systemLibrary(
      name: "CSndfile", path: "Sources/C/CSndfile", providers: [.apt(["libsndfile1-dev", "libsamplerate0-dev"])]),
    .systemLibrary(
      name: "CSpeechd", path: "Sources/C/CSpeechd", pkgConfig: "speech-dispatcher",
      providers: [.apt(["libspeechd-dev"])]),
    .systemLibrary(
      name: "CSystemd", path: "Sources/C/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // Kits: know nothing of workouts.
    module("Kits", "Concurrency"),
    module("Kits", "MessageBus", ["CGio", "CLinux", "Concurrency"]),
    module("Kits", "Varlink"),
    module("Kits", "VarlinkServer", ["Varlink", nioCore, nioPosix]),

    // Core: what a workout is; pure.
    module("Core", "WorkoutModel"),
    module("Core", "RunCalculator", ["WorkoutModel"]),
    module("Core", "PlanNotation", ["WorkoutModel"]),
    module("Core", "WorkoutEngine", ["WorkoutModel"]),

    // Presentation: facts into words, pictures and sounds; pure.
    module("Presentation", "ToneSynthesis", [realModule]),
    module(
      "Presentation", "WorkoutPresentation",
      ["ControlInterface", "PlanNotation", "ToneSynthesis", "WorkoutEngine", "WorkoutModel"]),
    module(
      "Presentation", "Soundtrack",
      ["ToneSynthesis", "WorkoutEngine", "WorkoutModel", "WorkoutPresentation", realModule]),

    // Adapters: one outside thing each.
    module("Adapters", "AudioFiles", ["CSndfile", "ToneSynthesis"]),
    module("Adapters", "AudioOutput", ["CCanberra", "CSpeechd", "Concurrency", "ToneSynthesis"]),
    module(
      "Adapters", "ControlInterface", ["Varlink"], resources: [.embedInCode("org.intervald.Workout.varlink")]),
    module("Adapters", "Desktop", ["CGio", "CLibnotify", "Concurrency", "MessageBus"]),
    module("Adapters", "LogHandlers", ["CSystemd", "Concurrency", logging]),
    module("Adapters", "Power", ["CLinux", "Concurrency", "MessageBus"]),
    module("Adapters", "ServiceManager"),
    module("Adapters", "Systemd", ["CSystemd", "LogHandlers", "MessageBus", systemPackage]),
    module("Adapters", "WorkoutFiles", ["CExpat", "PlanNotation", "WorkoutModel"]),
    module("Adapters", "WorkoutSettings", ["PlanNotation", "WorkoutModel"]),

    // Programs.
    module(
      "Programs", "DaemonRuntime",
      [
        "AudioOutput", "Concurrency", "ControlInterface", "Desktop", "LogHandlers", "MessageBus", "PlanNotation",
        "Power",
        "ServiceManager", "Systemd", "ToneSynthesis", "Varlink", "VarlinkServer", "WorkoutEngine", "WorkoutModel",
        "WorkoutPresentation", "WorkoutSettings", logging, subprocess, systemPackage,
      ]),
    program("intervald", ["ControlInterface", "DaemonRuntime", "LogHandlers", argumentParser]),
    program(
      "intervalctl",
      [
        "AudioFiles", "Concurrency", "ControlInterface", "PlanNotation", "RunCalculator", "Soundtrack", "Varlink",
        "WorkoutEngine", "WorkoutFiles", "WorkoutModel", "WorkoutPresentation", "WorkoutSettings",
        argumentParser, subprocess, systemPackage,
      ]),
    // Writes the sounds in share/sounds (`make sounds`).
    program("SoundGenerator", ["ToneSynthesis"]),

    // Measures the programs (`make bench`).
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "ControlInterface", "PlanNotation", "TestSupport", "Varlink", "WorkoutEngine", "WorkoutModel",
        "WorkoutPresentation", argumentParser,
      ],
      path: "Benchmarks",
      exclude: ["bounds.json", "requirements.txt"]),

    // What tests share.
    .target(
      name: "TestSupport",
      dependencies: [
        "AudioOutput", "Concurrency", "Desktop", "LogHandlers", "Power", "Systemd", "ToneSynthesis", "WorkoutEngine",
        "WorkoutModel", logging, subprocess, systemPackage,
      ],
      path: "Tests/TestSupport",
      resources: [.embedInCode("user-manager.sh")]),
    .target(name: "CTestWidth", path: "Tests/CTestWidth"),
    .target(name: "TestTraits", dependencies: ["CTestWidth"], path: "Tests/TestTraits"),
    .target(
      name: "Fuzzing",
      dependencies: [
        "ControlInterface", "DaemonRuntime", "PlanNotation", "TestSupport", "Varlink", "VarlinkServer", "WorkoutEngine",
        "WorkoutFiles", "WorkoutModel", "WorkoutPresentation",
      ],
      path: "Tests/Fuzzing"),
    .executableTarget(
      name: "NotifyProbe", dependencies: ["Concurrency", "LogHandlers", "Systemd", logging], path: "Tests/NotifyProbe"),
    .executableTarget(name: "HookProbe", dependencies: ["DaemonRuntime"], path: "Tests/HookProbe"),

    // Tests: one target a module.
    tests("Kits/Concurrency", ["TestTraits"]),
    tests("Kits/MessageBus", ["CGio"]),
    tests("Kits/Varlink", ["TestTraits", "VarlinkServer", nioCore, nioPosix]),
    tests("Core/WorkoutModel", [realModule]),
    tests("Core/RunCalculator", ["WorkoutModel", realModule]),
    tests("Core/PlanNotation", ["WorkoutModel"]),
    tests("Core/WorkoutEngine", ["PlanNotation", "WorkoutModel"]),
    tests("Presentation/ToneSynthesis", [realModule]),
    tests("Presentation/WorkoutPresentation", ["ControlInterface", "WorkoutEngine", "WorkoutModel"]),
    tests(
      "Presentation/Soundtrack",
      [
        "AudioFiles", "PlanNotation", "ToneSynthesis", "WorkoutModel", "WorkoutPresentation", "WorkoutSettings",
        realModule,
      ]),
    tests("Adapters/AudioOutput", ["Concurrency", "TestTraits", "ToneSynthesis"]),
    tests("Adapters/ControlInterface", ["Varlink", "VarlinkServer", "WorkoutModel", subprocess]),
    tests("Adapters/Desktop", ["Concurrency", "MessageBus", "TestTraits"]),
    tests("Adapters/LogHandlers", [logging]),
    tests("Adapters/Power"),
    tests("Adapters/ServiceManager"),
    tests("Adapters/Systemd", ["NotifyProbe", "TestTraits"]),
    tests("Adapters/WorkoutFiles", ["PlanNotation", "WorkoutModel"]),
    tests("Adapters/WorkoutSettings", ["PlanNotation", "TestTraits", "WorkoutModel"]),
    tests(
      "Programs/DaemonRuntime",
      [
        "AudioOutput", "Concurrency", "ControlInterface", "Desktop", "HookProbe", "LogHandlers", "MessageBus",
        "PlanNotation", "Power", "Systemd", "TestTraits", "ToneSynthesis", "Varlink", "VarlinkServer", "WorkoutEngine",
        "WorkoutModel", "WorkoutPresentation", "WorkoutSettings", logging,
      ]),
    tests(
      "Programs/intervalctl",
      [
        "AudioFiles", "ControlInterface", "PlanNotation", "RunCalculator", "Soundtrack", "Varlink", "VarlinkServer",
        "WorkoutEngine", "WorkoutModel", "WorkoutPresentation", "WorkoutSettings", argumentParser, subprocess,
      ]),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "ControlInterface", "TestSupport", "TestTraits", "Varlink", "VarlinkServer", "intervalctl", "intervald",
        subprocess,
      ]),
    .testTarget(name: "PackagingTests", dependencies: ["ControlInterface", "TestSupport", "Varlink"]),
  ],
  swiftLanguageModes: [.v6]
)

// It has its main from libFuzzer, so that nothing but `make fuzz` can link it.
if Context.environment["INTERVALD_FUZZ"] != nil {
  package.targets.append(.executableTarget(name: "Fuzzer", dependencies: ["Fuzzing"], path: "Tests/Fuzzer"))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ]
  // Compilers differ in what they warn of: warnings are errors in CI only (.ci/run).
  if Context.environment["INTERVALD_WERROR"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}

// Without the optimizer, the tests of what is computed sample by sample, and of plans made from thousands of seeds, take
// up to five times as long.
let computing: Set = [
  "PlanNotation", "RunCalculator", "Soundtrack", "SoundtrackTests", "ToneSynthesis", "ToneSynthesisTests",
  "WorkoutEngine",
  "WorkoutModel",
]
for target in package.targets where computing.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
