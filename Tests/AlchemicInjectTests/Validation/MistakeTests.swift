import AlchemicInject
import AlchemicTestSupport
import Testing

/// Mistakes that users make, put into sound models.
@Suite struct MistakeTests {
  private func isOf(_ mistake: Mistake, _ problem: Problem) -> Bool {
    problem.id == mistake.id
      && (problem.path + problem.alsoNeededBy).map(\.subject).contains(mistake.culprit)
      || problem.id == mistake.id
        && ([problem.subject] + problem.candidates.map(\.name)).contains {
          $0 == mistake.culprit || $0.hasPrefix(mistake.culprit + ".")
        }
  }

  @Test(
    "V3, V6: strict validation names each mistake, and the remedy removes it",
    arguments: Mistake.all)
  func alone(_ mistake: Mistake) throws {
    let found = problems { _ = try makeModel(.strict, mistake.wrong) }
    #expect(found.contains { isOf(mistake, $0) }, "\(found.map(\.description))")
    for problem in found where isOf(mistake, problem) {
      let text = problem.description
      #expect(text.contains("Mistake+"), "\(text)")
      #expect(text.contains("\n   → "), "\(text)")
    }
    let left = problems { _ = try makeModel(.strict, mistake.right) }
    #expect(left.isEmpty, "\(left.map(\.description))")
  }

  @Test("V1, V3, V5: strict validation names all mistakes of one model together, and makes nothing")
  func together() throws {
    #expect(Mistake.all.count >= 60)
    let made = Counter()
    let found = problems {
      _ = try makeModel(.strict) { model in
        Mistake.all.forEach { $0.wrong(model) }
        model.register { made.increment() }
      }
    }
    for mistake in Mistake.all {
      #expect(found.contains { isOf(mistake, $0) }, "\(mistake)")
    }
    #expect(made.value == 0)
  }
}
