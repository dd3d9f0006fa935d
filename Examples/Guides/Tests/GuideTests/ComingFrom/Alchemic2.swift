// The code of Docs/Guides/ComingFromAlchemic2.md.

import Alchemic
import AlchemicFoundation
import AlchemicTesting
import Foundation
import Synchronization
import Testing

enum FromAlchemic2 {
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var entries: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// Returns the ids of the problems that `body` throws.
  static func problems(_ body: () throws -> Void) -> [ProblemID] {
    do {
      try body()
      return []
    } catch let error as AlchemicError {
      return error.problems.map(\.id)
    } catch {
      Issue.record(error)
      return []
    }
  }

  /// Returns the ids of the problems of a model.
  static func problems(in configure: (ModelBuilder) -> Void) -> [ProblemID] {
    problems { try Alchemic.withModel(configure) {} }
  }
}

// MARK: - First steps

extension FromAlchemic2 {
  protocol TideTable: AnyObject { func height(at hour: Int) -> Double }

  final class HarbourTides: TideTable, AlchemicCreatable {
    init() {}
    func height(at hour: Int) -> Double { hour < 6 ? 0.4 : 3.1 }
  }

  final class TideScreen: AlchemicManaged, AlchemicAware {
    @Injected private var tides: any TideTable
    @Injected(AcInt(2)) private var days: Int
    private(set) var title = ""

    init() {}
    static func alchemic(_ of: ClassObjectFactory) {
      AcInitializer(of, TideScreen.init)
      AcRegister(of, AcTemplate())
    }
    func didInjectDependencies() { title = "\(days) days, now \(tides.height(at: 7)) m" }
  }

  @Suite(.alchemic) struct FirstSteps {
    @Test("a template has its dependencies when its hook is called")
    func screen() throws {
      let screen: TideScreen = try AcGet()
      #expect(screen.title == "2 days, now 3.1 m")
      #expect(try screen !== AcGet(TideScreen.self))
      #expect(try AcGet((any TideTable).self) === AcGet(HarbourTides.self))
    }
  }
}

// MARK: - Declaring

extension FromAlchemic2 {
  protocol Post: AnyObject {}
  protocol Express {}
  final class SeaPost: Post, AlchemicCreatable { init() {} }
  class RailPost: Post, AlchemicCreatable { required init() {} }
  final class NightRail: RailPost, Express, AlchemicSubclass {
    static func alchemicSubclass(_ of: ClassObjectFactory) { AcRegister(of, AcOrder(1)) }
  }

  struct Stamp: Sendable { let cents: Int }
  struct Seal: Sendable {}

  final class PostOffice: AlchemicManaged {
    let post: any Post
    let counters: Int
    init(post: any Post, counters: Int) { (self.post, self.counters) = (post, counters) }
    func stamp(cents: Int, by post: any Post) -> Stamp {
      Stamp(cents: post === self.post ? cents : 0)
    }
    static func seal() -> Seal { Seal() }

    static func alchemic(_ of: ClassObjectFactory) {
      AcRegister(of, AcFactoryName("Alchemic2 office"))
      AcInitializer(of, PostOffice.init(post:counters:), AcClass(SeaPost.self), AcInt(5))
      AcMethod(
        of, PostOffice.stamp(cents:by:), AcInt(80), AcName("SeaPost"),
        options: AcTemplate(), AcFactoryName("Alchemic2 stamp"))
      AcMethod(of, PostOffice.seal)
    }
  }

  final class PostCounter: AlchemicManaged {
    let (post, note): (any Post, String?)
    init(post: any Post, note: String?) { (self.post, self.note) = (post, note) }

    static func alchemic(_ of: ClassObjectFactory) {
      AcInitializer(
        of, PostCounter.init(post:note:),
        AcMatching(AcClass(RailPost.self), AcProtocol((any Express).self)), AcValue(nil))
    }
  }

  struct Page { let text: String }

  static func configureCounters(_ model: ModelBuilder) {
    model.register(
      PostCounter.init(post:note:), .ofClass(SeaPost.self), .value("sea"), options: .named("second")
    )
    model.register { (post: SeaPost) in Page(text: "by type") }
  }

