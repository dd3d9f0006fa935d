// swift-tools-version: 6.2
import PackageDescription

// Programs whose sizes `.ci/size` compares: `Hello` with `Plain`, which has no Alchemic, and each
// of the others, which use one part of it, with `Hello`.
let package = Package(
  name: "Sizes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alchemic", path: "../../..")],
  targets: [.executableTarget(name: "Plain")]
    + ["Hello", "Awaiting", "Children", "Scopes", "Stopping", "Adding", "Invoking"].map {
      .executableTarget(
        name: $0, dependencies: [.product(name: "Alchemic", package: "Alchemic")])
    },
  swiftLanguageModes: [.v6]
)
