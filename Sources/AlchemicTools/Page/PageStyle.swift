/// The styles of the page.
enum PageStyle {
  static let text = colours + page + drawing + panel + print

  /// Each colour has a value for light and one for dark.
  private static let colours = """
    :root {
      color-scheme: light dark;
      --page: light-dark(#f6f7f9, #14161a);
      --card: light-dark(#ffffff, #1c1f25);
      --text: light-dark(#1b1f26, #e6e9ee);
      --quiet: light-dark(#586170, #9aa4b2);
      --edge: light-dark(#d9dde3, #343a44);
      --line: light-dark(#6b7585, #8b95a5);
      --accent: light-dark(#1257c4, #7fb2ff);
      --alarm: light-dark(#c2181f, #ff7a76);
      --c: var(--line);
    }
    .c0 { --c: light-dark(#2563c9, #6ea4ff); }
    .c1 { --c: light-dark(#b4540a, #f0a060); }
    .c2 { --c: light-dark(#1a7f4b, #5fcf95); }
    .c3 { --c: light-dark(#8b3fb5, #cf92f0); }
    .c4 { --c: light-dark(#0f7f8c, #58c8d4); }
    .c5 { --c: light-dark(#a3324f, #f08aa4); }
    .c6 { --c: light-dark(#6a6f12, #c7cc62); }
    .c7 { --c: light-dark(#4a4fc4, #9fa4ff); }
    .c8 { --c: light-dark(#8a5a3c, #d3a585); }
    .c9 { --c: light-dark(#2f7a1f, #8fd67d); }
    .c10 { --c: light-dark(#b03a92, #f08fd6); }
    .c11 { --c: light-dark(#4b6278, #9db6cf); }

    """

  private static let page = """
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; background: var(--page); color: var(--text);
      font: 14px/1.45 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", Arimo,
        "DejaVu Sans Condensed", sans-serif;
    }
    header {
      display: flex; flex-wrap: wrap; align-items: center; gap: 8px 18px; padding: 8px 16px;
      background: var(--card); border-bottom: 1px solid var(--edge);
    }
    .title { max-width: 40vw; }
    h1 { margin: 0; font-size: 17px; overflow-wrap: anywhere; }
    .title p { margin: 0; color: var(--quiet); font-size: 12px; }
    h2 {
      margin: 14px 0 4px; font-size: 11px; letter-spacing: .06em; text-transform: uppercase;
      color: var(--quiet);
    }
    #crumbs { display: flex; gap: 6px; align-items: center; }
    .search { position: relative; flex: 1; min-width: 220px; max-width: 420px; margin-left: auto; }
    #search {
      width: 100%; padding: 7px 10px; font: inherit; color: inherit; background: var(--page);
      border: 1px solid var(--edge); border-radius: 6px;
    }
    #hits {
      position: absolute; z-index: 3; top: 100%; left: 0; right: 0; max-height: 60vh;
      overflow: auto; margin-top: 4px; padding: 4px; background: var(--card);
      border: 1px solid var(--edge); border-radius: 6px; box-shadow: 0 6px 24px rgb(0 0 0 / .2);
    }
    #hits a { display: block; padding: 4px 8px; border-radius: 4px; text-decoration: none; }
    #hits a:hover, #hits a:focus { background: var(--page); }
    #hits small, #hits p { display: block; margin: 0; color: var(--quiet); font-size: 12px; }
    #hits p { padding: 4px 8px; }
    .tools { display: flex; gap: 4px; }
    button {
      min-width: 34px; padding: 6px 10px; font: inherit; color: inherit; background: var(--page);
      border: 1px solid var(--edge); border-radius: 6px; cursor: pointer;
    }
    button:hover { border-color: var(--accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
    a { color: var(--accent); }
    #problems {
      max-height: 32vh; overflow: auto; padding: 8px 16px; background: var(--card);
      border-bottom: 2px solid var(--alarm);
    }
    #problems summary { color: var(--alarm); font-weight: 600; cursor: pointer; }
    #problems ol { margin: 6px 0; padding-left: 24px; }
    pre {
      margin: 0; white-space: pre-wrap; overflow-wrap: anywhere;
      font: 12px/1.5 ui-monospace, Menlo, Consolas, "Liberation Mono", monospace;
    }
    #middle { flex: 1; display: flex; min-height: 0; }
    #side {
      width: 250px; flex: none; overflow: auto; padding: 0 14px 14px; font-size: 13px;
      background: var(--card); border-right: 1px solid var(--edge);
    }
    #side ul { margin: 0; padding: 0; list-style: none; }
    .filters label { display: flex; align-items: center; gap: 6px; padding: 2px 0; cursor: pointer; }
    .filters span { flex: 1; overflow-wrap: anywhere; }
    .filters b { color: var(--quiet); font-weight: 400; font-size: 12px; }
    .filters input { margin: 0; accent-color: var(--accent); }
    .swatch {
      width: 12px; height: 12px; flex: none; border-radius: 3px; border: 2px solid var(--c);
      background: color-mix(in srgb, var(--c) 30%, var(--card));
    }
    .legend li { display: flex; align-items: center; gap: 8px; padding: 0; font-size: 12px; }
    .legend svg { width: 50px; height: 25px; flex: none; }
    .keys { margin: 0; font-size: 12px; line-height: 1.9; color: var(--quiet); }
    kbd {
      padding: 1px 5px; font: inherit; color: var(--text); background: var(--page);
      border: 1px solid var(--edge); border-radius: 4px;
    }
    .definitions { position: absolute; width: 0; height: 0; }
    #stage { position: relative; flex: 1; min-width: 0; overflow: hidden; }
    .empty { padding: 40px; text-align: center; color: var(--quiet); font-size: 16px; }

    """

