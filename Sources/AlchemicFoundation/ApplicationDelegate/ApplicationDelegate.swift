// Not run here: compiled against a stand-in by .ci/apple-stand-ins.
#if canImport(UIKit) && !os(watchOS)
public import AlchemicInject
public import UIKit

/// The application's delegate as a reference of the model, which is set after the start.
///
/// ```swift
/// @main final class AppDelegate: UIResponder, AlchemicApplicationDelegate {
///   @Injected var accounts: any AccountStore
/// }
/// ```
///
/// The system creates the delegate. It is injected on the main actor as soon as Alchemic is
/// started and the application runs. From then on other objects may have it injected. A property
/// that may be read earlier is an optional.
///
/// With SwiftUI's `@UIApplicationDelegateAdaptor` the application has another delegate, which
/// forwards to yours. Call `AcSet(self)` in `application(_:didFinishLaunchingWithOptions:)`.
/// Until then, observers of events receive a warning.
@MainActor
public protocol AlchemicApplicationDelegate: UIApplicationDelegate, AlchemicManaged {}

extension AlchemicApplicationDelegate {
  /// Declares a reference that is nil until the application has its delegate.
  public nonisolated static func alchemic(_ of: ClassObjectFactory) {
    AcRegister(of, AcReference(), AcNillable())
  }
}

/// Sets the application's delegate in the model.
final class ApplicationDelegateAspect: AlchemicAspect {
  static func modelDidResolve(_ model: Model) {
    let hasDelegate = model.factories.contains { factory in
      factory.product is any AlchemicApplicationDelegate.Type
    }
    guard hasDelegate else { return }
    AcWhenReady {
      // A task of the main actor runs when the application does, so there is a delegate.
      Task { @MainActor in
        let current = UIApplication.shared.delegate
        guard let delegate = current as? any AlchemicApplicationDelegate else {
          let found = current.map { "\(type(of: $0))" } ?? "nil"
          return Alchemic.warn(
            Problem(
              .ofAdapter(
                "The application's delegate is of the type '\(found)', which is not the one in the model.",
                remedy: "give the right one with AcSet"), "UIApplication.delegate"))
        }
        do { try AcSet(delegate) } catch { fatalError("\n\(error)\n") }
      }
    }
  }
}
#endif
