#if Launch
import Alchemic
import AlchemicTestSupport
import AlchemicTesting
import Testing

@testable import AlchemicInject
@testable import AlchemicLaunch

@Suite struct LaunchArgumentTests {
  @Test(
    "L3: launch arguments are found among those of the program",
    arguments: [
      ([], .start, false),
      (["run", "--verbose", "alchemic", "--my-alchemic"], .start, false),
      (["--alchemic-nostart"], .nothing(because: "--alchemic-nostart"), false),
      (["file", "--alchemic-validate", "-x"], .validate(.standard), false),
      (["--alchemic-log"], .start, true),
      (["--alchemic-log", "--alchemic-validate"], .validate(.standard), true),
      (["--alchemic-validate=strict"], .validate(.strict), false),
      (["--alchemic-nostart", "--alchemic-validate"], .validate(.standard), false),
      (["--alchemic-validate", "--alchemic-nostart"], .validate(.standard), false),
    ] as [([String], LaunchArguments.Action, Bool)])
  func arguments(_ arguments: [String], _ action: LaunchArguments.Action, _ logs: Bool) {
    let parsed = LaunchArguments(["program"] + arguments)
    #expect(parsed.action == action)
    #expect(parsed.logs == logs)
    #expect(parsed.others == [])
  }

  @Test(
    "L3, W5: what resembles an argument and is none is left to the tools that a program links",
    arguments: [
      "--alchemic-validate=lax", "--alchemic-graph=dot", "--alchemic-graph", "--alchemic",
      "-alchemic-log", "--Alchemic-validate", "--alchemic-valdate",
    ])
  func others(_ argument: String) {
    #expect(LaunchArguments(["program", argument, "--verbose"]).others == [argument])
    #expect(LaunchArguments(["program", argument, "--alchemic-log"]).others == [argument])
  }

  @Test(
    "L3: an environment variable has the effect of --alchemic-nostart",
    arguments: [
      ("1", true), ("yes", true), ("", false), ("0", false),
    ])
  func variable(_ value: String, _ prevents: Bool) {
    let parsed = LaunchArguments(["program"], noStart: value)
    #expect(parsed.action == (prevents ? .nothing(because: "ALCHEMIC_NOSTART=\(value)") : .start))
  }

  @Test(
    "N5: a variable of the environment stands for each argument",
    arguments: [
      ("ALCHEMIC_VALIDATE=1", .validate(.standard), false),
      ("ALCHEMIC_VALIDATE=strict", .validate(.strict), false),
      ("ALCHEMIC_VALIDATE=0", .start, false), ("ALCHEMIC_LOG=1", .start, true),
      ("ALCHEMIC_LOG=", .start, false), ("ALCHEMIC_PROFILE=a,b", .start, false),
    ] as [(String, LaunchArguments.Action, Bool)])
  func variables(_ variable: String, _ action: LaunchArguments.Action, _ logs: Bool) {
    let parsed = LaunchArguments(["program"] + LaunchVariables([variable]).arguments)
    #expect(parsed.action == action)
    #expect(parsed.logs == logs)
    #expect(parsed.others.isEmpty)
  }

  @Test("N5: a variable is left to the tools that a program links, and ignored if none knows it")
  func otherVariables() {
    let all = LaunchVariables(["ALCHEMIC_GRAPH=html=x", "ALCHEMIC_REPORT=1", "ALCHEMIC_PARTS=none"])
    #expect(
      all.arguments == ["--alchemic-graph=html=x", "--alchemic-report", "--alchemic-parts=none"])
    #expect(all.origin(of: "--alchemic-report") == "ALCHEMIC_REPORT=1")
    #expect(all.origin(of: "--alchemic-log") == nil)
    #expect(LaunchVariables.isKnown(all.arguments[0], among: ["--alchemic-graph=html|dot"]))
    #expect(LaunchVariables.isKnown("--alchemic-log=yes", among: LaunchArguments.known))
    #expect(!LaunchVariables.isKnown(all.arguments[2], among: LaunchArguments.known))
  }

  @Test("L3: an unknown argument is refused with a list of the known ones")
  func refusal() {
    #expect(
      LaunchArguments.refusal(of: "--alchemic-valdate") == """
        Alchemic has no launch argument --alchemic-valdate in this program.
           → use one of these: --alchemic-nostart, --alchemic-validate, \
        --alchemic-validate=strict, --alchemic-profile=NAME, --alchemic-log; others belong to a \
        product that this program does not link
        """)
    #expect(
      LaunchArguments.refusal(of: "--alchemic-x", among: ["--alchemic-y"]) == """
        Alchemic has no launch argument --alchemic-x in this program.
           → use one of these: --alchemic-nostart, --alchemic-validate, \
        --alchemic-validate=strict, --alchemic-profile=NAME, --alchemic-log, --alchemic-y
        """)
  }

  @Test(
    "L3, L2: started() and requests throw an error that names --alchemic-nostart", .alchemicMain)
  func prevented() async throws {
    Lifecycle.main.prevent(by: "--alchemic-nostart")
    let error = await #expect(throws: AlchemicError.self) { try await Alchemic.started() }
    #expect(
      error?.description.contains("but the program was launched with --alchemic-nostart.") == true)
    #expect(problems { _ = try AcGet() as Int }[0].detail == "--alchemic-nostart")
  }
}
#endif
