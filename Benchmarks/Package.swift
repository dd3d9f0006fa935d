// swift-tools-version: 6.2
import PackageDescription

// Measures what Alchemic costs, each thing as a ratio to what it could cost at best: see README.md.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let alchemic = Target.Dependency.product(name: "Alchemic", package: "Alchemic")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "..")],
  targets: [
    .target(name: "CMeasure"),
    .target(name: "Measure", dependencies: ["CMeasure"], swiftSettings: settings),
    .target(
      name: "Operations", dependencies: ["CMeasure", "Measure", alchemic], swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks", dependencies: ["CMeasure", "Measure", "Operations", alchemic],
      swiftSettings: settings),
    .executableTarget(
      name: "Instructions", dependencies: ["CMeasure", "Measure", "Operations", alchemic],
      swiftSettings: settings),
    .executableTarget(
      name: "SharedLines", dependencies: ["CMeasure", "Operations"], swiftSettings: settings),

    // The example's own sources, by a link: a library product for them would be there for users
    // too.
    .target(
      name: "TreasuryExample", dependencies: [alchemic], path: "Sources/TreasuryKit",
      resources: [.copy("Data")], swiftSettings: settings),
    .executableTarget(
      name: "ExampleRow", dependencies: ["Measure", "TreasuryExample", alchemic],
      swiftSettings: settings),

    // Programs of their own, that Benchmarks builds and looks at.
    .executableTarget(name: "HelloPlain", swiftSettings: settings),
    .executableTarget(name: "HelloGreeter", dependencies: [alchemic], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
