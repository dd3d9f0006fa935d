// Loads a library that has a copy of Alchemic of its own: `first`, before the start, or after it.

import AlchemicFoundation

#if canImport(Darwin)
import Darwin
private let suffix = "dylib"
#else
import Glibc
private let suffix = "so"
#endif

func load() {
  let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
    .dropLast().joined(separator: "/")
  guard dlopen("\(folder)/libOwnCopy.\(suffix)", RTLD_NOW | RTLD_LOCAL) != nil else {
    print("cannot load: \(dlerror().map { String(cString: $0) } ?? "")")
    exit(1)
  }
}

final class AppRule: AlchemicCreatable {
  init() {}
}

let loadsFirst = CommandLine.arguments.contains("first")
do {
  if loadsFirst { load() }
  // A mistake of another kind, to be reported together with the copy.
  try Alchemic.start { if loadsFirst { $0.register { (_: Int) in "" } } }
  print("started")
  load()
  try Alchemic.discover()
  print("nothing was said")
} catch {
  print(error)
  if !loadsFirst {
    let rule: AppRule = try AcGet()
    withExtendedLifetime(rule) { print("what worked goes on working") }
  }
}
