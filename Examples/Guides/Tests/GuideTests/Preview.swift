// Not run here: there is no SwiftUI on Linux.
#if canImport(SwiftUI)
import Alchemic
import SwiftUI

private struct ProfileView: View {
  @Injected var session: Session?
  var body: some View { Text(session?.user ?? "nobody") }

  private final class Session {
    let user: String
    init(user: String) { self.user = user }
  }

  @MainActor static var preview: some View {
    try? Alchemic.withModel {
      $0.register { Session(user: "Ann") }
    } operation: {
      let view = ProfileView()
      _ = view.session  // later there is no model
      return view
    }
  }
}

#Preview { ProfileView.preview }
#endif
