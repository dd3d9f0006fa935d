// swift-tools-version: 6.2
import PackageDescription

// The hello-world of a program that has left out all parts, and `Plain`, which has no Alchemic.
// Their sources are links to those of the package `Sizes`.
let package = Package(
  name: "Bare",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "../../..", traits: [])],
  targets: [
    .executableTarget(name: "Plain"),
    .executableTarget(
      name: "Bare", dependencies: [.product(name: "Alchemic", package: "Alchemic")]),
  ],
  swiftLanguageModes: [.v6]
)
