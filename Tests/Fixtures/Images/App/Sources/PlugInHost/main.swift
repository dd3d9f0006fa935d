// Loads plug-ins after the start. Beside it lie the libraries; each line that it prints is expected
// by `.ci/images`, and whatever is not as it should be ends it with 1.

import AlchemicInject
import ShopLibrary

#if canImport(Darwin)
import Darwin
private let suffix = "dylib"
#else
import Glibc
private let suffix = "so"
#endif

func check(_ isRight: Bool, _ what: String, line: UInt = #line) {
  guard !isRight else { return }
  print("line \(line): not so: \(what)")
  exit(1)
}

func AcGet<Value>(as type: Value.Type) throws -> Value { try AlchemicInject.AcGet(type) }

func load(_ name: String) {
  let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
    .dropLast().joined(separator: "/")
  guard dlopen("\(folder)/lib\(name).\(suffix)", RTLD_NOW | RTLD_LOCAL) != nil else {
    print("cannot load \(name): \(dlerror().map { String(cString: $0) } ?? "")")
    exit(1)
  }
}

final class HouseRule: Rule, AlchemicCreatable {
  let name = "rule of the house"
  init() {}
}

/// Reads when it is asked.
final class Page {
  @Transient var rules: [any Rule]
  @Transient var discount: (any Discount)?
  @InjectedArray var captured: [any Rule]
  @Injected var store: any Store
}

/// Has hooks.
final class Screen: AlchemicAware {
  @Transient var rules: [any Rule]
  @Transient var discount: (any Discount)?
  private(set) var told: [String] = []

  func didInject(variable: String) {
    told.append("\(variable) \(variable == "rules" ? rules.count : discount == nil ? 0 : 1)")
  }
}

nonisolated(unsafe) var warnings: [String] = []
nonisolated(unsafe) var discovered = 0
try Alchemic.start()
Alchemic.observe { event in
  switch event {
  case .warning(let warning): warnings.append(warning.description)
  case .didDiscover(let factories, let singletons, _):
    discovered += 1
    print("discovered \(factories) factories, \(singletons) singletons")
  default: break
  }
}

let page = Page()
let screen = Screen()
AcInjectDependencies(screen)
let house: HouseRule = try AcGet()
let store: any Store = page.store
let before: [any Rule] = try AcGet()
check(page.rules.map(\.name) == ["rule of the house"], "one rule at the beginning")
check(page.captured.count == 1 && page.discount == nil && before.count == 1, "nothing else")
check(screen.told == ["rules 1", "discount 0"], "injected once: \(screen.told)")
check(try Alchemic.discover().isEmpty && discovered == 0, "nothing is new before")

load("RulesPlugIn")
check(page.rules.count == 1, "loading alone changes nothing")
let new = try Alchemic.discover()
print("new: \(new.map(\.name).sorted().joined(separator: ", "))")

// What was there follows, in its place and as the object that it was.
check(page.rules.map(\.name) == ["rule of the house", "rule of a plug-in"], "\(page.rules)")
check(page.rules[0] === house && page.store === store, "objects keep their identity")
check(page.discount != nil, "an optional that was nil has what is new")
check(page.captured.count == 1 && before.count == 1, "what was captured stays")
check(screen.told.dropFirst(2) == ["rules 2", "discount 1"], "told once each: \(screen.told)")

// What comes now sees all of it.
let after: [any Rule] = try AcGet()
check(after.count == 2 && after[1] === page.rules[1], "requests have what is new")
check(Page().captured.count == 2, "new hosts capture what is new")
let till: any Till = try AcGet()
check(
  till.text == "rule of a plug-in, rule of the house", "a plug-in's class has both: \(till.text)")
check(try AcGet(AcName("plug-in's number")) == 7, "a plug-in's configuration is called")
check(
  warnings.count == 1 && warnings[0].hasPrefix("[generic-class] 'RulesPlugIn.GenericRule'"),
  "warned: \(warnings)")

check(try Alchemic.discover().isEmpty && discovered == 1, "nothing is new the second time")

load("WrongPlugIn")
do {
  try Alchemic.discover()
  check(false, "the plug-in is refused")
} catch {
  print(error)
}
check(page.rules.count == 2 && page.store === store, "what worked goes on working")
check(
  try AcGet(as: (any Store).self) === store && AcGet(as: [any Store].self).count == 1, "also here")
check(screen.told.count == 4, "nobody is told")

load("LatePlugIn")
check(try Alchemic.discover().map(\.name) == ["LateRule"], "what was refused keeps nothing away")
check(page.rules.map(\.name).last == "late rule" && screen.told.last == "rules 3", "and it is seen")
do {
  try Alchemic.discover(includingRefused: true)
  check(false, "it is refused again")
} catch let error as AlchemicError {
  check(error.problems.count == 3, "what was refused is tried again if that is asked: \(error)")
}

load("AwaitedPlugIn")
do {
  try Alchemic.discover()
  check(false, "what must be awaited is not made by who does not wait")
} catch {
  print(error)
}
Task.detached {
  do {
    // That call has not changed anything, and put nothing aside.
    check(try await Alchemic.discover().map(\.name) == ["catalog"], "it is awaited")
    print("plug-ins are discovered")
    exit(0)
  } catch {
    print(error)
    exit(1)
  }
}
while true { sleep(60) }
