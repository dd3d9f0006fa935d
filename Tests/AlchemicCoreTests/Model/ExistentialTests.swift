import AlchemicInject
import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicRuntime

private protocol Account: AnyObject {}
private protocol Insured: AnyObject {}
private protocol PremiumAccount: Account {}
private protocol Priced { var price: Int { get } }
private protocol Titled { associatedtype Title: Hashable }
private protocol Named: Titled where Title == String {}
private protocol Labelled: Named, CustomStringConvertible {}

private class Card: Account {}
private class Amex: Card, Insured {}
private final class Platinum: Amex {}
private final class Visa: Card, Insured {}
private final class Gold: PremiumAccount {}
extension Platinum: @unchecked Sendable, CustomStringConvertible {
  var description: String { "platinum" }
}

private struct Coin: Priced { let price = 1 }
private struct Label: Labelled {
  typealias Title = String
  let description = "label"
}

/// Factories whose products are declared only as a protocol, a composition, or a class and
/// protocols.
@Suite struct ExistentialTests {
  @Test("S1: a product declared as a class and a protocol is found by each of them")
  func classAndProtocol() throws {
    try Alchemic.withModel {
      $0.register { Amex() as any Card & Insured }
    } operation: { () throws in
      let card: any Card & Insured = try AcGet()
      #expect(try (AcGet() as Card) === card)
      #expect(try (AcGet() as any Insured) === card)
      // The class conforms.
      #expect(try (AcGet() as any Account) === card)
      #expect(try (AcGet() as any Account & Insured) === card)
      // The object is an `Amex`, but it is not declared as one.
      #expect(try (AcGet() as Amex?) == nil)
      #expect(try (AcGet() as (any Visa & Insured)?) == nil)
      #expect(try (AcGet() as (any PremiumAccount)?) == nil)
    }
    try Alchemic.withModel {
      $0.register { Platinum() as any Card & Insured }
      $0.register { Platinum() as any Platinum & Sendable & CustomStringConvertible }
    } operation: { () throws in
      #expect(try (AcGet() as [any Card & Insured]).count == 2)
      #expect(try (AcGet() as [any Amex & CustomStringConvertible]).count == 1)
    }
  }

  @Test("S1: a composition with a class requires that class, whatever else conforms")
  func wantedClass() throws {
    try Alchemic.withModel { model in
      model.register(Gold.init)
      model.register { Gold() as any PremiumAccount }
      model.register { Coin() as any Priced }
    } operation: { () throws in
      #expect(try (AcGet() as (any Card & Account)?) == nil)
      #expect(try (AcGet() as [any Account]).count == 2)
      // A type that conforms to `Priced` need not be a class.
      #expect(try (AcGet() as (any Priced & AnyObject)?) == nil)
      #expect(try (AcGet() as any Priced).price == 1)
    }
  }

  @Test("S1: a protocol does not inherit the protocols of its constraints on associated types")
  func inheritance() throws {
    func refines(_ type: Any.Type, _ other: Any.Type) throws -> Bool {
      try #require(ContextDescriptor(ofProtocol: type))
        .refines(#require(ContextDescriptor(ofProtocol: other)))
    }
    #expect(try refines((any Labelled).self, (any Named).self))
    #expect(try refines((any Labelled).self, (any Titled).self))
    // From another image.
    #expect(try refines((any Labelled).self, (any CustomStringConvertible).self))
    #expect(try !refines((any Labelled).self, (any Account).self))
    #expect(try !refines((any Titled).self, (any Named).self))
    try Alchemic.withModel {
      $0.register { Label() as any Labelled }
    } operation: { () throws in
      #expect(try (AcGet() as any CustomStringConvertible).description == "label")
      #expect(try (AcGet() as any Named) is Label)
    }
  }

  @Test("S1: only an existential type of one protocol is a protocol")
  func descriptors() {
    #expect(ContextDescriptor(ofProtocol: (any Account).self) != nil)
    #expect(ContextDescriptor(ofProtocol: (any Account & Insured).self) == nil)
    #expect(ContextDescriptor(ofProtocol: Any.self) == nil)
    #expect(ContextDescriptor(ofProtocol: Amex.self) == nil)
  }
}
