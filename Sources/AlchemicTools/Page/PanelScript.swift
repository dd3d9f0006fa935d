/// The part of the script that shows details of factories and needs, and of the start.
enum PanelScript {
  static let text = #"""
    /** How many entries a list of the panel has. */
    const mostEntries = 200;

    /** Returns a new element. Texts of the model are only ever text, never markup. */
    function element(name, attributes = {}, ...content) {
      const created = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
      created.append(...content);
      return created;
    }

    const nodeLink = (number) => element(
      'a', {class: 'jump', href: `#n${number}`}, element('bdi', {}, model().nodes[number].name));

    function showPanel(title, ...content) {
      const close = element('button', {class: 'close', 'aria-label': 'Close'}, '×');
      close.addEventListener('click', closePanel);
      panel.replaceChildren(close, element('h3', {}, element('bdi', {}, title)), ...content);
      panel.hidden = false;
      panel.scrollTop = 0;
      resize();
    }

    function closePanel() {
      panel.hidden = true;
      panel.replaceChildren();
      clearSelection();
      resize();
    }

    const note = (text) => element('div', {class: 'note'}, text);

    /** Returns a heading with a list of entries, the first of many. */
    function section(title, entries, ifEmpty, ...before) {
      const heading = element('h2', {}, entries.length ? `${title} (${entries.length})` : title);
      if (entries.length === 0) return [heading, note(ifEmpty)];
      const list = element('ul');
      for (const entry of entries.slice(0, mostEntries)) {
        list.append(element('li', {class: 'entry'}, ...entry()));
      }
      const rest = entries.length - mostEntries;
      return [heading, ...before, list, ...(rest > 0 ? [note(`… and ${rest} more`)] : [])];
    }

    /** Returns why a need has its answer: each candidate with its verdict. */
    function explanation(number) {
      const data = model();
      const edge = data.edges[number];
      const lines = [];
      if (edge.criteria) lines.push(note(`with ${edge.criteria.join(', ')}`));
      const verdict = (symbol, kind) => ([node, reason]) => element(
        'div', {class: `verdict ${kind}`}, `${symbol} `, nodeLink(node), `: ${data.reasons[reason]}`);
      lines.push(...edge.chosen.map(verdict('→', 'chosen-one')));
      if (edge.crowd !== undefined) {
        const crowd = data.crowds[edge.crowd];
        lines.push(element('div', {class: 'verdict'}, `→ ${crowd.count} factories of ${crowd.type}`));
      } else if (edge.chosen.length === 0) {
        lines.push(element('div', {class: 'verdict'}, edge.count || edge.excluded
          ? '→ no factory answers' : '→ nothing produces it'));
      }
      lines.push(...(edge.excluded || []).map(verdict('✕ not', 'excluded')));
      if (edge.count) lines.push(note(`${edge.count} factories produce the type`));
      for (const text of edge.absent || []) {
        lines.push(element('div', {class: 'verdict excluded'}, `✕ not ${text}`));
      }
      if (edge.open) lines.push(note('Criteria of the property may choose another one.'));
      lines.push(note(data.reasons[edge.update]));
      return lines;
    }

    const labelOf = (edge) => `${edge.label}: ${model().reasons[edge.type]}${edge.weak ? ' (weak)' : ''}`;

    /** An entry for a need of the factory that the panel shows. */
    const needEntry = (number) => () => [
      element('div', {class: 'need'}, element('bdi', {}, labelOf(model().edges[number]))),
      ...explanation(number),
    ];

    /** An entry for a need of another factory. */
    const neededByEntry = (number) => () => {
      const {reasons, edges} = model();
      const edge = edges[number];
      const effect = element('span', {class: 'effect', title: 'after AcSet'}, reasons[edge.effect]);
      return [nodeLink(edge.from), element('bdi', {}, ` ${edge.label}`), effect];
    };

    /** An entry for a need with both of its ends. */
    const edgeEntry = (number) => () => {
      const edge = model().edges[number];
      return [
        nodeLink(edge.from), element('div', {class: 'need'}, element('bdi', {}, labelOf(edge))),
        ...explanation(number),
      ];
    };

    function facts(pairs) {
      const list = element('dl');
      for (const [name, value] of pairs) {
        if (value) list.append(element('dt', {}, name), element('dd', {}, value));
      }
      return list;
    }

    /** What another object would mean for those that need this one: `2 follows, 1 keeps`. */
    function impact(edges) {
      const counts = new Map();
      for (const number of edges) {
        const effect = model().reasons[model().edges[number].effect];
        counts.set(effect, (counts.get(effect) ?? 0) + 1);
      }
      const texts = [...counts].map(([effect, count]) => `${count} × ${effect}`);
      return note(texts.length ? `After AcSet of another object, directly: ${texts.join(', ')}` : '');
    }

