import Alchemic
import Foundation
import Orders
import Shop
import Web

/// Serves the shop over HTTP, or checks or measures this with clients in the same process.
@main struct Program {
  static func main() async {
    do {
      let arguments = CommandLine.arguments
      let requests = value(after: "--requests")
      let comparison = Comparison(
        requests: requests ?? 20_000, writing: .microseconds(value(after: "--writing") ?? 0))
      if arguments.contains("--serve") {
        try await serve(on: UInt16(value(after: "--port") ?? 8080))
      } else if arguments.contains("--compare") {
        try await comparison.run()
      } else if arguments.contains("--by-hand") {
        try await comparison.runByHand()
      } else {
        try await Check.run(requests ?? 4_000)
      }
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Serves until SIGTERM or Control-C.
  private static func serve(on port: UInt16) async throws {
    let server = try Server(port: port, Shop.handler)
    try await Alchemic.run(.strict) { model in
      model.register(.primary) { ProcessLog { print($0) } }
    } operation: {
      print("http://127.0.0.1:\(server.port)/acme/orders")
      await server.run()
    }
  }

  private static func value(after name: String) -> Int? {
    CommandLine.arguments.drop { $0 != name }.dropFirst().first.flatMap { Int($0) }
  }
}
