// Cases in which the library differs from the contract. Programs leave them out, or the reference
// does as the library. Set a constant to false to see the difference.

/// An object that was added to a model, and is an element of an array that was requested, is not
/// released at the end of the model. So it may be released later, or never.
let knownFaultAddedObjectsOutliveEnd = false

/// A host without hooks that a scope of the whole model keeps resolves each read of a property
/// again, if objects of scopes answer it.
let knownFaultSessionHostsKeepNothing = false

/// What a weak factory creates counts as set, if an object was set before.
let knownFaultWeakStaysSet = false

/// A child does not stop a decorator of its own over an object that it has set instead of a loan.
let knownFaultOwnDecoratorsOfLoansAreNotStopped = false

/// Own elements of a child do not replace inherited added objects if the parent has no factory.
let knownFaultNothingReplacesWithoutFactories = false

/// A request that no factory answers, for an optional or an array, and a request for a provider,
/// return nil, no elements or the provider after the end of the model, if they did so before.
let knownFaultEmptyAnswersOutliveEnd = true

/// A provider of the main model answers, and the removal of an added object notifies, after a reset
/// or a stop, while a captured model or a scope of a task retains the model.
let knownFaultProvidersOutliveReset = true

/// A request returns an object of a scope that the task carries, after the end of the child.
let knownFaultScopesAnswerAfterEnd = true

/// A host that was shared, and is no longer, takes its values from a child that reads it first.
let knownFaultFormerHostsJoinChildren = true

/// The task that has stopped an object may retain it for a moment after the stop has returned.
let knownFaultStoppedObjectsAreReleasedLate = false

/// If the model ends while `withScope` stores its objects, they are queued for the next start.
let knownFaultScopeSetsAreQueued = false

/// From the second request on, templates of an array do not share an object of one request.
let knownFaultRepeatedArraysDoNotShare = true
