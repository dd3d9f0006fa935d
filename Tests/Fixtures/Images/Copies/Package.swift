// swift-tools-version: 6.2
import PackageDescription

// A mistake: the program and its plug-in are linked statically with Alchemic, so each has a copy.
let package = Package(
  name: "Copies",
  platforms: [.macOS(.v15)],
  products: [.library(name: "OwnCopy", type: .dynamic, targets: ["OwnCopy"])],
  dependencies: [.package(name: "Alchemic", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "CopiesApp", dependencies: [.product(name: "AlchemicFoundation", package: "Alchemic")]),
    .target(
      name: "OwnCopy", dependencies: [.product(name: "AlchemicFoundation", package: "Alchemic")]),
  ]
)
