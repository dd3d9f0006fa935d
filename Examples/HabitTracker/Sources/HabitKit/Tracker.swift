import Alchemic
import Foundation

/// The page of the user who is logged in: all habits, with what the reporters say about them.
@MainActor public final class Tracker: AlchemicManaged, @MainActor AlchemicAware {
  @Injected var store: any HabitStore
  @Injected var clock: any DayClock
  @Injected var view: Provider<HabitView, UUID>
  @InjectedArray var reporters: [any Reporter]
  @Transient var session: Session?
  private let total = Total()
  private let greeting: String

  public private(set) var views: [HabitView] = []

  init(greeting: String) { self.greeting = greeting }

  public static func alchemic(_ of: ClassObjectFactory) {
    AcInitializer(of, Tracker.init(greeting:), .named("greeting"))
  }

  /// Called for each property when the tracker is created, and again after every login and logout.
  public func didInject(variable: String) {
    guard variable == name(of: \.$session) else { return }
    let habits = session.map { store.habits(of: $0.user) } ?? []
    // The initializer throws nothing, and the start has checked its argument's type.
    views = habits.map { try! view($0.id) }
  }

  public var page: String {
    guard let user = session?.user else { return "Please log in." }
    let title = "\(greeting), \(user): \(total.days(of: user)) days."
    let lines = views.map { view in
      let reports = reporters.compactMap { $0.report(on: view.habit, today: clock.today) }
      return "  \(view.text)  \(reports.joined(separator: ", "))"
    }
    return ([title] + lines).joined(separator: "\n")
  }
}
