import Alchemic

// A qualifier is a type: a misspelt one does not compile, and the start checks all of them before
// it creates an object. A test replaces a value by a primary with the same qualifier.

/// How many orders are handled at once.
package enum Workers: AcQualifier {}

/// How many connections the pool opens.
package enum PoolSize: AcQualifier {}

/// Where the database is.
package enum DatabaseAddress: AcQualifier {}

/// How long a connection takes for a row.
package enum WritingTime: AcQualifier {}

/// The pieces of each item in the morning.
package enum MorningStock: AcQualifier {}

/// After how many orders the status board has a new line.
package enum StatusInterval: AcQualifier {}

final class Configuration: AlchemicConfig {
  static func configureAlchemic(_ model: ModelBuilder) {
    model.register(.qualifier(Workers.self)) { 8 }
    model.register(.qualifier(PoolSize.self)) { 4 }
    model.register(.qualifier(DatabaseAddress.self)) { "orders://localhost" }
    model.register(.qualifier(WritingTime.self)) { Duration.microseconds(500) }
    model.register(.qualifier(MorningStock.self)) { ["apple": 300, "pear": 200, "plum": 100] }
    model.register(.qualifier(StatusInterval.self)) { 250 }
  }
}
