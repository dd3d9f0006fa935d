extension Words {
  static let ofCreations: StaticString = """
    cycle if templates
      Each new '$subject' needs another one, without end.
      → make one of the factories a singleton
    cycle
      '$subject' needs itself before it exists.
      → remove one of these dependencies, or turn it into an @Injected property: properties are \
    filled after the objects exist
    cycle argument
      '$subject' needs itself before it exists.
      → turn argument $first of '$second' ($detail) into an @Injected property: properties are \
    filled after the objects exist
    cycle decorator if first
      '$subject' needs itself before it exists: argument $second is '$detail', which it produces.
      → request the wrapped object by its name: .named("$first"); or let it wrap each $detail, \
    with .decorates(…)
    cycle decorated-twice
      '$subject' needs itself before it exists: argument $second is '$detail', which it produces.
      → take '$detail' only once: a second one would be the decorator itself
    cycle filled
      → take a Provider<$detail> in model.inject: it is called after the objects exist
    cycle read
      → read $detail after the initializer, or take its object as a Provider
    cycle decorator
      '$subject' needs itself before it exists: argument $second is '$detail', which it produces.
      → request the wrapped object by its name: register it with .named(…)
    cycle composition
      '$subject' needs itself before it exists: argument $first is '[$detail]', with what it \
    produces.
      → give the parts a qualifier, and take those: AcInitializer(of, …, .qualified(…)) finds \
    only a $detail that has it
    creation-failed
      Creating '$subject' failed.
      → correct the cause; the next request tries again
    unset-reference if first
      The reference '$subject' was read before AcSet.
      → set it where the scope begins: with try $0.set(…) in Alchemic.withScope($first.self), or \
    with AcSet after Alchemic.open($first.self)
    unset-reference
      The reference '$subject' was read before AcSet.
      → call AcSet first, or let it be nil with .nillable and an optional property
    unset-reference weak if first
      The weak reference '$subject' was read before AcSet, or after its object was gone.
      → set it where the scope begins: with try $0.set(…) in Alchemic.withScope($first.self), or \
    with AcSet after Alchemic.open($first.self)
    unset-reference weak
      The weak reference '$subject' was read before AcSet, or after its object was gone.
      → call AcSet first, or let it be nil with .nillable and an optional property
    unexpected-nil
      '$subject' is nil, but an object was requested.
      → request an optional, or set an object first
    unexpected-nil made
      The function that creates '$subject' returned nil, but '$subject' is not nillable.
      → add .nillable to its registration and request an optional, or return an object
    unexpected-nil made-by-template
      The function that creates '$subject' returned nil, but '$subject' is not nillable.
      → return an object: a template cannot be nillable
    too-deep
      '$subject' is needed $detail steps deep, and this thread's stack is nearly used up.
      → if the chain has an end, let the start create singletons along it, each after its \
    dependencies, or request it on a thread with a larger stack
    too-deep tasks
      '$subject' is needed $detail steps deep, by creations that each await the next one.
      → if the chain has an end, let the start create singletons along it, each after its \
    dependencies
    needs-await late
      → request it with try await $call, or let the start await it, without .lazy or .weak
    needs-await if templates
      '$subject' must be awaited, and this request does not wait.
      → request it with try await $call
    needs-await if invoked
      → request it with try await $call
    needs-await
      '$subject' must be awaited, and does not exist yet.
      → start with try await Alchemic.start(), or request it with try await AcGetAsync()
    needs-await follower
      '$subject' must be awaited, and a property that follows it cannot wait.
      → create it by a function that is not async, or let the start create it
    needs-await start
      '$subject' must be awaited, and this start does not wait.
      → start with try await Alchemic.start(), in an asynchronous function
    needs-await discovery
      '$subject' must be awaited, and this Alchemic.discover() does not wait.
      → call try await Alchemic.discover()
    needs-main-actor
      '$subject' is created on the main actor, and was requested elsewhere.
      → request it on the main actor, or with try await $call
    needs-main-actor start
      '$subject' is created on the main actor, and this start is elsewhere.
      → start with try await Alchemic.start(), or on the main actor
    needs-main-actor discovery
      '$subject' is created on the main actor, and this Alchemic.discover() is elsewhere.
      → call try await Alchemic.discover(), or on the main actor
    needs-main-actor conformance
      '$subject' conforms to '$detail' only on the main actor, and was requested elsewhere.
      → request it on the main actor, or make the conformance nonisolated
    cannot-wait
      Every '$subject' must be awaited, and its dependents cannot wait.
      → make it a singleton that is not weak, which the start awaits, or let only asynchronous \
    functions take it as an argument
    cannot-wait loop
      '$subject' must be awaited by an object that it needs itself.
      → remove the hooks (AlchemicAware) of '$detail': then the property is resolved at its first \
    read
    wrong-arguments
      '$subject' cannot be invoked like that: $detail.
      → pass AcInvoke the arguments in the order of the parameters; those that are left out at \
    the end come from the declared sources
    wrong-arguments missing
      '$subject' cannot be invoked like that: $detail.
      → pass AcInvoke the arguments of the caller, in the order of the parameters; the others \
    come from the declared sources
    wrong-arguments provider
      A $first cannot create '$subject': $detail.
      → take a $second
    needs-arguments
      '$subject' needs arguments of its caller: ($detail).
      → take a $first and call it, or call AcInvoke(.named("$subject"), …)
    needs-arguments awaited
      → take a $first and call it with try await callAsync(…), or call try await \
    AcInvokeAsync(.named("$subject"), …)
    needs-arguments element
      → give its arguments other sources than the caller; or exclude it, by criteria or by \
    another type of its product
    needs-arguments owner
      → give its arguments other sources than the caller: a method is called on an object that \
    the model creates
    not-invocable
      '$subject' is a reference: no function creates it.
      → use AcGet, or declare how it is created
    not-settable if templates
    not-settable nil if templates
      AcSet found only templates for $wanted.
      → make one a singleton or a reference: a template keeps no object
    not-settable if first
      AcSet found nothing to set for $wanted.
      → select the factory: only $first finds it
    not-settable if second
      AcSet found nothing to set for $wanted.
      → declare it as a reference of the scope: model.register($subject.self, .reference, \
    .scope($second.self))
    not-settable if candidates
    not-settable nil if candidates
      AcSet needs 1 factory for $wanted, found $count.
      → narrow it with .named(…), or mark one factory with .primary
    not-settable nil
      AcSet found nothing to set for $wanted.
      → select the factory with .named(…)
    not-settable if detail
      AcSet found nothing to set for $wanted.
      → correct the criteria, or register a factory for it, with .reference if only AcSet creates it
    not-settable
      AcSet found nothing to set for $wanted.
      → register a factory for it, with .reference if only AcSet creates it
    not-settable scope
      '$subject' does not belong to $detail.
      → call AcSet, or add .scope($detail.self) to its registration
    not-nillable
      AcSet was given nil for '$subject', which is not nillable.
      → add .nillable to its registration, or set an object
    """

  static let ofLife: StaticString = """
    not-started if first
      $subject was used after $first had ended the model$second.
      → use it before that, or start again
    not-started if property
      → start first, or wrap the call in AcWhenReady { … }; in a test, add the trait .alchemic { \
    … }, or give the property its value, with .value(…) or $x.use(…); in a detached task of a \
    test, use here.run { … }, with let here = Alchemic.capture() before it
    not-started
      $subject was used before Alchemic.start().
      → start first, or wrap the call in AcWhenReady { … }; in a test, add the trait .alchemic { \
    … }; in a detached task of a test, use here.run { … }, with let here = Alchemic.capture() \
    before it
    not-started starting
      $subject was used before the start was done.
      → wait with AcWhenReady { … } or try await Alchemic.started()
    not-started discovering
      $subject was used by a declaration that it has found itself.
      → call it when the declaration has returned
    not-started failed
      $subject was used, but Alchemic.start() failed.
      → correct the cause, and start again
    not-started prevented
      $subject was used, but the program was launched with $detail.
      → launch the program without it
    started-twice if candidates
      Alchemic.start() was called, but a library has started Alchemic at its first use.
      → start before the first use of that library
    started-twice
      Alchemic.start() was called, but Alchemic is started already.
      → start once, at the beginning; in a test, declare in the trait .alchemic { … } of \
    AlchemicTesting instead, or take turns with .alchemicMain
    started-twice load
      Alchemic.start() was called, but $detail started Alchemic when the program was loaded.
      → remove the call, or do not link $detail
    start-interrupted
      Alchemic.reset() was called before Alchemic.start() was done.
      → reset before the start or after it
    start-interrupted discovery
      Alchemic.reset() was called before $detail was done.
      → reset before the discovery or after it
    model-gone if first
      '$subject' was requested after the model of $first had ended.
      → call it before the operation, the test or Alchemic.stop() ends the model: await the tasks \
    that it has started, and end its callbacks
    model-gone
      '$subject' was requested after its model was gone.
      → after Alchemic.reset() use new objects; let no thread make a request while the reset runs
    model-gone call if first
      $subject was used after the model of $first had ended.
      → call it before the operation, the test or Alchemic.stop() ends the model: await the tasks \
    that it has started, and end its callbacks
    model-gone call
      $subject was used after its model was gone.
      → after Alchemic.reset() use new objects; let no thread make a request while the reset runs
    no-scope if read
      '$subject' belongs to $detail, which is not open here.
      → read it within Alchemic.withScope($detail.self) { … }, or after \
    Alchemic.open($detail.self); or declare the property as an optional, which is nil elsewhere; \
    carry the scope to a detached task with Alchemic.capture()
    no-scope
      '$subject' belongs to $detail, which is not open here.
      → request it within Alchemic.withScope($detail.self) { … }, or after \
    Alchemic.open($detail.self); carry the scope to a detached task with Alchemic.capture()
    no-scope ended
      '$subject' was requested after its $detail had ended.
      → await the tasks that the scope started, and end its callbacks, before it ends
    no-scope call
      $subject is not open.
      → open one first, with Alchemic.open or Alchemic.withScope
    scope-open
      $subject is open already.
      → close it first, with try await Alchemic.close($subject.self), or replace its objects with \
    Alchemic.renew
    scope-open task
      → open it once: all code that the operation calls uses it
    scope-open within
      $subject cannot be opened within $detail, whose objects need those of $subject.
      → open $subject first
    scope-open holds
      $subject cannot end while $detail is open, whose objects need those of $subject.
      → close $detail first, or await the operations of Alchemic.withScope($detail.self)
    scope-open other
      The task runs in another $subject already.
      → end the operation of that one first, or use this one in a Task.detached
    scope-open here
      $subject cannot be closed while an operation runs in it.
      → close it after the operation; or release each OpenScope: it then ends by itself
    scope-open in-use
      $subject cannot be closed while an operation runs in it.
      → await the operations, or give the close more time
    captive-dependency owner
      → let '$subject' belong to $detail, too, with .scope($detail.self)
    captive-dependency decorator
      → take a $second, which requests the object of its caller's scope; or let what \
    it wraps belong to $detail, too
    captive-dependency if first
      → take a $second, which requests the object of its caller's scope; or let \
    '$subject' belong to $detail, too, with .scope($detail.self); or let $detail be the outer \
    scope of $first
    captive-dependency
      '$subject' would retain '$last' after the end of its $detail.
      → take a $second, which requests the object of its caller's scope; or let \
    '$subject' belong to $detail, too, with .scope($detail.self)
    captive-dependency property if first
      → use @Transient, or take a $second, which requests the object of its caller's \
    scope; or let '$subject' belong to $detail, too, with .scope($detail.self); or let $detail be \
    the outer scope of $first
    captive-dependency property
      → use @Transient, or take a $second, which requests the object of its caller's \
    scope; or let '$subject' belong to $detail, too, with .scope($detail.self)
    captive-dependency expiring
      '$subject' would keep using '$last' after that has expired.
      → take a $detail, which requests the present object
    captive-dependency expiring-property
      '$subject' would keep using '$last' after that has expired.
      → use @Transient, or take a $detail, which requests the present object
    is-stopping
      '$subject' does not exist, and a model that is stopping creates no shared object.
      → request '$subject' before the stop, and keep it in a property
    is-stopping scope
      '$subject' does not exist, and $detail, which is ending, creates no objects.
      → request '$subject' before the end, and keep it in a property
    is-stopping within
      $subject was called by an object that is being created or stopped.
      → call it in other code: it waits for every object, and so for its caller
    stop-failed
      Stopping '$subject' failed.
      → correct the cause; the other objects were stopped nevertheless
    stop-timeout
      '$subject' did not stop within $detail, its share of the timeout.
      → let stop() return when its task is cancelled, or give a longer timeout
    stop-timeout creation
      '$subject' was not stopped: it was still being created after $detail.
      → stop when the initializers are done, or with a longer timeout
    stop-timeout operation
      $subject did not end within $detail.
      → let it end when its task is cancelled, or use a longer timeout, of which it has half
    live-in-test
      A strict test used '$subject', which is live, without replacing it.
      → replace it in the trait of the test: $detail
    start-in-test
      The test '$subject' has its own model, and starts the main model, which other tests share.
      → remove the start, because the trait .alchemic has made a model; or replace the trait with \
    .alchemicMain, which resets the main model after the test
    """

  static let ofWarnings: StaticString = """
    generic-class
      '$subject' is generic, so it cannot be discovered.
      → register each of its types in an AlchemicConfig
    nothing-declared
      No managed class and no configuration was discovered, and nothing was registered.
      → let a class conform to AlchemicCreatable, or register a function; a linker leaves out the \
    classes of a static library to which no code refers: link all of the library with '-Xlinker \
    --whole-archive -Xlinker libName.a -Xlinker --no-whole-archive', on Apple's platforms with \
    '-Xlinker -force_load -Xlinker libName.a'
    may-be-ambiguous
      $count factories produce '$subject', and a property needs one.
      → request one with @Qualified<…>.Injected, or mark one with .primary; a name or another \
    criterion is checked when the first $host is injected
    may-be-ambiguous named
      Only a name or a qualifier finds '$subject', which a property needs.
      → request it with @Qualified<…>.Injected; a name is checked when the first $host is injected
    may-be-missing if first
      Nothing produces '$subject', so a property needs a constant.
      → request $first, whose keys are the names of the factories, or register a factory for \
    $subject; a constant needs no injection: let … = …
    may-be-missing
      Nothing produces '$subject', so a property needs a constant.
      → register a factory for $subject, or request an optional; a constant needs no injection: \
    let … = …
    needs-await read
      '$subject' must be awaited, no start awaits it, and a read of a property cannot wait.
      → let the start await it, without .lazy or .weak, or take a $detail and await callAsync()
    unexpected-nil possible
      '$subject' may be nil, but an object is requested.
      → request an optional, or remove .nillable from its registration
    no-scope possible
      '$subject' belongs to $detail, and a property that follows it may be read outside such a \
    scope.
      → declare the property as an optional, which is nil outside $detail, or let $detail keep \
    its host, too
    waits-for-reference
      '$subject' is not created at start: it needs the reference '$detail', which AcSet has not \
    set yet.
      → call AcSet before the start; otherwise the first request creates '$subject'
    unknown-name
      No factory matches $detail, so the answer for '$subject' is nil or empty.
      → correct it, or register a factory with $first
    outlives-scope
      '$subject' is alive after the end of its $detail.
      → no object of the scope retains it: let no variable, closure or task retain it, nor the \
    result of the operation
    outlives-scope held
      '$subject' is alive after the end of its $detail: '$last' needs it, and is alive.
      → see the warning of that object
    of-adapter
      $detail
      → $first
    unless-criteria
      → ; a name or another criterion is checked when the first $host is injected
    """
}
