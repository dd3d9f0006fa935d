import AlchemicRuntime
import AlchemicCore

/// Which classes have hooks or wrapped properties, as far as the records of the loaded images tell.
final class ClassSurvey: HostSurvey, Sendable {
  private let types: ConformingTypes
  /// Those of the images that were loaded when it was made.
  private let sections: [ConformanceSection]

  private init(of sections: [ConformanceSection]) {
    self.sections = sections
    types = ConformingTypes(
      to: [(any AlchemicAware).self, (any InjectionWrapper).self], in: sections)
  }

  private static let last = Locked<ClassSurvey?>(nil)

  /// That of the images that are loaded now: the last one, unless there are others meanwhile.
  static func current() -> ClassSurvey {
    let sections = conformanceSections()
    if let last = last.withLock({ $0 }), last.sections == sections { return last }
    let new = ClassSurvey(of: sections)
    last.withLock { $0 = new }
    return new
  }

  func mayBeHost(_ type: Any.Type) -> Bool { types.concern(type) }
}
