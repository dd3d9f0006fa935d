import Alchemic
import AlchemicTools
import FuzzInput

/// How many models and requests there were, and what became of them.
public var summary: String {
  Run.statistics.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
}

/// Decodes an input into a model and requests, makes both, and compares with the reference. Stops
/// the program where they differ.
public func run(_ bytes: [UInt8]) {
  Count.made = [:]
  var run = Run(bytes)
  run.everything()
  run.held = []
  Alchemic.reset()
  Alchemic.reset()
  run.require(Count.living == 0, "\(Count.living) objects outlive the model")
}

struct Run {
  nonisolated(unsafe) static var statistics: [String: Int] = [:]

  private var bytes: Bytes
  private let validates: Bool
  let registrations: [Registration]
  private var reference: Reference
  /// Objects that were handed out, so that weak ones live on.
  var held: [Any] = []
  /// Sets that the requests have made, and so objects of theirs.
  private var setCount = 0
  private var log: [String] = []

  init(_ input: [UInt8]) {
    bytes = Bytes(input)
    let first = bytes.next()
    let count = first % 8
    validates = first >= 192
    var all: [Registration] = []
    for number in 0..<count { all.append(Registration(number, &bytes)) }
    registrations = all
    reference = Reference(registrations)
  }

  func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if condition { return }
    let model = registrations.map { "\($0)" }.joined(separator: "\n")
    fatalError("\(message())\n\n\(model)\n\n\(log.joined(separator: "\n"))")
  }

  private func count(_ what: String) { Run.statistics[what, default: 0] += 1 }

  // MARK: Start

  mutating func everything() {
    let model = registrations
    let configure: (ModelBuilder) -> Void = { builder in model.forEach { $0.register(in: builder) }
    }
    count("models")
    // What validation finds, a start finds too; so not each time.
    let validation = validates ? ids { try Alchemic.validate(configure) } : nil
    require(Count.made.isEmpty, "validate made something")
    let failures = ids { try Alchemic.start(configure) }
    if let validation, !validation.isEmpty {
      require(failures == validation, "start: \(failures), validate: \(validation)")
    }
    guard reference.problems.isEmpty else {
      count("unsound")
      // Properties of hosts have problems of their own.
      return require(
        reference.hasHosts
          ? reference.problems.isSubset(of: failures) : reference.problems == failures,
        "start: \(failures), not \(reference.problems)")
    }
    let expected = reference.start()
    if !reference.hasHosts {
      require(validation ?? [] == [], "validate: \(validation ?? [])")
      if let expected {
        require(
          expected.isEmpty
            ? failures.isEmpty : expected.isSuperset(of: failures) && !failures.isEmpty,
          "start: \(failures), not \(expected)")
      }
    }
    guard failures.isEmpty else { return count("failed starts") }
    count("started")
    requireSingletonsMadeOnce()
    for _ in 0..<16 where !bytes.isEmpty { request() }
    requireSingletonsMadeOnce()
  }

  private func requireSingletonsMadeOnce() {
    for (maker, count) in Count.made where maker >= 0 {
      let it = registrations[maker]
      guard !it.isTemplate, !it.isWeak, !invoked.contains(maker) else { continue }
      // What a failed web has made is given up with it, and made again.
      if reference.hasHosts { continue }
      require(count <= 1, "singleton \(maker) was made \(count) times")
    }
  }

  /// The problems that `body` throws; each has words.
  private func ids(_ body: () throws -> Void) -> Set<String> {
    do {
      try body()
      return []
    } catch {
      return ids(of: error)
    }
  }

  private func ids(of error: any Error) -> Set<String> {
    guard let error = error as? AlchemicError else {
      require(false, "not an AlchemicError: \(error)")
      return []
    }
    require(!error.problems.isEmpty, "no problem")
    for problem in error.problems {
      require(ProblemID.all.contains(problem.id), "unknown id")
      let text = problem.description
      require(text.hasPrefix("[\(problem.id)] ") && text.contains("\n   → "), "no words: \(text)")
    }
    require(!error.description.isEmpty, "no words")
    return Set(error.problems.map(\.id.rawValue))
  }

  // MARK: Requests

  private var invoked: Set<Int> = []

  private mutating func request() {
    switch bytes.next(below: 16) {
    case 0..<9: get()
    case 9, 10: set()
    case 11: invoke()
    case 12: describe()
    case 13: inject()
    case 14: missing()
    default: constantCriteria()
    }
  }

  private mutating func get() {
    let target = bytes.choose(Target.allCases)
    let shape = bytes.next(below: 3)
    let criteria = (0..<[0, 0, 0, 1, 1, 2][bytes.next(below: 6)]).map { _ in Criterion(&bytes) }
    log.append("get \(target), shape \(shape), \(criteria)")
    count("gets")
    switch target {
    case .a: get(A.self, target, shape, criteria)
    case .b: get(B.self, target, shape, criteria)
    case .c: get(C.self, target, shape, criteria)
    case .s: get(S.self, target, shape, criteria)
    case .int: get(Int.self, target, shape, criteria)
    case .string: get(String.self, target, shape, criteria)
    case .anyP: get((any P).self, target, shape, criteria)
    case .anyQ: get((any Q).self, target, shape, criteria)
    case .anyR: get((any R).self, target, shape, criteria)
    case .anyPAndR: get((any P & R).self, target, shape, criteria)
    case .anyAAndR: get((any A & R).self, target, shape, criteria)
    case .host: get(Host.self, target, shape, criteria)
    }
  }

  private mutating func get<T>(
    _ type: T.Type, _ target: Target, _ shape: Int, _ criteria: [Criterion]
  ) {
    switch shape {
    case 0: single(answer(T.self, criteria).map { $0 }, target, isOptional: false, criteria)
    case 1: single(answer(T?.self, criteria), target, isOptional: true, criteria)
    default: array(answer([T].self, criteria).map { $0 as [Any] }, target, criteria)
    }
  }

  private func answer<T>(_ type: T.Type, _ criteria: [Criterion]) -> Result<T, any Error> {
    Result {
      guard let first = criteria.first?.criterion else { return try AcGet(type) }
      if criteria.count == 1 { return try AcGet(type, first) }
      return try AcGet(type, first, criteria[1].criterion)
    }
  }

  private mutating func single<T>(
    _ answer: Result<T, any Error>, _ target: Target, isOptional: Bool, _ criteria: [Criterion]
  ) {
    var expected: Outcome
    do throws(Mismatch) {
      if isOptional, try reference.search.candidates(target.fitting, criteria).isEmpty {
        expected = .nothing
      } else {
        expected = reference.make(try reference.search.only(target.fitting, criteria))
      }
    } catch {
      expected = .fails(error.id)
    }
    if expected == .nothing, !isOptional { expected = .fails(ProblemID.unexpectedNil.rawValue) }
    let answer = answer.map { unwrapped($0) }
    compare(answer, expected)
  }

  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
  }

  private mutating func compare(_ answer: Result<Any?, any Error>, _ expected: Outcome) {
    switch (answer, expected) {
    case (.success(let object), .unknown): object.map { held.append($0) }
    case (.failure(let error), .unknown): _ = ids(of: error)
    case (.success(nil), .nothing): break
    case (.success(let object?), .object(let index)): check(object, index)
    case (.failure(let error), .fails(let id)):
      require(ids(of: error) == [id], "\(ids(of: error)), not \(id)")
    default: require(false, "\(answer), not \(expected)")
    }
  }

  /// It is of that factory, and the same as before if that keeps one.
  private mutating func check(_ object: Any, _ index: Int) {
    held.append(object)
    guard let tag = tag(of: object) else { return require(false, "no tag: \(object)") }
    if reference.isShared(index), !registrations[index].isWeak {
      if case .some(.some(.some(let known))) = reference.kept[index] {
        return require(tag == known, "another object of \(index): \(tag), not \(known)")
      }
      reference.kept[index] = .some(.some(tag))
    }
    require(tag.maker == index, "\(tag) is not of \(index)")
  }

  private mutating func array(
    _ answer: Result<[Any], any Error>, _ target: Target, _ criteria: [Criterion]
  ) {
    var factories: [Int] = []
    do throws(Mismatch) {
      if target == .a, let whole = try wholeArray(criteria) {
        let expected = reference.make(whole)
        return compare(
          answer.map { $0.first },
          expected == .nothing ? .fails(ProblemID.unexpectedNil.rawValue) : expected)
      }
      factories = try reference.search.candidates(target.fitting, criteria, isForAll: true)
    } catch {
      let id = error.id
      return compare(answer.map { $0 as Any? }, .fails(id))
    }
    var expected: [Int] = []
    for factory in factories {
      switch reference.make(factory) {
      case .object(let index): expected.append(index)
      case .nothing: break
      case .unknown: return compare(answer.map { $0 as Any? }, .unknown)
      case .fails(let id): return compare(answer.map { $0 as Any? }, .fails(id))
      }
    }
    guard case .success(let objects) = answer else {
      return require(false, "\(answer), not \(expected)")
    }
    require(objects.count == expected.count, "\(objects), not \(expected)")
    for (object, index) in zip(objects, expected) { check(object, index) }
  }

  /// The one factory of an array, if it is meant.
  private func wholeArray(_ criteria: [Criterion]) throws(Mismatch) -> Int? {
    if criteria.count == 1, case .named(let name) = criteria[0] {
      return registrations.indices.first {
        reference.search.names[$0] == name && registrations[$0].kind == .arrayOfA
      }
    }
    guard criteria.isEmpty,
      try reference.search.candidates(Target.a.fitting, isForAll: true).isEmpty,
      try !reference.search.candidates([.arrayOfA]).isEmpty
    else { return nil }
    return try reference.search.only([.arrayOfA])
  }

  // MARK: Setting and invoking

  private mutating func set() {
    let kind = bytes.choose([Kind.a, .b, .c, .s, .int, .string])
    let choice = bytes.next()
    let criteria = choice & 1 == 0 ? [Criterion.named(bytes.name())] : []
    let isNil = choice & 0b110 == 2 && !criteria.isEmpty
    log.append("set \(isNil ? "nil as " : "")\(kind) \(criteria)")
    count("sets")
    setCount += 1
    Count.serial += 1
    let tag = Tag(maker: -setCount, serial: Count.serial)
    let failed: Set<String>
    switch kind {
    case .a: failed = set(A(tag), isNil, criteria)
    case .b: failed = set(B(tag), isNil, criteria)
    case .c: failed = set(C(tag), isNil, criteria)
    case .s: failed = set(S(tag: tag), isNil, criteria)
    case .int: failed = set(number(tag), isNil, criteria)
    default: failed = set(text(tag), isNil, criteria)
    }
    do {
      let index = try reference.settable(kind, asNil: isNil, criteria)
      require(failed.isEmpty, "\(failed), not set in \(index)")
      reference.kept[index] = .some(.some(isNil ? nil : tag))
    } catch {
      require(failed == [error.id], "\(failed), not \(error.id)")
    }
  }

  private mutating func set<T>(
    _ value: T, _ isNil: Bool, _ criteria: [Criterion]
  ) -> Set<String> {
    held.append(value)
    return ids {
      if isNil {
        try AcSet(T?.none, criteria[0].criterion)
      } else if let criterion = criteria.first?.criterion {
        try AcSet(value, criterion)
      } else {
        try AcSet(value)
      }
    }
  }

  private mutating func invoke() {
    let name = bytes.name()
    let choice = bytes.next(below: 5)
    log.append("invoke \(name), arguments \(choice)")
    count("invocations")
    let index = reference.search.names.firstIndex(of: name)
    if let index { invoked.insert(index) }
    let argument = A(Tag(maker: -1000, serial: 0))
    let answer = Result { () throws -> (any P)? in
      switch choice {
      case 0, 1: try AcInvoke(AcName(name))
      case 2: try AcInvoke(AcName(name), argument)
      case 3: try AcInvoke(AcName(name), "wrong")
      default: try AcInvoke(AcName(name), argument, argument)
      }
    }
    guard let index else {
      return compare(answer.map { $0 }, .fails(ProblemID.noMatch.rawValue))
    }
    let it = registrations[index]
    let takesA =
      [.p, .optionalA].contains(it.argument)
      || { if case .namedP = it.argument { true } else { false } }()
    if !Target.anyP.fitting.contains(it.kind) {
      compare(answer.map { $0 }, .fails(ProblemID.wrongType.rawValue))
    } else if it.isReference {
      compare(answer.map { $0 }, .fails(ProblemID.notInvocable.rawValue))
    } else if choice == 3 || choice == 4 || choice == 2 && !takesA {
      compare(answer.map { $0 }, .fails(ProblemID.wrongArguments.rawValue))
    } else {
      switch (answer, reference.call(index, given: choice == 2 ? 1 : 0)) {
      case (.success(let object?), .object(let index)):
        require(tag(of: object)?.maker == index, "\(object) is not of \(index)")
      case (let answer, let expected): compare(answer.map { $0 }, expected)
      }
    }
  }

  // MARK: Others

  private mutating func describe() {
    log.append("describe")
    guard let model = try? Alchemic.model else { return require(false, "no model") }
    require(
      model.factories.map(\.name) == reference.search.ordered.map { reference.search.names[$0] },
      "\(model.factories.map(\.name))")
    require(
      model.description.isEmpty
        ? registrations.isEmpty
        : model.description.unicodeScalars.count { $0 == "\n" } == registrations.count - 1,
      model.description)
    for format in GraphFormat.allCases {
      require(!model.graph.drawing(as: format).isEmpty, "no drawing")
    }
    require(ids { try Alchemic.start() } == [ProblemID.startedTwice.rawValue], "started twice")
  }

  /// A host that nobody registered: only where each of its properties is known to resolve.
  private mutating func inject() {
    log.append("inject")
    guard isResolvable(.anyP), isResolvable(.anyQ), isResolvable(.s), areResolvable(.anyR) else {
      return
    }
    guard let s = try? reference.search.candidates(Target.s.fitting),
      s.allSatisfy(reference.isShared)
    else { return }
    let followed = registrations.contains { $0.isTransient }
    if followed { return }
    count("hosts")
    let host = Host(Tag(maker: -2000, serial: 0))
    AcInjectDependencies(host)
    require(host.isReady && host.told == ["p", "rs", "q", "s"], "hooks: \(host.told)")
    compare(.success(host.p), optional(.anyP))
    compare(.success(host.s), optional(.s))
    array(.success(host.rs), .anyR, [])
    held.append(host)
  }

  private mutating func optional(_ target: Target) -> Outcome {
    guard let found = try? reference.search.candidates(target.fitting), let index = found.first
    else {
      return .nothing
    }
    return reference.make(index)
  }

  private mutating func isResolvable(_ target: Target) -> Bool {
    guard let found = try? reference.search.candidates(target.fitting), found.count <= 1 else {
      return false
    }
    guard let index = found.first else { return true }
    // A template gives the weak property nothing to keep, and each question another object.
    guard reference.isShared(index) else { return false }
    switch reference.make(index) {
    case .object, .nothing: return true
    case .fails, .unknown: return false
    }
  }

  private mutating func areResolvable(_ target: Target) -> Bool {
    let found = (try? reference.search.candidates(target.fitting)) ?? []
    return found.allSatisfy { index in
      guard reference.isShared(index) else { return false }
      switch reference.make(index) {
      case .object, .nothing: return true
      case .fails, .unknown: return false
      }
    }
  }

  private mutating func missing() {
    log.append("missing")
    struct Nowhere {}
    require(ids { _ = try AcGet(Nowhere.self) } == [ProblemID.noMatch.rawValue], "found Nowhere")
    if case .some(.some(_)) = try? AcGet(Nowhere?.self) {
      require(false, "found an optional Nowhere")
    }
    require((try? AcGet([Nowhere].self))?.isEmpty == true, "found Nowhere in an array")
    require(ids { try AcSet(Nowhere()) } == [ProblemID.notSettable.rawValue], "set Nowhere")
  }

  private mutating func constantCriteria() {
    log.append("wrong criteria")
    require(
      ids { _ = try AcGet((any P).self, AcClass(A.self), AcClass(C.self)) }
        == [ProblemID.wrongCriteria.rawValue], "two classes")
    require(
      ids { _ = try AcGet((any P).self, AcProtocol(Int.self)) }
        == [ProblemID.wrongCriteria.rawValue], "no protocol")
  }
}
