import AlchemicTestSupport
import Testing

@testable import AlchemicCore
@testable import AlchemicRuntime

private final class OwnAspect: AlchemicAspect {}

@Suite struct NothingFoundTests {
  /// The warnings of a model that has the findings of a scan and further registrations.
  private func warnings(
    of findings: Discovery.Findings?, _ register: (ModelBuilder) -> Void = { _ in }
  ) throws -> [ProblemID] {
    let builder = ModelBuilder()
    findings.map { builder.add($0) }
    register(builder)
    return try builder.build(injector: nil).warnings.map(\.id)
  }

  /// The aspects in the loaded images that meet a condition.
  private func aspects(where isWanted: (ContextDescriptor) -> Bool) -> Discovery.Findings {
    let aspect = ContextDescriptor(ofProtocol: (any AlchemicAspect).self)
    let findings = Discovery.Findings()
    forEachConformanceRecord { record in
      if record.protocolDescriptor == aspect, let type = record.typeDescriptor, isWanted(type) {
        findings.aspects.append(FoundType(descriptor: type, record: record))
      }
    }
    return findings
  }

  @Test("R1: a start that finds nothing, and for which nothing is registered, gives a warning")
  func warns() throws {
    #expect(try warnings(of: Discovery.Findings()) == [.nothingDeclared])
  }

  @Test("R1: the warning of an empty model names the likely cause, and the flags of each linker")
  func text() {
    #expect(
      Problem(.nothingDeclared, "Alchemic").description == """
        [nothing-declared] No managed class and no configuration was discovered, and nothing was registered.
           → let a class conform to AlchemicCreatable, or register a function; a linker leaves out \
        the classes of a static library to which no code refers: link all of the library with '-Xlinker --whole-archive -Xlinker libName.a -Xlinker --no-whole-archive', on \
        Apple's platforms with '-Xlinker -force_load -Xlinker libName.a'
        """)
  }

  @Test("there is no warning without a scan, or with a registration, an aspect or a found class")
  func doesNotWarn() throws {
    #expect(try warnings(of: nil).isEmpty)
    #expect(try warnings(of: Discovery.Findings()) { $0.register { "EUR" } }.isEmpty)
    #expect(try warnings(of: aspects { $0.name == "OwnAspect" }).isEmpty)
    #expect(
      try warnings(
        of: Discovery.scan(
          configurations: (any AlchemicConfig).self, aspects: (any AlchemicAspect).self)
      ).allSatisfy { $0 != .nothingDeclared })
  }

  @Test("Alchemic's own aspects do not count as declarations of the program")
  func ownAspects() {
    let ours = aspects { $0.isOfAlchemic }
    #expect(ours.isEmpty)
    #expect(!aspects { $0.name == "OwnAspect" }.isEmpty)
    #expect(
      !Discovery.scan(configurations: (any AlchemicConfig).self, aspects: (any AlchemicAspect).self)
        .isEmpty)
  }
}
