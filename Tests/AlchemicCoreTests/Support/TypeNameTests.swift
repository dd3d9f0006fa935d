import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicRuntime

private struct FilePrivate<Value> {
  struct Nested {}
  struct Box<Other> {}
}

extension [Int] {
  fileprivate struct InExtension {
    struct InnerInExtension {}
  }
}

private struct Twin {}

/// The name that is read from a type's descriptor is the one that the runtime derives from its
/// symbol.
@Suite struct TypeNameTests {
  private struct Inner<Value> {
    struct Deepest {}
  }
  private enum Choice { case one }
  private enum Outer {
    struct Inner {}
    struct Problem {}
  }
  private struct OuterClass {}
  private enum Scope {
    struct Box<Value> {}
    struct Generic<Value> {
      struct Box<Other> {}
    }
  }
  private final class Node {}
  private final class Pair<First, Second> {}
  private final class Child<Value>: Base<Value> {}
  private class Base<Value> {}
  private struct Packed<each Value> {}
  private struct Größe {}
  private protocol Shape {}
  private protocol Bound: AnyObject {}
  private protocol AlsoBound: Bound, Shape {}

  private static func types() -> [Any.Type] {
    struct Local {}
    struct LocalBox<Value> {}
    return [
      Int.self, String.self, Int?.self, Int??.self, [Int].self, [String: [Int]].self, Node.self,
      Choice.self, Inner<Int>.self, Inner<Int>.Deepest.self, Pair<Int, String>.self,
      Pair<Pair<Int, Node>, [Choice?]>.self, Child<Int>.self, Child<Inner<Node>>.self,
      Base<Child<Int>>.self, Packed<Int, String>.self, Größe.self,
      Inner<Größe>.self, (any Shape).self, (any Shape & AnyObject).self, (any Bound).self,
      (any AlsoBound).self,
      (any Bound & Shape).self, (any Node & Shape).self, (any Error).self, (any Hashable).self,
      (any Collection<Int>).self, (any Shape).Type.self, Inner<any Shape>.self,
      (any Shape & Sendable).self,
      Inner<(Int, String)>.self, (Int, String).self, Inner<() -> Int>.self, (() -> Int).self,
      Inner<Int.Type>.self, Local.self, LocalBox<Int>.self, Void.self, AnyObject.self, Any.self,
      FilePrivate<Int>.self, FilePrivate<FilePrivate<Node>>.self, FilePrivate<Int>.Nested.self,
      FilePrivate<Int>.Box<String>.self, Scope.Box<Int>.self, Scope.Generic<Int>.Box<Node>.self,
      Set<Int>.self, Result<Int, any Error>.self, Inner<Inner<Int>.Deepest>.self,
      Duration.self, ContinuousClock.Instant.self, Borrowed<Node>.self,
    ]
  }

  @Test("the hash of a type equals the hash of its name")
  func hashes() {
    for type in Self.types() {
      #expect(TypeNameHash.of(type) == TypeNameHash.of(typeName(type)), "\(type)")
    }
  }

  @Test("different names have different hashes, except names that are not ASCII")
  func differentHashes() {
    let names = Set(Self.types().map { typeName($0) })
    let isASCII: (String) -> Bool = { $0.utf8.allSatisfy { $0 < 0x80 } }
    let hashes = Set(names.map { TypeNameHash.of($0) })
    #expect(hashes.count == names.filter(isASCII).count + 1)
    // One accent, composed and not.
    #expect(TypeNameHash.of("\u{E9}") == TypeNameHash.of("e\u{301}"))
  }

  private enum Alike {
    struct AlikeOne {}
    struct AlikeTwo {}
    struct AlikeThirteenth {}
    struct AlikeThirtieth {}
    struct AlikeThirteen {}
  }

  private static let groups: [[Any.Type]] = {
    struct Local {}
    let others: [Any.Type] = [
      Node.self, Choice.self, Model.self, ModelBuilder.self, FactoryFacts.self,
      FactoryFacts.Making.self, Problem.Candidate.self, Local.self, Alchemic.self, Counter.self,
      Problem.self, TypeNameTests.self, Outer.self, Outer.Inner.self, OuterClass.self,
      Outer.Problem.self, ModelRevision.self, Model.self,
    ]
    return [
      others,
      // The names begin with the same letters, and some of them end there.
      [
        Alike.AlikeThirtieth.self, Alike.AlikeTwo.self, Alike.AlikeThirteenth.self,
        Alike.AlikeOne.self, Alike.AlikeThirteen.self, Alike.AlikeTwo.self, Alike.self,
      ],
      [Größe.self, Größe.self] + others,
      // Nested in an extension, or in a type that is not in the list.
      [[Int].InExtension.self] + others,
      [[Int].InExtension.InnerInExtension.self] + others,
      // Of one name, in two files.
      [Twin.self, otherTwin, Model.self, Twin.self, otherTwin],
    ]
  }()

  @Test("types have the order of their qualified names", arguments: groups.indices)
  func order(ofGroup index: Int) {
    let all = Self.groups[index]
    let names = QualifiedNames(of: all.map { Self.descriptor(of: $0) })
    let positions = names.inOrder().map { Int($0) }
    // Each type once, at the first of its positions.
    let first = all.indices.filter { index in !all[..<index].contains { $0 == all[index] } }
    #expect(positions.sorted() == first)
    #expect(
      positions.map { qualifiedTypeName(all[$0]) }
        == first.map { qualifiedTypeName(all[$0]) }.sorted())
  }

  private static func descriptor(of type: Any.Type) -> ContextDescriptor {
    #if canImport(ObjectiveC)
    let offset = TypeKind.isClass(type) ? 64 : 8
    #else
    let offset = TypeKind.isClass(type) ? 40 : 8
    #endif
    return Record(of: type).load(offset)
  }

  @Test("the kind of a type is determined without a cast")
  func kinds() {
    for type in Self.types() {
      #expect(TypeKind.isClass(type) == (type is AnyObject.Type), "\(type)")
      let name = qualifiedTypeName(type)
      #expect(TypeKind.isOptional(type) == name.hasPrefix("Swift.Optional<"), "\(type)")
      #expect(TypeKind.isArray(type) == name.hasPrefix("Swift.Array<"), "\(type)")
    }
    #expect(TypeKind.isFunction((() -> Int).self) && !TypeKind.isFunction(Int.self))
  }
}
