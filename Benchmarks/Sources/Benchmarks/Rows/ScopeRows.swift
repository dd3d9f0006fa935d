import AlchemicInject
import Measure
import Operations

/// P15: scopes.
func measureScopeRows(_ bench: Bench) throws {
  guard bench.wants(group: "P15") else { return }
  defer { Alchemic.reset() }
  try Scopes.start()
  for operation in [Scopes.get, Scopes.open] where bench.wants(operation.id) {
    let samples = operation.pair.measure(bench.effort)
    try bench.add(Row(operation.id, operation.name, samples, limit: operation.limit))
  }
}