  @Suite(.alchemic { configureCounters($0) }) struct Declaring {
    @Test("an initializer has its sources, and so has a method")
    func office() throws {
      let office: PostOffice = try AcGet(AcName("Alchemic2 office"))
      #expect(office.post is SeaPost && office.counters == 5)
      #expect(try AcGet(Stamp.self, AcName("Alchemic2 stamp")).cents == 80)
      #expect(FromAlchemic2.problems { _ = try AcGet(Stamp.self) } == [.noMatch])
      _ = try AcGet(Seal.self)
      #expect(try AcGet(PostOffice.self) === office)
    }

    @Test("the product of a method has the class in its name")
    func names() throws {
      let names = try Alchemic.model.factories.map(\.name)
      #expect(names.contains("NightRail"))
      #expect(names.contains("PostOffice.Seal"))
    }

    @Test("an argument has two criteria, a constant, nil, or is found by its type")
    func arguments() throws {
      let counter: PostCounter = try AcGet(AcName("PostCounter"))
      #expect(counter.post is NightRail && counter.note == nil)
      #expect(try AcGet(PostCounter.self, .named("second")).note == "sea")
      #expect(try AcGet(Page.self).text == "by type")
    }
  }
}

// MARK: - Options

extension FromAlchemic2 {
  final class PostManager: AlchemicManaged, Sendable {
    static func alchemic(_ of: ClassObjectFactory) {
      AcRegister(of, AcReference(), AcNillable(), AcWeak())
    }
  }

  static func configureOptions(_ model: ModelBuilder) {
    model.register(AcPrimary(), AcFactoryName("by air")) { AirPost() as any Post }
    model.register(AcWeak()) { Log() }
    model.register(AcTransient()) { WorkShift(number: 1) }
  }

  final class AirPost: Post {}

  final class WorkShift: Sendable {
    let number: Int
    init(number: Int) { self.number = number }
  }

  final class Roster {
    @Injected var shift: WorkShift
    @Injected var manager: PostManager?
  }

  @Suite(.alchemic { configureOptions($0) }) struct Options {
    @Test("a primary answers alone, also in an array")
    func primary() throws {
      #expect(try AcGet((any Post).self) is AirPost)
      #expect(try AcGet([any Post].self).count == 1)
    }

    @Test("a weak singleton lives as long as somebody else keeps it")
    func weak() throws {
      let kept = try AcGet(Log.self)
      #expect(try AcGet(Log.self) === kept)
      weak let first = try AcGet(Log.self)
      withExtendedLifetime(kept) {}
      #expect(first === kept)
    }

    @Test("properties follow a transient factory")
    func transient() throws {
      let roster = Roster()
      #expect(roster.shift.number == 1)
      try AcSet(WorkShift(number: 2))
      #expect(roster.shift.number == 2)
    }

    @Test("a weak, nillable reference is nil before and after its object")
    func reference() throws {
      #expect(try AcGet(PostManager?.self) == nil)
      var manager: PostManager? = PostManager()
      try AcSet(#require(manager))
      #expect(try AcGet(PostManager?.self) === manager)
      manager = nil
      #expect(try AcGet(PostManager?.self) == nil)
    }
  }
}

// MARK: - Properties and constants

extension FromAlchemic2 {
  final class Clerk {
    @Injected(AcName("Alchemic2 office")) var office: PostOffice
    @Injected(AcClass(NightRail.self)) var night: any Post
    @Injected(AcProtocol((any Express).self)) var express: any Post
    @Injected(AcClass(RailPost.self), AcProtocol((any Express).self)) var both: any Post
    @InjectedArray var posts: [any Post]
    @Injected var manager: PostManager?
    @Weak var seaPost: SeaPost?
    @Transient var shift: WorkShift?
  }

  final class Form {
    var office: PostOffice?
    var copies = 1
  }

  static func configureForm(_ model: ModelBuilder) {
    model.register { Form() }
    model.inject(Form.self) { (form, office: PostOffice) in form.office = office }
  }

  final class PostEnvelope: AlchemicManaged {
    var office: PostOffice?
    var copies = 1

    static func alchemic(_ of: ClassObjectFactory) {
      AcInitializer(of, PostEnvelope.init)
      AcProperty(of, \PostEnvelope.office)
      AcProperty(of, \PostEnvelope.copies, AcInt(3))
    }
  }

