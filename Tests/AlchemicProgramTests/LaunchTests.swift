import Foundation
import Testing

/// Launch arguments, in programs that have no code for them.
@Suite struct LaunchTests {
  @Test("L3: --alchemic-nostart: start does nothing, also by the environment")
  func noStart() throws {
    let byArgument = try Program("HelloAlchemic", ["--alchemic-nostart"])
    #expect(
      byArgument.output.contains("but the program was launched with --alchemic-nostart.")
        || byArgument.errors.contains("but the program was launched with --alchemic-nostart."))
    #expect(try Program("BrokenShop", ["--alchemic-nostart"]).output == "started\n")
    let byVariable = try Program("SelfStarting", environment: ["ALCHEMIC_NOSTART": "1"])
    #expect(
      byVariable.output.hasPrefix(
        "[not-started] AcGet was used, but the program was launched with ALCHEMIC_NOSTART=1."))
  }

  @Test("F2: a launch in a profile that no factory is for is an error with the known ones")
  func unknownProfile() throws {
    let validated = try Program(
      "HelloAlchemic", ["--alchemic-validate", "--alchemic-profile=stagging"])
    #expect(validated.exitCode == 1)
    #expect(
      validated.output.hasPrefix("[unknown-profile] No factory is for the profile 'stagging'."))
    let started = try Program("HelloAlchemic", environment: ["ALCHEMIC_PROFILE": "stagging"])
    #expect(started.exitCode != 0)
    #expect(started.errors.contains("needed by   ALCHEMIC_PROFILE=stagging"))
    #expect(try Program("HelloAlchemic", ["--alchemic-profile=debug"]).exitCode == 0)
  }

  @Test("N5: a variable of the environment has the effect of each argument")
  func variables() throws {
    let validated = try Program("HelloAlchemic", environment: ["ALCHEMIC_VALIDATE": "strict"])
    #expect(
      validated.output == (try Program("HelloAlchemic", ["--alchemic-validate=strict"]).output))
    #expect(validated.exitCode == 0)
    let logged = try Program("HelloAlchemic", environment: ["ALCHEMIC_LOG": "1"])
    #expect(logged.errors.contains("alchemic: "))
    #expect(try Program("HelloAlchemic", environment: ["ALCHEMIC_LOG": "0"]).errors == "")
    let refused = try Program("HelloAlchemic", environment: ["ALCHEMIC_VALIDATE": "lax"])
    #expect(refused.exitCode == 2)
    #expect(
      refused.errors.hasPrefix(
        "Alchemic has no launch argument ALCHEMIC_VALIDATE=lax in this program.\n"))
    // Other programs may have the arguments for which these stand.
    let others = ["ALCHEMIC_GRAPH": "html", "ALCHEMIC_PARTS": "none"]
    #expect(try Program("HelloAlchemic", environment: others).exitCode == 0)
  }

  @Test("L3: --alchemic-validate prints the verdict, makes nothing, and exits with 0 or 1")
  func validate() throws {
    for name in ["HelloAlchemic", "SelfStarting"] {
      let sound = try Program(name, ["--alchemic-validate"])
      #expect(
        sound.output
          == "The model is sound: 1 factory, 0 properties, none left to the first injection.\n")
      #expect(sound.exitCode == 0)
    }
    let broken = try Program("BrokenShop", ["--alchemic-validate"])
    #expect(broken.output == (try Program("BrokenShop").output))
    #expect(broken.output.hasPrefix("5 problems in the model\n"))
    #expect(broken.exitCode == 1)
  }

  @Test("V4, V8: warnings are printed with places; a class without one has its module")
  func warnings() throws {
    let large = try Program("Isolation", ["--alchemic-validate"])
    let verdict =
      /The model is sound: [0-9]+ factories, [0-9]+ properties, 2 left to the first injection\.\n/
    #expect(large.output.prefixMatch(of: verdict) != nil)
    #expect(
      large.output.contains(
        """
        warning: [may-be-ambiguous] Only a name or a qualifier finds 'Account', which a property needs.
           needed by   Ledger.needs.account
                       Ledger (IsolationServices.Ledger)
           and by      Vault.account — IsolationServices/Services.swift:53
           • 'account' (Account) — IsolationServices/Services.swift:
        """))
    #expect(large.exitCode == 0)
    let strict = try Program("Isolation", ["--alchemic-validate=strict"])
    #expect(
      strict.output.hasPrefix("[may-be-ambiguous] Only a name or a qualifier finds 'Account'"))
    #expect(strict.exitCode == 1)
  }

  @Test("L3: --alchemic-log writes the events to standard error, and the program does its work")
  func log() throws {
    let program = try Program("HelloAlchemic", ["--alchemic-log"])
    #expect(program.output == "hello from a class that nobody mentions\n")
    #expect(program.errors.contains("alchemic: created 'Greeter' in "))
    #expect(program.errors.contains("alchemic: started in "))
  }

  /// Arguments of Treasury for a file with the rates of two days.
  private static let twoDays: [String] = {
    let file = URL.temporaryDirectory.appending(component: "alchemic-two-days.csv")
    try? Data("Date,USD,\n2020-01-03,1.1147,\n2020-01-02,1.1193,\n".utf8).write(to: file)
    return [file.path, "--wallets", "1"]
  }()

  @Test("W4: --alchemic-report writes the report of the start to standard error")
  func report() throws {
    let program = try Program("Treasury", ["--alchemic-report"] + Self.twoDays)
    #expect(program.errors.hasPrefix("Alchemic started in "))
    #expect(program.errors.contains("\nvalidation "))
    #expect(program.errors.contains("TreasuryKit/Rules.swift:"))
    #expect(program.errors.contains("critical path: "))
    #expect(program.exitCode == 0)
  }

  @Test("W4: --alchemic-trace writes a trace of the start, which replaces the contents of the file")
  func trace() throws {
    let file = URL.temporaryDirectory.appending(component: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(count: 1_000_000).write(to: file)
    let program = try Program(
      "Treasury", ["--alchemic-trace=\(file.path)", "--alchemic-report"] + Self.twoDays)
    #expect(program.errors.hasPrefix("Alchemic started in "))
    let events = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]]
    #expect(events?.contains { $0["name"] as? String == "CSVFeed" } == true)
  }

  @Test("W4: --alchemic-page writes a page with the times of the start, and each file is written")
  func page() throws {
    let files = (0..<2).map { _ in URL.temporaryDirectory.appending(component: "\(UUID()).html") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let arguments = files.map { "--alchemic-page=\($0.path)" }
    let program = try Program("Treasury", arguments + Self.twoDays)
    #expect(program.exitCode == 0)
    #expect(!program.output.isEmpty)
    for file in files {
      let page = try String(contentsOf: file, encoding: .utf8)
      #expect(page.hasPrefix("<!doctype html>"))
      #expect(page.contains("Alchemic started in "))
      #expect(page.contains("<button id=\"start\""))
    }
  }

  @Test(
    "W4: a file that cannot be written ends the program with the reason",
    arguments: [
      ("/nonexistent/x.json", "No such file or directory"), ("/", "Is a directory"),
      ("", "No such file or directory"),
    ], ["trace", "page"])
  func fileRefused(_ file: (path: String, reason: String), _ kind: String) throws {
    let program = try Program("Treasury", ["--alchemic-\(kind)=\(file.path)"])
    #expect(program.exitCode == 2)
    #expect(program.output == "")
    #expect(
      program.errors == "Alchemic cannot write the \(kind) '\(file.path)': \(file.reason)\n")
  }

  @Test("W4: the page of a start that fails before it has a model is not written")
  func pageOfFailure() throws {
    let file = URL.temporaryDirectory.appending(component: "\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try Program("BrokenShop", ["--alchemic-page=\(file.path)"])
    #expect(program.errors.contains("': the start failed before it had a model\n"))
    #expect(try Data(contentsOf: file).isEmpty)
  }

  #if os(Linux)
  @Test("W4: a trace for which the disk has no room is reported, and the program goes on")
  func fullDisk() throws {
    let program = try Program("Treasury", ["--alchemic-trace=/dev/full"] + Self.twoDays)
    #expect(program.errors.contains("'/dev/full': No space left on device\n"))
    #expect(!program.output.isEmpty)
    #expect(program.exitCode == 0)
  }
  #endif

  #if os(Linux)
  @Test(
    "W5: an answer that cannot be written ends the program with 2 and the reason",
    arguments: ["--alchemic-graph=html", "--alchemic-explain=Wallet", "--alchemic-validate"])
  func fullOutput(_ argument: String) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let program = try Program("Treasury", [argument], writingTo: full)
    #expect(program.exitCode == 2)
    #expect(program.errors == "Alchemic cannot write its answer: No space left on device\n")
  }
  #endif

  @Test(
    "W4: a program without AlchemicTools has neither argument",
    arguments: ["--alchemic-report", "--alchemic-trace=x.json"])
  func notLinked(_ argument: String) throws {
    let program = try Program("HelloAlchemic", [argument])
    #expect(program.exitCode == 2)
    #expect(
      program.errors.hasPrefix("Alchemic has no launch argument \(argument) in this program.\n"))
  }

  @Test("L3: an unknown argument ends the program with a list of the known ones")
  func unknown() throws {
    let program = try Program("HelloAlchemic", ["--alchemic-valdate"])
    #expect(program.exitCode == 2)
    #expect(program.output == "")
    #expect(program.errors.contains("Alchemic has no launch argument --alchemic-valdate"))
  }

  @Test("L2: a program that links AlchemicAutostart starts by itself; requests wait for it")
  func autostart() throws {
    for _ in 0..<20 {
      let program = try Program("SelfStarting")
      #expect(program.output == "hello from a program that starts by itself\nready\nstarted\n")
    }
  }

  @Test("L2: the error of an automatic start is printed, and thrown by started()")
  func autostartFails() throws {
    let program = try Program("SelfStarting", ["broken"])
    #expect(program.output.hasPrefix("[creation-failed] Creating 'number' failed.\n"))
    #expect(program.output.contains("because     out of order"))
    let headline = "Alchemic could not start:\n[creation-failed] Creating 'number' failed.\n"
    #expect(program.errors.hasPrefix(headline))
  }

  @Test("L1, L2: a second start in the program throws an error that names AlchemicAutostart")
  func autostartAndStart() throws {
    #expect(
      try Program("SelfStarting", ["start"]).output == """
        [started-twice] Alchemic.start() was called, but AlchemicAutostart started Alchemic when the program was loaded.
           → remove the call, or do not link AlchemicAutostart

        """)
  }
}
