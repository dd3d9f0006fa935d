import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicRuntime

private protocol Marked: AnyObject {}

private enum Scope {
  final class Inner: Marked {}
}

/// The class and the protocol are of different modules, so the record refers to the class in
/// another way.
extension Counter: Marked {}

@Suite struct RecordTests {
  private func marked() throws -> [ContextDescriptor] {
    let wanted = try #require(ContextDescriptor(ofProtocol: (any Marked).self))
    var found: [ContextDescriptor] = []
    forEachConformanceRecord { record in
      if record.protocolDescriptor == wanted { record.typeDescriptor.map { found.append($0) } }
    }
    return found
  }

  @Test("R1: a record refers to its class, also of another module, and the class has its names")
  func records() throws {
    let found = try marked().sorted { $0.name < $1.name }
    #expect(found.map(\.name) == ["Counter", "Inner"])
    #expect(
      found.map(\.qualifiedName) == ["AlchemicTestSupport.Counter", "AlchemicCoreTests.Inner"])
    let types: [Any.Type] = [Counter.self, Scope.Inner.self]
    #expect(found.map { ObjectIdentifier($0.metadata()) } == types.map { ObjectIdentifier($0) })
    #expect(found.allSatisfy { !$0.isGeneric })
  }

  @Test("R1: the classes of an image with its own copy of the library are named once, in order")
  func otherCopies() throws {
    let found = try marked()
    let image = OtherCopies.Image(image: "libOther.so", classes: found + found)
    #expect(image.names == ["AlchemicCoreTests.Inner", "AlchemicTestSupport.Counter"])
  }
}
