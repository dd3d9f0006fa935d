#if Suggestions
import AlchemicSuggestions
import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicRuntime

private final class Entry: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private protocol Named {}
private protocol Repository<Item> { associatedtype Item }
private struct Pair<First, Second> {}

@Suite(.ownThreads) struct SupportTests {
  @Test("a table finds each entry that was added, while other threads read and add")
  func table() {
    let table = PointerTable<Entry>()
    let objects = (0..<2_000).map { _ in Counter() }
    let keys = objects.map { ObjectIdentifier($0) }
    let misses = Counter()
    onThreads(4) { thread in
      for (number, key) in keys.enumerated() {
        if thread < 2 {
          _ = table.insert(Entry(number), for: key)
        }
        if let found = table[key]?.object {
          if found.number != number { misses.increment() }
        } else if thread < 2 {
          misses.increment()
        }
      }
    }
    #expect(misses.value == 0)
    #expect(keys.indices.allSatisfy { table[keys[$0]]?.object.number == $0 })
    #expect(table[ObjectIdentifier(table)] == nil)
  }

  @Test("a table stores the first of two objects for one key")
  func tableKeepsFirst() {
    let table = PointerTable<Entry>()
    let key = ObjectIdentifier(Entry.self)
    let first = table.insert(Entry(1), for: key)
    #expect(table.insert(Entry(2), for: key) === first)
  }

  @Test("a queue returns its elements in the order in which they were added, and then nil")
  func queue() {
    var queue = Queue([1])
    queue.append(2)
    queue.append(3)
    #expect(queue.popFirst() == 1)
    #expect(queue.first == 2)
    #expect(queue.all == [2, 3])
    #expect([queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, nil])
    #expect(queue.isEmpty && queue.first == nil && queue.all.isEmpty)
    queue.append(4)
    #expect(queue.popFirst() == 4)
  }

  @Test("a brief lock admits one thread at a time")
  func briefLock() {
    final class Guarded: @unchecked Sendable {
      let lock = BriefLock()
      var number = 0
    }
    let guarded = Guarded()
    onThreads(8) { _ in
      for _ in 0..<10_000 { guarded.lock.withLock { guarded.number += 1 } }
    }
    #expect(guarded.number == 80_000)
  }

  @Test("R7: a source location is the file and the line, in 12 bytes")
  func location() {
    let location = CodeLocation(fileID: #fileID, line: #line)
    #expect(location.description == "AlchemicCoreTests/SupportTests.swift:\(#line - 1)")
    #expect(CodeLocation(parts: location.parts) == location)
    #expect(MemoryLayout<CodeLocation>.size == 12)
    #expect(CodeLocation(parts: (0, 3)).description == "?:3")
  }

  @Test("S4: the distance of two words is small if few letters differ, whatever their case")
  func distance() {
    #expect(editDistance("till", "till") == 0)
    #expect(editDistance("Till", "tills") == 1)
    #expect(editDistance("base curency", "base currency") == 1)
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("kitten", "sitting") == 3)
  }

  @Test("E1, M11: types have short names, and qualified ones that are the same in every run")
  func names() {
    #expect(typeName(SupportTests.self) == "SupportTests")
    #expect(typeName(Problem.Step.self) == "Step")
    enum Scope { struct Inner {} }
    #expect(typeName(Entry.self) == "Entry")
    #expect(qualifiedTypeName(Entry.self) == "AlchemicCoreTests.Entry")
    #expect(typeName(Scope.Inner.self) == "Inner")
    #expect(qualifiedTypeName(Scope.Inner.self) == "AlchemicCoreTests.SupportTests.Scope.Inner")
    #expect(
      qualifiedTypeName(((Scope.Inner) -> Int).self)
        == "(AlchemicCoreTests.SupportTests.Scope.Inner) -> Swift.Int")
    #expect(!qualifiedTypeName([Scope.Inner].self).contains("unknown context"))
    #expect(typeName(((Int) -> String).self) == "(Int) -> String")
  }

  @Test("V9: types are printed as a program spells them")
  func spellings() {
    enum Scope { struct Inner {} }
    #expect(typeName([Int].self) == "[Int]")
    #expect(typeName(Scope.Inner?.self) == "Inner?")
    #expect(typeName([[String: Int?]?].self) == "[[String: Int?]?]")
    #expect(typeName(((Int) -> String?)?.self) == "((Int) -> String?)?")
    #expect(typeName(([Int], (Int, Int?) -> Void).self) == "([Int], (Int, Int?) -> ())")
    #expect(typeName((any Repository<Int>).self) == "any Repository<Int>")
    #expect(typeName((any Repository<[Scope.Inner?]>)?.self) == "(any Repository<[Inner?]>)?")
    #expect(typeName((any Named)?.self) == "Named?")
    #expect(typeName(Pair<[Int], any Repository<Int>>.self) == "Pair<[Int], any Repository<Int>>")
    #expect(typeName(Pair<Pair<Int, Int>, Int>?.self) == "Pair<Pair<Int, Int>, Int>?")
  }
}

private func editDistance(_ first: String, _ second: String, upTo limit: Int = 100) -> Int {
  SoughtName(first).distance(to: second, upTo: limit)
}
#endif