  struct Constants {
    @Injected(AcString("hello")) var text: String
    @Injected(AcBool(true)) var flag: Bool
    @Injected(AcInt(5)) var retries: Int
    @Injected(AcUInt(5)) var size: UInt
    @Injected(AcLong(5)) var long: Int64
    @Injected(AcFloat(1.5)) var float: Float
    @Injected(AcDouble(1.5)) var double: Double
    @Injected(AcObject(Stamp(cents: 80))) var stamp: Stamp
    @Injected(AcNil) var nothing: Stamp?
    @Injected(AcValue(5 as Int16)) var short: Int16
    @Injected(AcValue("x" as Character)) var letter: Character
    @Injected(AcValue(CGSize(width: 3, height: 2))) var extent: CGSize
    @Injected(AcValue(CGPoint(x: 3, y: 2))) var corner: CGPoint
    @Injected(AcValue(CGRect(x: 0, y: 0, width: 3, height: 2))) var frame: CGRect
    @InjectedArray(AcInt(1), AcInt(2)) var numbers: [Int]
  }

  @Suite(
    .alchemic {
      configureForm($0)
      $0.register(WorkShift.self, .reference, .nillable)
    })
  struct Properties {
    @Test("criteria choose the object of a property")
    func criteria() {
      let clerk = Clerk()
      #expect(clerk.office.counters == 5)
      #expect(clerk.night === clerk.express && clerk.express === clerk.both)
      #expect(clerk.posts.count == 3)
      #expect(clerk.manager == nil)
      #expect(clerk.office.post === clerk.seaPost)
    }

    @Test("a transient property follows AcSet")
    func transient() throws {
      let clerk = Clerk()
      #expect(clerk.shift == nil)
      try AcSet(WorkShift(number: 3))
      #expect(clerk.shift?.number == 3)
    }

    @Test("a class of another module is filled by its declaration")
    func filling() throws {
      let (form, envelope): (Form, PostEnvelope) = (try AcGet(), try AcGet())
      #expect(form.office?.counters == 5)
      #expect(envelope.office === form.office && envelope.copies == 3)
    }

    @Test("constants need no model")
    func constants() {
      let constants = Constants()
      #expect(constants.text == "hello" && constants.flag && constants.retries == 5)
      #expect(constants.size == 5 && constants.long == 5 && constants.short == 5)
      #expect(constants.float == 1.5 && constants.double == 1.5 && constants.letter == "x")
      #expect(constants.stamp.cents == 80 && constants.nothing == nil)
      #expect(constants.frame.size == constants.extent && constants.corner.x == 3)
      #expect(constants.numbers == [1, 2])
    }
  }
}

// MARK: - Requests

extension FromAlchemic2 {
  final class PostLabel: AlchemicManaged, Sendable {
    let text: String
    let copies: Int
    init(text: String, copies: Int) { (self.text, self.copies) = (text, copies) }

    static func alchemic(_ of: ClassObjectFactory) {
      AcInitializer(of, PostLabel.init(text:copies:), AcString("fragile"), AcInt(1))
      AcRegister(of, AcTemplate(), AcFactoryName("Alchemic2 label"))
    }
  }

  /// Created by a storyboard, for example.
  final class Booth: AlchemicAware {
    @Injected var office: PostOffice
    private(set) var isReady = false
    func awake() { AcInjectDependencies(self) }
    func didInjectDependencies() { isReady = true }
  }

  final class PostWindow: AlchemicManaged, AlchemicAware {
    @Injected var office: PostOffice
    private(set) var isReady = false
    func didInjectDependencies() { isReady = true }

    static func alchemic(_ of: ClassObjectFactory) {
      AcRegister(of, AcReference(), AcWeak(), AcNillable())
    }
  }

  @Suite(.alchemic) struct Requests {
    @Test("a model without a store has the user's defaults")
    func store() throws {
      #expect(try AcGet((any ValueStore).self) is UserDefaultsStore)
    }

    @Test("AcGet has the type of its variable, or the given one")
    func get() throws {
      let posts: [any Post] = try AcGet()
      #expect(posts.first is NightRail && posts.count == 3)
      let night: any Post = try AcGet(AcClass(NightRail.self))
      #expect(night is NightRail)
      #expect(try AcGet([any Post].self, AcClass(RailPost.self)).count == 2)
      let manager: PostManager? = try AcGet()
      #expect(manager == nil)
    }

    @Test("AcSet stores an object or nil, also in a singleton")
    func set() throws {
      let manager = PostManager()
      try AcSet(manager, AcName("PostManager"))
      #expect(try AcGet(PostManager.self) === manager)
      try AcSet(AcNil, AcName("PostManager"))
      #expect(try AcGet(PostManager?.self) == nil)
      let office = PostOffice(post: SeaPost(), counters: 1)
      try AcSet(office)
      #expect(try AcGet(PostOffice.self) === office)
    }