  private static let drawing = """
    .view { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none; }
    .view.panning { cursor: grabbing; }
    .box { cursor: pointer; outline: none; }
    .outline, .inner {
      fill: color-mix(in srgb, var(--c) 9%, var(--card)); stroke: var(--c); stroke-width: 1.4;
    }
    .inner { fill: none; stroke-width: 1; }
    .reference .outline { stroke-dasharray: 5 4; }
    .transient .outline { stroke-width: 3.6; }
    .portal .outline { stroke-dasharray: 2 3; }
    .crowd .outline { fill: var(--card); }
    .overridden { opacity: .6; }
    .slow .badge:last-of-type { font-weight: 700; fill: var(--text); }
    .flawed .outline, .flawed .inner { stroke: var(--alarm); }
    .flawed .outline { stroke-width: 2.4; }
    .alarm { fill: var(--alarm); stroke: var(--card); stroke-width: 1; }
    .alarm-sign { font-size: 10px; font-weight: 700; fill: var(--card); text-anchor: middle; }
    .box .name, .box .type, .box .module, .badge {
      text-anchor: middle; fill: var(--text); pointer-events: none;
    }
    .box .name { font-size: 13px; font-weight: 600; }
    .box .type { font-size: 11px; fill: var(--quiet); }
    .box .module { font-size: 11px; fill: var(--c); }
    .box.group .name { font-size: 20px; }
    .box.group .type { font-size: 15px; }
    .pill { fill: var(--card); stroke: var(--edge); }
    .badge { font-size: 9.5px; fill: var(--quiet); }
    .box:hover .outline { fill: color-mix(in srgb, var(--c) 20%, var(--card)); }
    .box:focus-visible .outline { stroke: var(--accent); stroke-width: 4; }
    .line { fill: none; stroke: var(--line); stroke-width: 1.2; marker-end: url(#tip); }
    .tip { fill: var(--line); fill: context-stroke; }
    .ring { fill: var(--card); stroke: var(--line); stroke-width: 1.6; }
    .property .line { stroke-dasharray: 6 4; }
    .property.follows .line { stroke-dasharray: 11 3 2 3; stroke-width: 1.8; }
    .provider .line { stroke-dasharray: 1.5 3.5; stroke-width: 2; }
    .wrapped .line { stroke-width: 3; }
    .owner .line { marker-start: url(#ring); }
    .wide .line { stroke-width: 2; }
    .widest .line { stroke-width: 3; }
    .hit { fill: none; stroke: transparent; stroke-width: 12; cursor: pointer; }
    .label {
      font-size: 11px; text-anchor: middle; fill: var(--text); stroke: var(--page); stroke-width: 4;
      paint-order: stroke; cursor: pointer;
    }
    .between .label { font-size: 15px; }
    .crowded { visibility: hidden; }
    .between .crowded, .arrow:hover .crowded, .arrow.on .crowded { visibility: visible; }
    .arrow:hover .line, .arrow.on .line { stroke: var(--accent); }
    .selecting .box:not(.on), .searching .box:not(.hit-box) { opacity: .22; }
    .selecting .arrow:not(.on), .searching .arrow { opacity: .12; }
    .searching .hit-box .outline { stroke-width: 3.4; }
    .chosen .outline { fill: color-mix(in srgb, var(--accent) 18%, var(--card)); }
    .chosen .outline { stroke-width: 3.4; }
    .filtered { display: none; }

    """

  private static let panel = """
    #panel {
      width: 380px; max-width: 45vw; flex: none; overflow: auto; padding: 14px 18px;
      background: var(--card); border-left: 1px solid var(--edge); overflow-wrap: anywhere;
    }
    #panel .close { float: right; }
    #panel h3 { margin: 0 0 10px; font-size: 17px; }
    #panel dl { display: grid; grid-template-columns: 78px 1fr; gap: 3px 10px; margin: 0; }
    #panel dt { color: var(--quiet); }
    #panel dd { margin: 0; }
    #panel ul { margin: 0; padding: 0; list-style: none; }
    #panel .entry { padding: 8px 0; border-top: 1px solid var(--edge); }
    #panel .need { font-weight: 600; }
    #panel .verdict { padding-left: 20px; text-indent: -16px; font-size: 13px; }
    #panel .excluded, #panel .note { color: var(--quiet); }
    #panel .note { font-size: 12.5px; }
    #panel .problem { color: var(--alarm); }
    #panel .effect {
      display: inline-block; margin-left: 6px; padding: 0 6px; font-size: 11.5px;
      border: 1px solid var(--edge); border-radius: 9px; color: var(--quiet);
    }
    bdi { unicode-bidi: isolate; }

    """

  private static let print = """
    @media print {
      :root { color-scheme: light !important; --page: #fff; --card: #fff; }
      html, body { height: auto; background: #fff; }
      .search, .tools, #crumbs, #panel, .keys, h2:has(+ .keys) { display: none; }
      h2 { break-after: avoid; }
      #middle { display: block; }
      #side { width: auto; border: 0; columns: 3; }
      #stage { overflow: visible; }
      #problems { max-height: none; }
      .view { position: static; width: 100%; height: auto; max-height: 240mm; }
    }
    @media (max-width: 760px) { #side { display: none; } }

    """
}
