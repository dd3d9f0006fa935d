import Alchemic
import AlchemicTesting
import Testing

protocol Store: AnyObject {}
final class Disk: Store {}
final class Cloud: Store {}

enum MainStore: AcQualifier {}

struct Backup { @Qualified<MainStore>.Injected var store: any Store }

struct Checkout { @Injected var store: any Store }

@Suite struct StoreTests {
  @Test(
    .alchemic {
      $0.register(.qualifier(MainStore.self)) { Disk() }
      $0.register { Cloud() }
    })
  func aQualifierTellsTwoStoresApart() throws {
    #expect(try AcGet([any Store].self).count == 2)
    #expect(Backup().store is Disk)
  }

  @Test func aStructureGetsAValueByHandWithoutAModel() {
    let fake = Disk()
    #expect(Checkout(store: .value(fake)).store === fake)
  }
}