    function showNode(number) {
      const data = model();
      const node = data.nodes[number];
      const problems = (node.problems || []).map((problem) =>
        element('p', {class: 'problem'}, `⚠ ${data.problems[problem]}`));
      const crowds = (node.crowds || []).flatMap((crowd) =>
        data.crowds[crowd].neededBy.map((edge) => ({edge, crowd})));
      const neededBy = node.neededBy.map(neededByEntry).concat(crowds.map(({edge, crowd}) => () => [
        ...neededByEntry(edge)(),
        note(`as one of ${data.crowds[crowd].count} factories of ${data.crowds[crowd].type}`),
      ]));
      showPanel(
        node.name, ...problems,
        facts([
          ['Type', element('bdi', {}, node.type)],
          ['Module', element('bdi', {}, data.modules[node.module])],
          ['Lifetime', node.lifetime], ['Options', (node.options || []).join(', ')],
          ['Declared', node.declared], ['Source', node.location],
          ['Wraps', node.wraps === undefined ? null : nodeLink(node.wraps)],
          ['At start', data.start && timesOf(node)],
        ]),
        ...section('Needs', node.needs.map(needEntry), 'It needs nothing.'),
        ...section('Needed by', neededBy, 'No factory needs it.', impact(node.neededBy)));
    }

    function showCrowd(number) {
      const data = model();
      const crowd = data.crowds[number];
      const members = [];
      data.nodes.forEach((node, member) => {
        if (node.crowds?.includes(number)) members.push(() => [nodeLink(member)]);
      });
      showPanel(
        `${crowd.count} factories`, facts([['Type', crowd.type]]),
        ...section('Needed by', crowd.neededBy.map(neededByEntry), ''),
        ...section('Factories', members, ''));
    }

    /** Shows the needs that an arrow stands for. */
    function showArrow(arrow) {
      const {from, to, edge} = arrow.dataset;
      highlight([], (other) => edge === undefined ? other === arrow : other.dataset.edge === edge);
      const data = model();
      if (edge !== undefined) {
        const need = data.edges[edge];
        showPanel(labelOf(need), note('needed by'), nodeLink(need.from), ...explanation(Number(edge)));
        return;
      }
      const groupOf = (node) => data.nodes[node].group;
      const isEnd = (key, node) => key[0] === 'g'
        ? groupOf(node) === Number(key.slice(1)) : key === `n${node}`;
      const isCrowd = (key, crowd) => crowd !== undefined && (key[0] === 'g'
        ? data.crowds[crowd].group === Number(key.slice(1)) : key === `c${crowd}`);
      const numbers = data.edges.flatMap((need, number) =>
        isEnd(from, need.from) && (
          need.chosen.some(([node]) => isEnd(to, node)) || isCrowd(to, need.crowd)) ? [number] : []);
      const crowdName = ({count, type}) => `${count} factories of ${type}`;
      const name = (key) => key[0] === 'g' ? data.groups[key.slice(1)].name
        : key[0] === 'c' ? crowdName(data.crowds[key.slice(1)]) : data.nodes[key.slice(1)].name;
      showPanel(`${name(from)} → ${name(to)}`, ...section('Needs', numbers.map(edgeEntry), 'None'));
    }

    /** Returns when the objects of a factory were created, and how long it took. */
    const timesOf = ({created}) => element('div', {}, ...(created || ['no object was created'])
      .map((text) => element('div', {}, text)));

    /** Shows the phases, the slowest objects and the critical path, which it highlights. */
    function showStart() {
      const {start} = model();
      const entry = ({node, name, time}) => () => [
        node === undefined ? element('bdi', {}, name) : nodeLink(node),
        element('span', {class: 'effect', title: 'own time'}, time),
      ];
      const path = new Set(start.path.map(({node}) => `n${node}`));
      clearSelection();
      if ([...path].some(box)) {
        highlight([...path], ({dataset}) => path.has(dataset.from) && path.has(dataset.to));
      }
      showPanel(
        'Start', note(start.headline), facts(start.phases),
        ...section(
          'Slowest objects', start.slowest.map(entry), 'No object was created.',
          note('The times are without those of other objects that they waited for.')),
        ...section(
          'Critical path', start.path.map(entry), '', note(`${start.total}: it is highlighted`)));
    }

    byId('start')?.addEventListener('click', showStart);


    """#
}
