import AlchemicRuntime
import AlchemicCore

/// Which classes have hooks or wrapped properties, as far as the records of the loaded images tell.
final class ClassSurvey: HostSurvey, Sendable {
  private let types: ConformingTypes
  private let images: LoadedImages

  private init(types: ConformingTypes, images: LoadedImages) {
    self.types = types
    self.images = images
  }

  private static let last = Locked<ClassSurvey?>(nil)

  /// That of the images that are loaded now: the last one, unless there are others meanwhile.
  static func current() -> ClassSurvey {
    let images = LoadedImages()
    if let last = last.withLock({ $0 }), last.images == images { return last }
    let new = ClassSurvey(
      types: ConformingTypes(to: [(any AlchemicAware).self, (any InjectionWrapper).self]),
      images: images)
    last.withLock { $0 = new }
    return new
  }

  func mayBeHost(_ type: Any.Type) -> Bool { types.concern(type) }
}
