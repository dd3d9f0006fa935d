#if Suggestions && Scopes && Waiting
import Alchemic
import AlchemicTestSupport
import AlchemicTesting

private enum Visit: AlchemicScope {}
private protocol Export: AnyObject {}
private final class Pages: Export {}
private final class Sheet: Export {}
private final class Report { var export: (any Export)? }

extension FeatureMistake {
  static let foreignClasses: [FeatureMistake] = [
    .model(
      "a class is filled that nothing creates", .nothingDecorated,
      "register a factory whose product is Report"
    ) {
      $0.inject(Report.self) { (report, pages: Pages) in report.export = pages }
      $0.register(Pages.init)
    } right: {
      $0.inject(Report.self) { (report, pages: Pages) in report.export = pages }
      $0.register(Pages.init)
      $0.register(Report.init)
    },
    .model("a class is filled with what nothing makes", .noMatch, "which conform to Export") {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.init)
    } right: {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.init)
      $0.register(Pages.init)
    },
    .model("a class is filled with one of several", .severalMatches, "mark one with .primary") {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.init)
      $0.register(Pages.init)
      $0.register(Sheet.init)
    } right: {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.init)
      $0.register(Pages.init, .primary)
      $0.register(Sheet.init)
    },
    .model(
      "a class is filled with an object of a scope", .captiveDependency, "Provider<any Export>"
    ) {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.init)
      $0.register(Pages.init, .scope(Visit.self))
    } right: {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.init, .scope(Visit.self))
      $0.register(Pages.init, .scope(Visit.self))
    },
    .model("a class is declared twice", .duplicateName, "remove one") {
      $0.declare(Report.self) { AcInitializer($0, Report.init) }
      $0.declare(Report.self) { AcInitializer($0, Report.init) }
    } right: {
      $0.declare(Report.self) { AcInitializer($0, Report.init) }
    },
    .model(
      "a class is declared without an initializer", .notMakeable, "AcInitializer(of, Report.init)"
    ) {
      $0.declare(Report.self) { AcRegister($0, .lazy) }
    } right: {
      $0.declare(Report.self) { of in
        AcInitializer(of, Report.init)
        AcRegister(of, .lazy)
      }
    },
    .model("two initializers of one class", .optionConflict, "keep only one") {
      $0.declare(Report.self) { of in
        AcInitializer(of, Report.init)
        AcInitializer(of, Report.init)
      }
    } right: {
      $0.declare(Report.self) { of in AcInitializer(of, Report.init) }
    },
    .model("a reference is filled", .nothingDecorated, "before AcSet stores it") {
      $0.inject(Report.self) { (report, it: any Export) in report.export = it }
      $0.register(Report.self, .reference)
      $0.register(Pages.init)
    } right: {
      $0.register(Report.self, .reference)
      $0.register(Pages.init)
    },
  ]
}
#endif
