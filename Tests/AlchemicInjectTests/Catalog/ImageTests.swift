import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore

extension Catalog {
  /// The part of a manifest's target that the page needs. `.ci/images` tests a real library that is
  /// linked like this.
  private struct Target {
    struct Dependency {
      let name: String
      static func product(name: String, package: String) -> Dependency { Dependency(name: name) }
    }
    let name: String
    var dependencies: [Dependency] = []
    var sources: [String] = []
    var isForTests = false

    static func target(
      name: String, dependencies: [Dependency] = [], sources: [String] = []
    ) -> Target {
      Target(name: name, dependencies: dependencies, sources: sources)
    }

    static func testTarget(name: String, sources: [String]) -> Target {
      Target(name: name, sources: sources, isForTests: true)
    }
  }

  /// Builds a model of a program that is linked with the dynamic library, and has loaded the
  /// target.
  private static func load(_ target: Target) throws {
    _ = try makeModel { model in
      if !target.isForTests, target.sources.contains("FakeRates.swift") {
        model.refuseTestDoubles(in: target.name, ["\(target.name).FakeRates"])
      }
      guard target.dependencies.contains(where: { $0.name == "Alchemic" }) else { return }
      model.refuseCopy(
        in: "lib\(target.name).so", of: ["Discount", "Rule"].map { "\(target.name).\($0)" })
    }
  }

  /// Starts a program that is compiled with these flags. `.ci/images` compiles a real one.
  private static func start(with flags: [String]) throws {
    if flags.contains("-disable-reflection-metadata") {
      throw AlchemicError(
        Problem(.noReflection, "App", path: [Problem.Step("Shop (App.Shop)", nil)]))
    }
  }

  @Suite struct ImageTests {
    @Test("E2: two-copies: a plug-in is linked with Alchemic statically")
    func twoCopies() throws {
      try example {
        // wrong: two-copies
        let plugIn = Target.target(
          name: "Plugin", dependencies: [.product(name: "Alchemic", package: "Alchemic")])
        // end
        try load(plugIn)
      } right: {
        // right: two-copies
        let plugIn = Target.target(
          name: "Plugin", dependencies: [.product(name: "AlchemicDynamic", package: "Alchemic")])
        // end
        try load(plugIn)
      }
    }

    @Test("E2: no-reflection: a module is compiled without the metadata")
    func noReflection() throws {
      try example {
        // wrong: no-reflection
        let flags = ["-O", "-Xfrontend", "-disable-reflection-metadata"]
        // end
        try start(with: flags)
      } right: {
        // right: no-reflection
        let flags = ["-O"]
        // end
        try start(with: flags)
      }
    }

    @Test("E2: test-double: a double is in a target of the program")
    func testDouble() throws {
      try example {
        // wrong: test-double
        let target = Target.target(name: "Shop", sources: ["Rates.swift", "FakeRates.swift"])
        // end
        try load(target)
      } right: {
        // right: test-double
        let target = Target.target(name: "Shop", sources: ["Rates.swift"])
        let tests = Target.testTarget(name: "ShopTests", sources: ["FakeRates.swift"])
        // end
        try load(target)
        try load(tests)
      }
    }
  }
}
