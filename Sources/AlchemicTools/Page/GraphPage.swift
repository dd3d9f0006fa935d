import AlchemicCore

/// A page of HTML that draws a graph and explains each need. It contains all its parts, and its
/// policy forbids every request to a server.
///
/// The layout is computed here, so the page shows the drawing without its script. The script moves
/// and searches the drawing, and shows details.
struct GraphPage {
  private let views: PageViews
  private let problems: [PageData.ShownProblem]
  private let times: PageTimes?

  /// - Parameter times: The times of a start, if the page shows them.
  init(of graph: ModelGraph, times: PageTimes? = nil) {
    self.times = times
    views = PageViews(of: graph, slowest: times?.slowest ?? [:])
    let places = NodePlaces(of: graph)
    problems = graph.problems.prefix(PageData.mostProblems).map { problem in
      PageData.ShownProblem(
        headline: problem.headline, message: "\(problem)", nodes: places.nodes(of: problem))
    }
  }

  private var graph: ModelGraph { views.graph }

  /// The page.
  ///
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges, without the layout.
  var html: String {
    var text = ""
    writeHead(to: &text)
    text += "<body data-overview=\"\(views.hasOverview)\">\n"
    writeHeader(to: &text)
    writeProblems(to: &text)
    text += "<div id=\"middle\">\n"
    writeSide(to: &text)
    text += "<main id=\"stage\" aria-label=\"Drawing of the factories\">\n"
    if graph.nodes.isEmpty {
      text += "<p class=\"empty\">The model has no factories.</p>\n"
    } else {
      views.home.write(as: "home", title: title, to: &text)
    }
    text += "</main>\n<aside id=\"panel\" aria-label=\"Details\" tabindex=\"-1\" hidden></aside>\n"
    text += "</div>\n"
    if views.hasOverview {
      for (number, group) in views.groups.groups.enumerated() {
        text += "<template id=\"view-\(number)\">"
        views.view(ofGroup: number).write(as: "\(number)", title: group.name, to: &text)
        text += "</template>\n"
      }
    }
    text += "<script type=\"application/json\" id=\"data\">\n"
    var data = PageData(of: views, problems: problems, times: times)
    data.write(to: &text)
    text += "\n</script>\n<script>\n\(PageScript.text)</script>\n</body>\n</html>\n"
    return text
  }

  /// The modules with the most factories, and the number of all modules.
  private var title: String {
    let modules = zip(views.texts.moduleNames, views.texts.moduleCounts).sorted { $0.1 > $1.1 }
    let names = modules.prefix(2).map(\.0) + (modules.count > 2 ? ["…"] : [])
    return (names.isEmpty ? "Empty model" : names.joined(separator: ", "))
  }

  private var summary: String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    let modules = views.texts.moduleNames.count
    return [
      count(graph.nodes.count, "factory", "factories"), count(graph.edges.count, "need", "needs"),
      count(modules, "module", "modules"),
    ].joined(separator: " · ")
  }

  private func writeHead(to text: inout String) {
    text += """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.inMarkup): \(summary)</title>
      <style>
      \(PageStyle.text)</style>
      </head>

      """
  }

  private func writeHeader(to text: inout String) {
    text += """
      <header>
      <div class="title"><h1>\(title.inMarkup)</h1><p>\(summary)</p></div>
      <nav id="crumbs" aria-label="Views"></nav>
      <div class="search" role="search">
      <input id="search" type="search" placeholder="Search name, type, module  ( / )" \
      aria-label="Search factories" aria-controls="hits" autocomplete="off" spellcheck="false">
      <div id="hits" aria-label="Found factories" hidden></div>
      </div>
      <div class="tools" role="toolbar" aria-label="Drawing">
      \(times == nil ? "" : Self.startButton)<button id="zoom-out" title="Smaller ( - )" aria-label="Smaller">−</button>
      <button id="zoom-in" title="Larger ( + )" aria-label="Larger">+</button>
      <button id="fit" title="Show all ( 0 )">Fit</button>
      <button id="theme" title="Switch between light and dark">Dark</button>
      </div>
      </header>

      """
  }

  private static let startButton =
    "<button id=\"start\" title=\"What the start took\">Start</button>\n"

  private func writeProblems(to text: inout String) {
    guard !graph.problems.isEmpty else { return }
    let count = graph.problems.count
    text += "<details id=\"problems\" open><summary>⚠ \(count) "
    text += count == 1 ? "problem" : "problems"
    text += " in the model</summary>\n<ol>\n"
    for problem in problems {
      text += "<li><pre>\(problem.message.inMarkup)</pre>"
      for node in problem.nodes.prefix(20) {
        text += " <a class=\"jump\" href=\"#n\(node)\">\(views.texts.names[node].inMarkup)</a>"
      }
      text += "</li>\n"
    }
    text += "</ol>\n"
    if count > problems.count { text += "<p>… and \(count - problems.count) more</p>\n" }
    text += "</details>\n"
  }

  private func writeSide(to text: inout String) {
    text += "<aside id=\"side\" aria-label=\"Filters and legend\">\n"
    text += "<h2>Modules</h2>\n<ul class=\"filters\" id=\"modules\">\n"
    for (number, name) in views.texts.moduleNames.enumerated() {
      text += "<li><label><input type=\"checkbox\" checked value=\"\(number)\">"
      text += "<i class=\"swatch \(NodeTexts.colour(ofModule: number))\"></i>"
      text += "<span>\(name.inMarkup)</span><b>\(views.texts.moduleCounts[number])</b>"
      text += "</label></li>\n"
    }
    text += "</ul>\n<h2>Lifetimes</h2>\n<ul class=\"filters\" id=\"lifetimes\">\n"
    for lifetime in [Lifetime.singleton, .template, .reference] {
      let count = graph.nodes.count { $0.factory.lifetime == lifetime }
      text += "<li><label><input type=\"checkbox\" checked value=\"\(lifetime)\">"
      text += "<span>\(lifetime)</span><b>\(count)</b></label></li>\n"
    }
    text += "</ul>\n"
    PageLegend.write(hasGroups: views.hasOverview, to: &text)
    text += """
      <h2>Keys</h2>
      <p class="keys"><kbd>/</kbd> search · <kbd>Tab</kbd> and arrows move · <kbd>Enter</kbd> opens
      · <kbd>Esc</kbd> closes · <kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd> zoom</p>
      <svg class="definitions" aria-hidden="true"><defs>
      <marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" \
      markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 1L9 5L0 9z"/></marker>
      <marker id="ring" viewBox="0 0 10 10" refX="0" refY="5" markerWidth="9" markerHeight="9" \
      markerUnits="userSpaceOnUse" orient="auto"><circle class="ring" cx="5" cy="5" r="4"/></marker>
      </defs></svg>
      </aside>

      """
  }
}
