import AlchemicRuntime
import CAlchemicRuntime

/// Reports that the main thread waits for an object whose initializer perhaps waits for the main
/// thread.
///
/// Only the first wait is visible here, since nothing shows a wait within an initializer. The
/// report is therefore written after some seconds, on standard error, and both threads may still
/// continue.
enum StalledWait {
  /// Writes the report, if this is the main thread and another thread creates the object.
  @inline(never)
  static func report(by factory: Factory, in slot: Slot, of model: Model) {
    guard MainQueue.isCurrent, let makers = makers(of: slot, in: model) else { return }
    var text = text(factory.facts, steps: CreationPath.steps(), makers: makers) + "\n"
    text.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
  }

  /// Returns the factories whose objects the same thread is creating; nil if none is.
  private static func makers(of slot: Slot, in model: Model) -> [FactoryFacts]? {
    let factories = model.graph.creationOrder
    return CreationCoordinator.look {
      guard let creator = slot.state.creator, !creator.isTask else { return nil }
      return factories.filter { model.store.slot(of: $0).state.creator == creator }.map(\.facts)
    }
  }

  static func text(_ facts: FactoryFacts, steps: [Problem.Step], makers: [FactoryFacts]) -> String {
    Wording.note(
      .stalled(seconds: Locked<Void>.patience), facts.name,
      lines("main thread ", steps) + lines("other thread", makers.map(\.step)))
  }

  private static func lines(_ thread: String, _ steps: [Problem.Step]) -> String {
    var (text, label) = ("", thread)
    for step in steps {
      text += "\n   \(label)  \(Wording.shown(step.subject))\(Wording.location(step.location))"
      label = "            "
    }
    return text
  }
}