    @Test("an object that is set is injected")
    func setInjects() throws {
      let window = PostWindow()
      try AcSet(window)
      #expect(window.isReady)
    }

    @Test("AcInvoke replaces the first arguments")
    func invoke() throws {
      let label: PostLabel = try AcInvoke(AcName("Alchemic2 label"), "heavy", 2)
      #expect(label.text == "heavy" && label.copies == 2)
      #expect(try AcInvoke(AcName("Alchemic2 label"), "heavy", as: PostLabel.self).copies == 1)
      #expect(try AcGet(PostLabel.self).text == "fragile")
    }

    @Test("AcInjectDependencies injects an object of an unregistered class")
    func inject() {
      let booth = Booth()
      #expect(!booth.isReady)
      booth.awake()
      #expect(booth.isReady && booth.office.counters == 5)
      let deaf = Deaf()
      AcInjectDependencies(deaf)
      #expect(!deaf.isReady && deaf.office === booth.office)
    }
  }
}

// MARK: - The life of the model

extension FromAlchemic2 {
  /// Has no declaration of its own.
  final class PostBox: Sendable {}

  final class PostConfig: AlchemicConfig {
    static func configureAlchemic(_ model: ModelBuilder) {
      model.register(AcFactoryName("Alchemic2 box")) { PostBox() }
    }
  }

  final class CollectionTimes: Sendable {}

  final class CollectionAspect: AlchemicAspect {
    static let resolved = Log()
    static func modelWillResolve(_ model: ModelBuilder) {
      guard wantsTimes(model.factories), !model.produces(CollectionTimes.self) else { return }
      model.register { CollectionTimes() }
    }
    static func modelDidResolve(_ model: Model) {
      if wantsTimes(model.factories) { resolved.add("resolved") }
    }
    private static func wantsTimes(_ factories: [FactoryFacts]) -> Bool {
      factories.contains { $0.name == "Alchemic2 times" }
    }
  }

  final class Bell: Sendable {
    let log = Log()
    func ringLater() {
      AcWhenReady { [weak self] in
        guard let self else { return }
        log.add("ring")
      }
    }
  }

  @MainActor final class Banner: @MainActor AlchemicAware {
    @Injected var box: PostBox
    @Transient var shift: WorkShift
    private(set) var calls: [String] = []
    init() {}
    func didInject(variable: String) { calls.append(variable) }
    func didInjectDependencies() { calls.append("done") }
  }

  @Suite(.alchemicMain) struct MainModel {
    @Test("a start finds configurations and aspects, and runs the blocks at its end")
    func start() throws {
      let (bell, events) = (Bell(), Log())
      bell.ringLater()
      #expect(FromAlchemic2.problems { _ = try AcGet(PostBox.self) } == [.notStarted])
      let observation = Alchemic.observe { event in
        if case .didStoreObject(let factory, let values) = event, values.old == nil {
          events.add(factory.name)
        }
        if case .didFinishStarting = event { events.add("started") }
      }
      try Alchemic.start { model in
        model.register(AcFactoryName("Alchemic2 times")) { (_: CollectionTimes) in
          Page(text: "")
        }
      }
      observation.cancel()
      #expect(bell.log.entries == ["ring"])
      bell.ringLater()
      #expect(bell.log.entries == ["ring", "ring"])
      #expect(events.entries.contains("Alchemic2 box") && events.entries.last == "started")
      #expect(CollectionAspect.resolved.entries.count == 1)
      #expect(FromAlchemic2.problems { try Alchemic.start() } == [.startedTwice])
      Alchemic.reset()
      #expect(FromAlchemic2.problems { _ = try AcGet(PostBox.self) } == [.notStarted])
    }

    @Test("a start leaves the product of a method to its first request if the reference is not set")
    func methodOfReference() throws {
      try LetterScale.$mistake.withValue(.waitsForReference) { () throws in
        #expect(try Alchemic.validate().warnings.map(\.id).contains(.waitsForReference))
        try Alchemic.start()
      }
      #expect(FromAlchemic2.problems { _ = try AcGet(Plan.self) } == [.unexpectedNil])
    }

    @Test("a start in the background can be awaited")
    func background() async throws {
      try Alchemic.startInBackground()
      try await Alchemic.started()
      _ = try AcGet(PostBox.self)
    }

