import AlchemicRuntime
import AlchemicCore

/// What a task carries instead of the main model, with all tasks that it starts.
@usableFromInline
package final class ModelScope: Sendable {
  let model: Model
  let resolvers: PublishedResolvers

  init(_ model: Model) {
    self.model = model
    resolvers = model.resolvers.published
    CurrentModel.begin(self)
  }

  deinit { CurrentModel.endScope() }
}
