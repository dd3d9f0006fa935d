import FuzzInput

/// How often what happened.
@MainActor public var summary: String { Runner.statistics.summary }
@MainActor public var operationCount: Int { Runner.statistics.operations }

/// Runs one program. At a difference, prints the shortest program that shows one.
///
/// - Returns: Whether the library and the reference agree.
@MainActor
public func run(seed: UInt64) async -> Bool {
  let program = Program(seed: seed)
  guard let difference = await Runner.run(program) else { return true }
  print("Seed \(seed): \(difference.text)")
  if program.operations.indices.contains(difference.step - 1) {
    print("After: \(program.operations[difference.step - 1])")
  }
  let (short, last) = await shortened(program, difference)
  print("Shortest program: \(last.text)")
  for operation in short.operations { print("  \(operation)") }
  return false
}

/// Leaves out operations, declarations and needs, as long as a difference remains.
@MainActor
private func shortened(
  _ program: Program, _ first: Difference
) async -> (program: Program, difference: Difference) {
  var (best, difference) = (program, first)
  if first.step < best.operations.count {
    let cut = Program(Array(best.operations.prefix(first.step)))
    if let found = await Runner.run(cut), found.kind == first.kind {
      (best, difference) = (cut, found)
    }
  }
  var isShorter = true
  while isShorter {
    isShorter = false
    var size = max(best.operations.count / 2, 1)
    while size >= 1 {
      var start = 0
      while start < best.operations.count {
        var operations = best.operations
        operations.removeSubrange(start..<min(start + size, operations.count))
        if let found = await Runner.run(Program(operations)), found.kind == first.kind {
          (best, difference, isShorter) = (Program(operations), found, true)
        } else {
          start += size
        }
      }
      size /= 2
    }
    for index in best.operations.indices {
      for variant in best.operations[index].smaller {
        var operations = best.operations
        operations[index] = variant
        guard let found = await Runner.run(Program(operations)), found.kind == first.kind
        else { continue }
        (best, difference, isShorter) = (Program(operations), found, true)
        break
      }
    }
  }
  return (best, difference)
}

extension Operation {
  /// The same operation with a smaller plan, or with a scope that nothing keeps open.
  fileprivate var smaller: [Operation] {
    switch self {
    case .start(let plan): plan.smaller.map { .start($0) }
    case .discover(let plan): plan.smaller.map { .discover($0) }
    case .child(let plan, let shares): plan.smaller.map { .child($0, shares: shares) }
    case .keyed(let kind, _): [.scope(kind)]
    case .enter: scopeKinds.indices.map { .scope($0) }
    default: []
    }
  }
}

extension Plan {
  fileprivate var smaller: [Plan] {
    var plans: [Plan] = []
    for index in registrations.indices {
      var plan = self
      plan.registrations.remove(at: index)
      plans.append(plan)
      plan = self
      plan.registrations[index].rank = .plain
      if registrations[index].rank != .plain { plans.append(plan) }
      plan = self
      plan.registrations[index].profile = nil
      if registrations[index].profile != nil { plans.append(plan) }
      for need in registrations[index].needs.indices {
        plan = self
        plan.registrations[index].needs.remove(at: need)
        plans.append(plan)
      }
    }
    for index in decorators.indices {
      var plan = self
      plan.decorators.remove(at: index)
      plans.append(plan)
    }
    return plans
  }
}
