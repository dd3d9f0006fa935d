import AlchemicRuntime
import CAlchemicRuntime

// Factories with profiles. If none of their profiles is active, they are absent, and the message
// for a request that only they could resolve says so.
extension ModelBuilder {
  /// The active profiles: those that are active without a request by the program, and those of the
  /// start.
  public var profiles: Set<AlchemicProfile> {
    isAskedForProfiles = true
    return Set(activeProfiles)
  }

  /// The profiles that are active without a request by the program.
  static var profilesOfProcess: [AlchemicProfile] {
    var profiles: [AlchemicProfile] = []
    if isInTestProcess { profiles.append(.test) }
    // The condition is evaluated only in a debug build.
    assert(
      {
        profiles.append(.debug)
        return true
      }())
    if let preview = getenv("XCODE_RUNNING_FOR_PREVIEWS"), String(cString: preview) == "1" {
      profiles.append(.preview)
    }
    return profiles
  }

  /// Makes profiles active. Called before any declaration.
  ///
  /// - Parameters:
  ///   - profiles: The profiles of the program.
  ///   - launched: The profiles of a launch argument or a variable; nil if there is none.
  package func activate(_ profiles: Set<AlchemicProfile>, launched: LaunchedProfiles? = nil) {
    activeProfiles += profiles
    chosenProfiles += profiles
    guard let launched else { return }
    activeProfiles += launched.profiles
    unknownProfiles = launched.problems
  }

  /// Warnings for profiles of the start that no factory has.
  var unusedProfiles: [Problem] {
    if isAskedForProfiles { return [] }
    let known = namedProfiles + AlchemicProfile.known
    var unused: [Problem] = []
    for profile in chosenProfiles where !known.contains(profile) {
      unused.append(Problem(.unusedProfile(among: known.names), profile.name))
    }
    return unused
  }

  /// Returns whether a declaration is for an active profile. Records a declaration that is not, for
  /// messages.
  func isActive(_ declaration: DetailedDeclaration) -> Bool {
    guard declaration.has(.only) else { return true }
    let wanted = declaration.profiles
    namedProfiles += wanted
    if activeProfiles.contains(where: wanted.contains) { return true }
    var parts: [Problem.Candidate] = []
    for option in declaration.options {
      if case .only = option.kind { parts.append(.part(".only(in: …)", option.location)) }
    }
    // Validation sees only the declarations of active profiles.
    if parts.count > 1 {
      let name = declaration.givenName ?? typeName(declaration.product)
      problems.append(Problem(.repeatedOption, name, candidates: parts))
    }
    absent.append(
      AbsentFactory(
        facts: declaration.facts(named: declaration.givenName), profiles: wanted.map(\.name)))
    return false
  }
}

extension DetailedDeclaration {
  /// The profiles of the declaration; empty if the declaration is for all profiles.
  fileprivate var profiles: [AlchemicProfile] {
    options.flatMap { option -> [AlchemicProfile] in
      if case .only(let profiles) = option.kind { profiles } else { [] }
    }
  }
}

extension [AlchemicProfile] {
  /// The names, each once, in their order.
  @inline(never)
  fileprivate var names: [String] { Array<String>(Set(map(\.name))).ascending }
}

/// The profiles of a launch argument or of a variable, and the rule that the program knows them.
package struct LaunchedProfiles {
  let profiles: [AlchemicProfile]
  /// Returns problems for profiles that no factory has. A stored function, since a program without
  /// launch arguments links none of it.
  let problems: (_ named: [AlchemicProfile]) -> [Problem]

  /// - Parameter all: The profiles, each with the text that names it.
  package init(_ all: [(profile: AlchemicProfile, origin: String)]) {
    profiles = all.map(\.profile)
    problems = { named in
      let known = named + AlchemicProfile.known
      return all.filter { !known.contains($0.profile) }.map { launched in
        Problem(
          .unknownProfile(among: known.names),
          launched.profile.name, path: [Problem.Step(launched.origin, nil)])
      }
    }
  }
}
