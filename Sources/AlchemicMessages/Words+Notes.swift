// The words of what is no problem of a model.

extension Words {
  static let ofNotes: StaticString = """
    alchemic several
      $subject problems in the model
    alchemic built
      '$subject' was declared after its model was built$detail.
      → declare it in the closure of Alchemic.start { … } or in an AlchemicConfig, or call \
    Alchemic.discover() for what is loaded later
    alchemic returned
      '$subject' was declared after its function had returned$detail.
      → declare it in static func $first, before that returns
    alchemic stalled
      alchemic: The main thread has waited $detail seconds for '$subject', which another thread is \
    making. If its initializer waits for the main thread, neither goes on.
      → let the initializer not wait for the main thread, or register it as asynchronous and start \
    with try await Alchemic.start()
    alchemic given-twice
      The property at $first was given a value by hand after it had one, at $detail.
      → give the value once, before the property is read and before its host is injected
    alchemic no-start
      Alchemic could not start:
    alchemic in-library
      AlchemicAutostart is linked into a library: link it into the program itself
    alchemic unknown-argument if first
      Alchemic has no launch argument $subject in this program.
      → use one of these: $detail; others belong to a product that this program does not link
    alchemic unknown-argument
      Alchemic has no launch argument $subject in this program.
      → use one of these: $detail
    alchemic not-written
      Alchemic cannot write its answer: $detail
    alchemic unused
      No request used '$subject', which the test declares.
      → remove it, declare it in the trait of the suite if other tests use it, or find out what \
    the test uses instead
    alchemic alive
      Alive after the end of the test: $subject.
      → end what retains them: a task that still runs, a static property, or a cycle of objects
    alchemic two-models
      '$subject' has .alchemic and .alchemicMain, by itself or by its suites: a model of its own, \
    and the main model.
      → keep .alchemic, which runs in parallel, if the test replaces services; keep .alchemicMain \
    if it starts or resets the main model, and pass what it replaces to Alchemic.start { … }
    """
}
