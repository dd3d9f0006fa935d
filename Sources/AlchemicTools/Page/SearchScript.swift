/// The part of the script that searches and filters.
enum SearchScript {
  static let text = #"""
    /** How many found factories are listed. */
    const mostHits = 30;

    /** By node: the types that it answers requests for, such as protocols. */
    let answered;
    function answeredTypes(number) {
      if (!answered) {
        answered = [];
        const {edges, reasons} = model();
        for (const edge of edges) {
          for (const [node] of edge.chosen) (answered[node] ??= new Set()).add(reasons[edge.type]);
        }
      }
      return [...(answered[number] ?? [])].join('\n');
    }

    /** The numbers of the nodes whose name, type, module or answers contain each word. */
    function found(text) {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const {nodes, modules} = model();
      const hits = [];
      nodes.forEach((node, number) => {
        node.searched ??=
          [node.name, node.type, modules[node.module], answeredTypes(number)].join('\n').toLowerCase();
        if (words.every((word) => node.searched.includes(word))) hits.push(number);
      });
      // A name that begins with the text comes first, then one that contains it.
      const whole = text.trim().toLowerCase();
      const rank = (number) => {
        const at = nodes[number].name.toLowerCase().indexOf(whole);
        return at === 0 ? 0 : at > 0 ? 1 : 2;
      };
      return hits.sort((a, b) => rank(a) - rank(b) || a - b);
    }

    let hits = [];

    /** Highlights what the search finds in the view, and lists what it finds in all views. */
    function applySearch() {
      const text = byId('search').value.trim();
      const list = byId('hits');
      for (const element of boxes()) element.classList.remove('hit-box');
      view()?.classList.toggle('searching', text !== '');
      list.hidden = text === '' || document.activeElement !== byId('search');
      hits = text === '' ? [] : found(text);
      if (text === '') return;
      const keys = new Set(hits.map((number) => `n${number}`));
      for (const number of hits) keys.add(`g${model().nodes[number].group}`);
      for (const element of boxes()) {
        if (keys.has(element.dataset.box)) element.classList.add('hit-box');
      }
      const items = hits.slice(0, mostHits).map((number) => {
        const node = model().nodes[number];
        const link = nodeLink(number);
        link.append(element('small', {}, `${node.type} · ${model().modules[node.module]}`));
        return link;
      });
      const rest = hits.length - items.length;
      if (hits.length === 0) items.push(element('p', {}, 'No factory found'));
      if (rest > 0) items.push(element('p', {}, `… and ${rest} more`));
      list.replaceChildren(...items);
    }

    byId('search').addEventListener('input', applySearch);
    byId('search').addEventListener('focus', applySearch);
    byId('search').addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') {
        byId('hits').querySelector('a')?.focus();
        event.preventDefault();
      }
      if (event.key !== 'Enter' || hits.length === 0) return;
      byId('hits').hidden = true;
      jump(hits[0]);
      view()?.classList.remove('searching');
      event.preventDefault();
    });
    byId('hits').addEventListener('keydown', (event) => {
      const step = {ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling'}[event.key];
      if (!step) return;
      (document.activeElement[step] ?? byId('search')).focus();
      event.preventDefault();
    });
    document.addEventListener('pointerdown', (event) => {
      if (!event.target.closest('.search')) byId('hits').hidden = true;
    });

    const unchecked = (id) => new Set(
      [...byId(id).querySelectorAll('input:not(:checked)')].map((input) => input.value));

    /** Removes what the filters exclude from the drawing. */
    function applyFilters() {
      const [modules, lifetimes] = [unchecked('modules'), unchecked('lifetimes')];
      const hasFilters = modules.size + lifetimes.size > 0;
      if (!hasFilters && !stage.querySelector('.filtered')) return;
      const groups = new Set();
      const nodes = model().nodes.map((node) => {
        const isShown = !modules.has(String(node.module)) && !lifetimes.has(node.lifetime);
        if (isShown) groups.add(node.group);
        return isShown;
      });
      const shownKeys = new Set();
      for (const element of boxes()) {
        const key = element.dataset.box;
        const number = Number(key.slice(1));
        const isShown = key[0] === 'n' ? nodes[number] : key[0] === 'g' ? groups.has(number) : true;
        element.classList.toggle('filtered', !isShown);
        if (isShown) shownKeys.add(key);
      }
      for (const arrow of arrows()) {
        const isShown = shownKeys.has(arrow.dataset.from) && shownKeys.has(arrow.dataset.to);
        arrow.classList.toggle('filtered', !isShown);
      }
    }

    byId('side').addEventListener('change', applyFilters);


    """#
}