    @Test("an object that is set before the start is stored by it")
    func setBefore() throws {
      let shift = WorkShift(number: 4)
      try AcSet(shift)
      try Alchemic.start { $0.register(WorkShift.self, .reference) }
      #expect(try AcGet(WorkShift.self) === shift)
    }

    @Test("the events are notifications too")
    func notifications() throws {
      let log = Log()
      let center = NotificationCenter.default
      let token = center.addObserver(forName: .alchemicDidStoreObject, object: nil, queue: nil) {
        let old = $0.userInfo?[AlchemicNotificationKey.oldValue] as? WorkShift
        let new = $0.userInfo?[AlchemicNotificationKey.newValue] as? WorkShift
        if let new { log.add("\(old?.number ?? 0) \(new.number)") }
      }
      let started = center.addObserver(
        forName: .alchemicDidFinishStarting, object: nil, queue: nil
      ) { _ in log.add("started") }
      let created = center.addObserver(
        forName: .alchemicDidCreateObject, object: nil, queue: nil
      ) {
        let name = $0.userInfo?[AlchemicNotificationKey.factory] as? String
        if name == "Alchemic2 box" { log.add("created") }
      }
      defer { for each in [token, started, created] { center.removeObserver(each) } }
      try Alchemic.start { $0.register(WorkShift.self, AcReference()) }
      try AcSet(WorkShift(number: 1))
      try AcSet(WorkShift(number: 2))
      #expect(log.entries == ["created", "started", "0 1", "1 2"])
    }

    @available(*, deprecated)
    private func configureFormerly(_ model: ModelBuilder) {
      model.register(AcFactory(), AcWithName("Alchemic2 letter")) { Page(text: "letter") }
      model.register(WorkShift.self, AcExternal(), AcWithName("Alchemic2 shift"))
    }

    @Test("the names of version 1 have the meaning of the new ones")
    @available(*, deprecated)
    func formerNames() throws {
      let log = Log()
      AcExecuteWhenStarted { log.add("started") }
      try Alchemic.start { configureFormerly($0) }
      #expect(log.entries == ["started"])
      let facts = try Alchemic.model.factories
      #expect(facts.first { $0.name == "Alchemic2 letter" }?.lifetime == .template)
      #expect(facts.first { $0.name == "Alchemic2 shift" }?.lifetime == .reference)
    }
  }

  @Suite(
    .alchemic {
      configureOptions($0)
      $0.register(AcTemplate(), AcFactoryName("postcard")) { Page(text: "") }
    })
  struct Looking {
    @Test("the description of the model has the flags")
    func description() throws {
      _ = try AcGet(WorkShift.self)
      let lines = "\(try Alchemic.model)".split(separator: "\n")
      #expect(lines.contains("[*S    ~  ] WorkShift as 'WorkShift'"))
      #expect(lines.contains("[  R NW C ] PostManager as 'PostManager'"))
      #expect(lines.contains("[   T     ] Page as 'postcard'"))
    }

    @Test("facts say what the flags say")
    func facts() throws {
      let all = try Alchemic.model.factories
      let manager = try #require(all.first { $0.name == "PostManager" })
      #expect(manager.lifetime == .reference && manager.isNillable && manager.isWeak)
      #expect(try #require(all.first { $0.name == "WorkShift" }).isTransient)
      #expect(try #require(all.first { $0.name == "by air" }).isPrimary)
    }

    @Test("a host of the main actor has its hooks there, again after AcSet")
    @MainActor func hooks() throws {
      let banner = Banner()
      AcInjectDependencies(banner)
      #expect(banner.calls == ["box", "shift", "done"])
      try AcSet(WorkShift(number: 2))
      #expect(banner.calls.last == "shift")
    }
  }
}

// MARK: - Settings

extension FromAlchemic2 {
  final class PostSettings: StoredSettings {
    @Setting var user = "nobody"
    @Setting("login.count") var logins = 0
    @Setting(.json) var shift = WorkingDay(from: 8, to: 16)
    let log = Log()
    override func settingDidChange(_ key: String) { log.add(key) }
  }

  struct WorkingDay: Codable, Equatable { var from, to: Int }

  static func configureSettings(_ model: ModelBuilder) {
    model.register { MemoryStore() as any ValueStore }
    model.register(PostSettings.init(store:))
  }

