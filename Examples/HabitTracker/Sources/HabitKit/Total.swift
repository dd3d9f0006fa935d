import Alchemic

/// Counts what a user has done. A structure has injected properties like a class.
struct Total {
  @Injected var store: any HabitStore

  func days(of user: String) -> Int {
    store.habits(of: user).map(\.days.count).reduce(0, +)
  }
}
