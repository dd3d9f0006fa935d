#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Foundation
import Testing

/// Six mistakes in each feature: the message tells the remedy, and the remedy mends them.
@Suite struct FeatureMistakeTests {
  @Test(
    "V6: each mistake has its problem and its advice, which mends it", arguments: FeatureMistake.all
  )
  func mistakes(_ mistake: FeatureMistake) async throws {
    let found = await problems { try await mistake.wrong() }
    #expect(found.map(\.id) == [mistake.id])
    #expect(
      found.first?.description.components(separatedBy: "→ ").last?.contains(mistake.advice) == true)
    let left = await problems { try await mistake.right() }
    #expect(left.isEmpty, "\(left.map(\.description))")
  }
}
#endif
