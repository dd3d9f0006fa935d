import AlchemicRuntime

/// Keeps an injection point alive while one of its methods runs code that may release it.
///
/// A method's `self` is guaranteed by the caller, so the optimiser removes a retain of it that is
/// balanced by a release, also one by way of `Unmanaged`. A read reaches its point without
/// retaining it, and then nothing keeps it. The optimiser sees no retain in what this calls. A
/// point is an object of Swift's own, as these functions need it.
struct PointRetainer {
  private let point: Borrowed<AnyObject>

  /// Retains the point.
  init(_ point: AnyObject) {
    self.point = Borrowed(point)
    self.point.retain(times: 1)
  }

  /// Releases it, once; the point may be gone then.
  func release() { point.release(times: 1) }
}
