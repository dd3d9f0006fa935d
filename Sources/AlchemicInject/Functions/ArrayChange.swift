import AlchemicCore

/// Releases the previous answers, and then notifies the hosts that follow.
func notify(_ change: consuming Model.ArrayChange, in model: Model) {
  let limit = FollowerSequence.latest
  change.released = []
  TransientRegistry.notifyFollowers(of: change.resolvers, upTo: limit, in: model)
}
