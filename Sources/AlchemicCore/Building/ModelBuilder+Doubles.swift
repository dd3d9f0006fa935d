import AlchemicRuntime
import CAlchemicRuntime

// Test doubles. Only the models of tests contain them.

extension ModelBuilder {
  /// Adds all test doubles in the loaded images, in the order of their qualified names.
  ///
  /// - Returns: Whether there are any.
  /// - Complexity: O(*r*) in the conformance records of all images.
  package func discoverTestDoubles() -> Bool {
    let found = Discovery.scan(
      configurations: (any AlchemicConfig).self, aspects: (any AlchemicAspect).self)
    limit?(found)
    found.doubles.forEachInOrder { add($0.type(as: (any AlchemicTestDouble.Type).self)) }
    return !found.doubles.isEmpty
  }

  private func add(_ type: any AlchemicTestDouble.Type) {
    if let subclass = type as? any AlchemicSubclass.Type {
      add(subclass)
    } else if _getSuperclass(type) is any AlchemicManaged.Type {
      // The inherited function declares how the factory creates the superclass.
      if isWanted(type) { declarations.append(.itself(type)) }
    } else {
      add(type as any AlchemicManaged.Type)
    }
  }

  /// Lets discovery leave out the types of some modules.
  package func leaveOut(_ isLeftOut: @escaping (_ module: String) -> Bool) {
    func isOut(_ type: FoundType) -> Bool { isLeftOut(type.descriptor.module) }
    limit = { found in
      found.managed.removeAll(where: isOut)
      found.subclasses.removeAll(where: isOut)
      found.configurations.removeAll(where: isOut)
      found.aspects.removeAll(where: isOut)
      found.unmarked.removeAll(where: isOut)
      found.doubles.removeAll(where: isOut)
      found.generics.removeAll { isLeftOut($0.module) }
    }
  }

  /// Omits test doubles. In a process that runs no tests, they are a mistake.
  func leaveOut(_ doubles: FoundTypes) {
    doubles.forEach { known.insert($0.descriptor) }
    if !Self.isInTestProcess { refuse(doubles) }
  }

  /// Reports the test doubles of a program, for each image.
  private func refuse(_ doubles: FoundTypes) {
    var images: [OtherCopies.Image] = []
    for double in doubles {
      if let record = double.record {
        OtherCopies.add(double.descriptor, of: record, to: &images)
      }
    }
    OtherCopies.inOrder(images).forEach { refuseTestDoubles(in: $0.image, $0.names) }
  }

  /// Reports the test doubles of a program.
  ///
  /// - Parameters:
  ///   - image: The name of the image in a message.
  ///   - classes: The names of the classes, with their modules.
  package func refuseTestDoubles(in image: String, _ classes: [String]) {
    problems.append(Problem(.testDouble, image, candidates: Self.candidates(classes)))
  }

  /// Whether the process runs tests, as far as the name of the program shows that.
  package static var isInTestProcess: Bool {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    if name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper" {
      return true
    }
    #if canImport(Darwin)
    // An application that hosts tests has its own name. No test of this package checks these
    // variables, since none runs in such an application.
    return ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
      .contains { getenv($0) != nil }
    #else
    return false
    #endif
  }
}
