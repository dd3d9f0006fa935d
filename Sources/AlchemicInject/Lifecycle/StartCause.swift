/// Who began a start.
package enum StartCause: Sendable {
  /// The program's own code.
  case program
  /// `AlchemicAutostart`, when the program was loaded.
  case load

  /// What a message says of it.
  var detail: String {
    switch self {
    case .program: ""
    case .load: "AlchemicAutostart"
    }
  }
}