  static func registerSettingsBundle(_ url: URL, in store: any ValueStore) throws {
    let data = try Data(contentsOf: url)
    let root = try PropertyListSerialization.propertyList(from: data, format: nil)
    let items = (root as? [String: Any])?["PreferenceSpecifiers"] as? [[String: Any]] ?? []
    for item in items {
      guard let key = item["Key"] as? String else { continue }
      if let text = item["DefaultValue"] as? String {
        store.registerDefaults([key: .string(text)])
      }
    }
  }

  @Suite(.alchemic { configureSettings($0) }) struct Settings {
    @Test("settings are read from their store and written to it")
    func settings() throws {
      let settings: PostSettings = try AcGet()
      settings.user = "ann"
      settings.logins += 1
      settings.shift.to = 12
      #expect(settings.shift == WorkingDay(from: 8, to: 12))
      #expect(settings.log.entries == ["user", "login.count", "shift"])
      #expect(try settings.store.value(forKey: "user") == "ann")
      settings.store.set("eve", forKey: "user")
      #expect(settings.user == "eve" && settings.log.entries.last == "user")
      settings.store.set(nil, forKey: "user")
      #expect(settings.user == "nobody")
    }

    @Test("defaults of a settings bundle are registered by a few lines")
    func bundle() throws {
      let specifier = ["Key": "greeting", "DefaultValue": "good day"]
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["PreferenceSpecifiers": [specifier]], format: .xml, options: 0)
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).plist")
      try data.write(to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      let store = MemoryStore()
      try registerSettingsBundle(url, in: store)
      #expect(store.value(forKey: "greeting") == "good day")
    }
  }
}

// MARK: - Mistakes

extension FromAlchemic2 {
  final class Clock { @Transient var shift: WorkShift }

  /// Has the method of a hook, and does not conform.
  final class Deaf {
    @Injected var office: PostOffice
    private(set) var isReady = false
    func didInjectDependencies() { isReady = true }
  }

  final class North { @Injected var south: South }
  final class South { @Weak var north: North? }

  final class Hen { init(egg: Egg) {} }
  final class Egg { init(hen: Hen) {} }
  final class Parcel { init() {} }
  final class Sorter: AlchemicAware { @Injected var missing: Parcel }

  /// Declares itself wrongly in the tests that want it to.
  final class LetterScale: AlchemicManaged {
    @TaskLocal static var mistake: ProblemID?

    static func alchemic(_ of: ClassObjectFactory) {
      if mistake != .notMakeable { AcInitializer(of, LetterScale.init) }
      if mistake == .optionConflict { AcRegister(of, AcReference()) }
      if mistake == .registeredTwice {
        AcRegister(of, AcTemplate())
        AcRegister(of, AcFactoryName("Alchemic2 scale"))
      }
    }
  }

  struct Plan {}

  /// Created by a storyboard, for example.
  final class PlanDrawer: AlchemicManaged {
    func plan() -> Plan { Plan() }
    static func alchemic(_ of: ClassObjectFactory) {
      AcRegister(of, AcReference(), AcNillable())
      let isLazy = LetterScale.mistake != .waitsForReference
      AcMethod(of, PlanDrawer.plan, options: isLazy ? AcLazy() : AcOrder(1))
    }
  }

  struct Lost: Error {}

  @Suite struct Mistakes {
    @Test("options that exclude each other")
    func options() {
      let all: [[FactoryOption]] = [
        [AcTemplate(), AcWeak()], [AcTemplate(), AcNillable()], [AcTemplate(), AcTransient()],
      ]
      for options in all {
        #expect(
          problems { model in
            model.register(options[0], options[1]) { Parcel() }
          } == [.optionConflict])
      }
    }

    @Test(
      "a class without an initializer, a reference with one, and a class that registers twice",
      arguments: [ProblemID.notMakeable, .optionConflict, .registeredTwice])
    func declarations(_ mistake: ProblemID) {
      let found = FromAlchemic2.problems {
        try LetterScale.$mistake.withValue(mistake) { () throws in _ = try Alchemic.validate() }
      }
      #expect(found == [mistake])
    }

