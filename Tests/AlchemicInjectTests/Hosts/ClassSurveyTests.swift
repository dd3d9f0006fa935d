import AlchemicCore
import AlchemicTestSupport
import Testing

@testable import AlchemicInject
@testable import AlchemicRuntime

/// Tests that the survey of all classes agrees with the runtime's facts about each.
@Suite struct ClassSurveyTests {
  private final class Store {}

  private final class Empty {}
  private class Plain {
    let number = 1
    var text = "", list: [Int] = [], table: [String: Store] = [:]
    var store: Store?, pair = (1, "a"), run: () -> Void = {}, any: Any = 1
    weak var other: Store?
  }
  private final class PlainSubclass: Plain { let more = 1.5 }
  private final class PlainBox<Value> { var values: [Value] = [] }
  private actor PlainActor { var count = 0 }

  private final class WithInjected { @Injected var store: Store }
  private final class WithArray { @InjectedArray var stores: [Store] }
  private final class WithWeak { @Weak var store: Store? }
  private final class WithTransient { @Transient var store: Store? }
  private final class WithExplicitWrapper { let store = Injected<Store>() }
  private class HostBase { @Injected var store: Store }
  private final class HostSubclass: HostBase { let number = 1 }
  private final class HostBox<Value: AnyObject> { @Injected var value: Value }
  private final class Anything<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
  private actor HostActor { @Injected var store: Store }

  private struct Stores { @Injected var store: Store }
  private final class WithStructure { let stores = Stores() }
  private protocol Something: AnyObject {}

  @Test("stored properties are found in classes and structures, and in no other types")
  func kindsOfTypes() {
    #expect(storedProperties(of: WithStructure.self).map(\.name) == ["stores"])
    #expect(storedProperties(of: Stores.self).map(\.name) == ["_store"])
    let others: [Any.Type] = [
      (any Something).self, (any Something)?.self, (() -> Void).self, (Int, Stores).self, Any.self,
    ]
    for type in others { #expect(storedProperties(of: type).isEmpty, "\(type)") }
    let nested = HostPlan.of(WithStructure.self).nested.properties
    #expect(nested.map(\.name) == ["stores.store"])
    #expect(nested.map { "\($0.wrapper.target)" } == ["Store"])
    #expect(HostPlan.of(WithInjected.self).nested.isEmpty)
    #expect(NestedProperties.of(Stores.self).properties.map(\.name) == ["store"])
  }

  private final class Aware: AlchemicAware {}
  fileprivate final class AwareElsewhere {}
  private class AwareBase: AlchemicAware {}
  private final class AwareSubclass: AwareBase {}
  private final class AwareBox<Value>: AlchemicAware { let values: [Value] = [] }
  private final class AwareByProtocol: Listening {}
  @MainActor private final class AwareOnMainActor: @MainActor AlchemicAware {}

  private static let hosts: [Any.Type] = [
    WithInjected.self, WithArray.self, WithWeak.self, WithTransient.self, WithExplicitWrapper.self,
    HostBase.self, HostSubclass.self, HostBox<Store>.self, Anything<Injected<Store>>.self,
    HostActor.self, Aware.self, AwareElsewhere.self, AwareBase.self, AwareSubclass.self,
    AwareBox<Int>.self, AwareByProtocol.self, AwareOnMainActor.self,
  ]

  @Test("I1, I7: every class with hooks or a wrapped property may be a host")
  func hosts() {
    let survey = ClassSurvey.current()
    for type in Self.hosts {
      let plan = HostPlan.of(type)
      #expect(plan.isAware || !plan.properties.isEmpty, "\(type)")
      #expect(survey.mayBeHost(type), "\(type)")
    }
  }

  #if !canImport(ObjectiveC)
  @Test("a class without hooks and wrapped properties is no host")
  func others() {
    let survey = ClassSurvey.current()
    let others: [Any.Type] = [
      Empty.self, Plain.self, PlainSubclass.self, PlainBox<Int>.self, PlainActor.self,
    ]
    for type in others {
      let plan = HostPlan.of(type)
      #expect(!plan.isAware && plan.properties.isEmpty, "\(type)")
      #expect(!survey.mayBeHost(type), "\(type)")
    }
  }
  #endif

  @Test("I7: an object of a subclass is injected if its factory declares only the base class")
  func subclass() throws {
    class Base {}
    final class Host: Base { @Injected var number: Int }
    try Alchemic.withModel({
      $0.register { 7 }; $0.register(AcTemplate()) { Host() as Base }
    }) {
      let base: Base = try AcGet()
      #expect((base as? Host)?.number == 7)
    }
    let log = Log<String>()
    final class Loud: Base, AlchemicAware {
      let log: Log<String>
      init(_ log: Log<String>) { self.log = log }
      func didInjectDependencies() { log.add("injected") }
    }
    try Alchemic.withModel({ $0.register { Loud(log) as Base } }) { _ = try AcGet() as Base }
    #expect(log.entries == ["injected"])
  }

  @Test("the survey of the images is cached")
  func isKept() {
    #expect(ClassSurvey.current() === ClassSurvey.current())
    #expect(conformanceSections() == conformanceSections())
  }
}

private protocol Listening: AlchemicAware {}

extension ClassSurveyTests.AwareElsewhere: AlchemicAware {}
