import Orders
import Synchronization
import Web

/// Where all lines of the process go.
package final class ProcessLog: Sendable {
  private let output: @Sendable (String) -> Void
  private let requests = Atomic(0)

  package init(_ output: @escaping @Sendable (String) -> Void) {
    self.output = output
  }

  package func write(_ line: String) {
    output(line)
  }

  fileprivate func nextRequest() -> Int {
    requests.add(1, ordering: .relaxed).newValue
  }
}

/// The log of one request: each of its lines has the request's id and tenant.
package struct RequestLog: Sendable {
  package let id: String
  package let tenant: String
  private let log: ProcessLog

  package init(request: Request, tenant: Tenant, log: ProcessLog) {
    id = request.message["x-request-id"] ?? "r\(log.nextRequest())"
    (self.tenant, self.log) = (tenant.id, log)
  }

  func write(_ text: String) {
    log.write("[\(id) \(tenant)] \(text)")
  }
}
