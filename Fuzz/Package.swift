// swift-tools-version: 6.2
import PackageDescription

// Random models and random lifetimes for the fuzzer, or without it: see README.md.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "..")],
  targets: [
    .target(name: "FuzzInput"),
    .target(
      name: "FuzzKit",
      dependencies: [
        "FuzzInput", .product(name: "Alchemic", package: "Alchemic"),
        .product(name: "AlchemicTools", package: "Alchemic"),
      ]),
    .target(
      name: "LifetimeKit",
      dependencies: ["FuzzInput", .product(name: "Alchemic", package: "Alchemic")]),
    .target(
      name: "CrossingKit",
      dependencies: ["FuzzInput", .product(name: "Alchemic", package: "Alchemic")]),
    .target(name: "LibFuzzer"),
    .executableTarget(name: "FuzzAlchemic", dependencies: ["FuzzKit", "LibFuzzer"]),
    .executableTarget(name: "FuzzLifetimes", dependencies: ["LifetimeKit", "LibFuzzer"]),
    .executableTarget(name: "RandomModels", dependencies: ["FuzzInput", "FuzzKit"]),
    .executableTarget(name: "RandomLifetimes", dependencies: ["FuzzInput", "LifetimeKit"]),
    .executableTarget(name: "RandomCrossings", dependencies: ["FuzzInput", "CrossingKit"]),
  ],
  swiftLanguageModes: [.v6]
)
