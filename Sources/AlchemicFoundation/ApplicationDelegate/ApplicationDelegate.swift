// Not run here: compiled against a stand-in by .ci/apple-stand-ins.
#if canImport(UIKit) && !os(watchOS)
  public import AlchemicInject
  public import UIKit

  /// The application's delegate as part of the model: a reference, given after the start.
  ///
  /// ```swift
  /// @main final class AppDelegate: UIResponder, AlchemicApplicationDelegate {
  ///   @Injected var accounts: any AccountStore
  /// }
  /// ```
  ///
  /// The system makes it. It is injected on the main actor once Alchemic is started and the
  /// application runs, and can be injected from then on: as itself, as an optional where that may
  /// be too early.
  ///
  /// SwiftUI's `@UIApplicationDelegateAdaptor` puts a delegate of its own before yours: then call
  /// `AcSet(self)` in `application(_:didFinishLaunchingWithOptions:)`. Until then observers hear a
  /// warning.
  @MainActor
  public protocol AlchemicApplicationDelegate: UIApplicationDelegate, AlchemicManaged {}

  extension AlchemicApplicationDelegate {
    /// Declares a reference that is nil until the application has its delegate.
    public nonisolated static func alchemic(_ of: ClassObjectFactory) {
      AcRegister(of, AcReference(), AcNillable())
    }
  }

  /// Gives the model the application's delegate.
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