    @Test("one name for two factories")
    func names() {
      #expect(
        problems { model in
          model.register(AcFactoryName("one name")) { Parcel() }
          model.register(AcFactoryName("one name")) { Seal() }
        } == [.duplicateName])
    }

    @Test("an argument that nothing produces, and objects that need each other")
    func needs() {
      #expect(problems { model in model.register(Hen.init(egg:)) } == [.noMatch])
      #expect(
        problems { model in
          model.register { (_: any Post) in Parcel() }
        } == [.severalMatches])
      #expect(
        problems { model in
          model.register(AcTemplate()) { WorkShift(number: 1) }
          model.register { Clock() }
        } == [.transientTemplate])
      #expect(
        problems { model in
          model.register(Hen.init(egg:))
          model.register(Egg.init(hen:))
        } == [.cycle])
    }

    @Test(
      "objects may refer to each other by properties",
      .alchemic {
        $0.register { North() }
        $0.register { South() }
      })
    func circle() throws {
      let north: North = try AcGet()
      #expect(north.south.north === north)
    }

    @Test("a request that no factory, or more than one, answers", .alchemic)
    func requests() {
      #expect(FromAlchemic2.problems { _ = try AcGet(Parcel.self) } == [.noMatch])
      #expect(FromAlchemic2.problems { _ = try AcGet((any Post).self) } == [.severalMatches])
      #expect(
        FromAlchemic2.problems {
          _ = try AcGet((any Post).self, AcName("SeaPost"), AcClass(RailPost.self))
        } == [.wrongCriteria])
      #expect(
        FromAlchemic2.problems { _ = try AcGet(PostOffice.self, AcName("SeaPost")) } == [.wrongType]
      )
      #expect(FromAlchemic2.problems { try AcSet(Parcel()) } == [.notSettable])
      #expect(FromAlchemic2.problems { try AcSet(Stamp(cents: 1)) } == [.notSettable])
      #expect(
        FromAlchemic2.problems {
          _ = try AcInvoke(AcName("Alchemic2 stamp"), "80", as: Stamp.self)
        } == [.wrongArguments])
    }

    @Test(
      "a reference that is not set, and nil where an object is needed",
      .alchemic {
        $0.register(WorkShift.self, AcReference(), AcNillable())
        $0.register(Parcel.self, AcReference())
        $0.register(AcTemplate()) { () throws -> Page in throw Lost() }
      })
    func references() {
      #expect(FromAlchemic2.problems { _ = try AcGet(Parcel.self) } == [.unsetReference])
      #expect(FromAlchemic2.problems { try AcSet(nil as Parcel?) } == [.notNillable])
      #expect(FromAlchemic2.problems { _ = try AcGet(WorkShift.self) } == [.unexpectedNil])
      #expect(FromAlchemic2.problems { _ = try AcGet(Plan.self) } == [.unexpectedNil])
      #expect(FromAlchemic2.problems { _ = try AcGet(Page.self) } == [.creationFailed])
    }

    @Test("a host stops the program if a property has no answer")
    func host() async {
      await #expect(processExitsWith: .failure) {
        try Alchemic.withModel({ _ in }) { AcInjectDependencies(Sorter()) }
      }
    }

    private func problems(_ configure: (ModelBuilder) -> Void) -> [ProblemID] {
      FromAlchemic2.problems(in: configure)
    }
  }
}

// MARK: - Tests

extension FromAlchemic2 {
  protocol MoonTable: AnyObject { var isFull: Bool { get } }
  final class RealMoon: MoonTable, AlchemicCreatable {
    let isFull = false
    init() {}
  }

  /// Replaces the moon in every test that has a model.
  final class FullMoon: MoonTable, AlchemicTestDouble {
    let isFull = true
    init() {}
  }

  final class LowTide: TideTable {
    func height(at hour: Int) -> Double { 0 }
  }

  @Suite struct Replacing {
    @Test(.alchemic { $0.register { LowTide() as any TideTable } })
    func theScreenHasTheFake() throws {
      let screen: TideScreen = try AcGet()
      #expect(screen.title == "2 days, now 0.0 m")
    }

    @Test("a double replaces a class of the program", .alchemic)
    func double() throws {
      #expect(try AcGet((any MoonTable).self).isFull)
    }

    @Test("a property is given by hand, without a model")
    func byHand() {
      let clerk = Clerk()
      clerk.$night.use(SeaPost())
      #expect(clerk.night is SeaPost)
    }

    @Test("the main model may have a primary, as before", .alchemicMain)
    func primary() throws {
      let fake = LowTide()
      try Alchemic.start { $0.register(.primary, object: fake as any TideTable) }
      #expect(try AcGet((any TideTable).self) === fake)
    }

    @Test("the whole program is checked without an object")
    func validation() throws { try Alchemic.validate() }
  }
}
