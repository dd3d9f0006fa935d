// swift-tools-version: 6.2
import PackageDescription

// The program of the README, and its tests.
let package = Package(
  name: "FirstSteps",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "../..")],
  targets: [
    .executableTarget(
      name: "FirstSteps", dependencies: [.product(name: "Alchemic", package: "Alchemic")]),
    .testTarget(
      name: "FirstStepsTests",
      dependencies: ["FirstSteps", .product(name: "AlchemicTesting", package: "Alchemic")]),
  ]
)
