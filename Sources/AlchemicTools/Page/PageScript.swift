/// The script of the page. The page shows the drawing without it, too.
enum PageScript {
  static let text =
    "'use strict';\n" + model + ViewportScript.text + selection + views + SearchScript.text
    + PanelScript.text + events

  /// Reads the data.
  private static let model = #"""
    const byId = (id) => document.getElementById(id);
    const stage = byId('stage');
    const panel = byId('panel');
    const hasOverview = document.body.dataset.overview === 'true';

    let parsed = null;

    /** The data of the model. They are parsed when they are first needed. */
    function model() {
      if (parsed) return parsed;
      parsed = JSON.parse(byId('data').textContent);
      for (const node of parsed.nodes) { node.needs = []; node.neededBy = []; }
      for (const crowd of parsed.crowds) { crowd.neededBy = []; }
      parsed.edges.forEach((edge, number) => {
        parsed.nodes[edge.from].needs.push(number);
        const reached = edge.open ? edge.chosen.concat(edge.excluded || []) : edge.chosen;
        for (const [node] of reached) parsed.nodes[node].neededBy.push(number);
        if (edge.crowd !== undefined) parsed.crowds[edge.crowd].neededBy.push(number);
      });
      return parsed;
    }


    """#

  /// Highlights boxes and arrows.
  private static let selection = #"""
    const view = () => stage.querySelector('.view');
    const boxes = () => view() ? [...view().querySelectorAll('.box')] : [];
    const arrows = () => view() ? [...view().querySelectorAll('.arrow')] : [];
    const box = (key) => view()?.querySelector(`.box[data-box="${key}"]`);

    function clearSelection() {
      view()?.classList.remove('selecting');
      for (const element of stage.querySelectorAll('.on, .chosen')) {
        element.classList.remove('on', 'chosen');
      }
    }

    /** Highlights arrows and their ends, and dims the rest. */
    function highlight(keys, isShown) {
      clearSelection();
      const ends = new Set(keys);
      for (const arrow of arrows()) {
        if (!isShown(arrow)) continue;
        arrow.classList.add('on');
        ends.add(arrow.dataset.from).add(arrow.dataset.to);
      }
      for (const element of boxes()) {
        if (ends.has(element.dataset.box)) element.classList.add('on');
        if (keys.includes(element.dataset.box)) element.classList.add('chosen');
      }
      view()?.classList.add('selecting');
    }

    function selectBox(key) {
      highlight([key], ({dataset}) => dataset.from === key || dataset.to === key);
    }


    """#

  /// Opens views.
  private static let views = #"""
    const home = view();

    /** Replaces the drawing by another view: `home`, or the number of a group. */
    function show(name) {
      name = String(name);
      if (!view() || view().dataset.view === name) return;
      clearSelection();
      let next = home;
      if (name !== 'home') {
        next = byId(`view-${name}`).content.firstElementChild.cloneNode(true);
      }
      view().replaceWith(next);
      prepare();
    }

    /** Makes a view that has just been inserted ready: its arrows are easier to hit than their lines. */
    function prepare() {
      if (!view()) return;
      for (const arrow of arrows()) {
        if (arrow.querySelector('.hit')) continue;
        const hit = arrow.querySelector('.line').cloneNode();
        hit.setAttribute('class', 'hit');
        arrow.append(hit);
      }
      showCrumbs();
      applyFilters();
      applySearch();
      begin();
    }

    function showCrumbs() {
      if (!hasOverview) return;
      const crumbs = byId('crumbs');
      const name = view().dataset.view;
      const all = element('button', {id: 'overview'}, 'Overview');
      all.addEventListener('click', () => { closePanel(); show('home'); });
      crumbs.replaceChildren(all);
      if (name !== 'home') crumbs.append(' › ', element('bdi', {}, model().groups[name].name));
    }

    /** Shows a node, in the view that contains it, and its details. */
    function jump(number) {
      show(hasOverview ? model().nodes[number].group : 'home');
      open(`n${number}`);
      const target = box(`n${number}`);
      if (!target) return;
      reveal(target, 0.9);
      target.focus({preventScroll: true});
    }

    /** Opens what a box stands for. */
    function open(key) {
      const number = Number(key.slice(1));
      if (key[0] === 'g') {
        closePanel();
        show(number);
        return;
      }
      selectBox(key);
      if (key[0] === 'n') showNode(number); else showCrowd(number);
      if (box(key)) reveal(box(key), 0);
    }


    """#

  /// Handles the pointer and the keys.
  private static let events = #"""
    stage.addEventListener('click', (event) => {
      if (!view() || wasDragged()) return;
      const target = event.target.closest('.box');
      const arrow = event.target.closest('.arrow');
      if (target) {
        open(target.dataset.box);
      } else if (arrow) {
        showArrow(arrow);
      } else {
        closePanel();
      }
    });

    document.addEventListener('click', (event) => {
      const link = event.target.closest('a.jump');
      if (!link) return;
      event.preventDefault();
      byId('hits').hidden = true;
      jump(Number(link.hash.slice(2)));
    });

    /** Moves the focus to the nearest box in a direction. */
    function moveFocus(from, dx, dy) {
      const start = from.getBoundingClientRect();
      let best = null;
      let least = Infinity;
      for (const other of boxes()) {
        if (other === from || other.classList.contains('filtered')) continue;
        const end = other.getBoundingClientRect();
        const x = end.x + end.width / 2 - start.x - start.width / 2;
        const y = end.y + end.height / 2 - start.y - start.height / 2;
        const along = x * dx + y * dy;
        const across = Math.abs(x * dy) + Math.abs(y * dx);
        if (along <= 1 || along + 3 * across >= least) continue;
        [best, least] = [other, along + 3 * across];
      }
      if (best) best.focus({preventScroll: true});
    }

    const directions = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };

    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // An earlier listener may have moved the focus.
      const focused = event.target;
      if (event.key === 'Escape') {
        escape(focused);
        return;
      }
      if (focused.matches?.('input')) return;
      const onBox = focused.matches?.('.box') ? focused : null;
      if (event.key === '/') {
        byId('search').focus();
      } else if (event.key === '+' || event.key === '=') {
        zoom(1.25);
      } else if (event.key === '-') {
        zoom(0.8);
      } else if (event.key === '0') {
        fit();
      } else if (onBox && directions[event.key]) {
        moveFocus(onBox, ...directions[event.key]);
      } else if (onBox && (event.key === 'Enter' || event.key === ' ')) {
        open(onBox.dataset.box);
        if (!panel.hidden) panel.focus();
        else if (!onBox.isConnected) boxes()[0]?.focus({preventScroll: true});
      } else {
        return;
      }
      event.preventDefault();
    });

    /** Closes what is open: the search first, then the panel. */
    function escape(focused) {
      if (focused.id === 'search' || byId('search').value) {
        byId('search').value = '';
        applySearch();
        focused.blur();
        return;
      }
      const chosen = stage.querySelector('.chosen');
      closePanel();
      chosen?.focus({preventScroll: true});
    }

    stage.addEventListener('focusin', (event) => {
      const target = event.target.closest('.box');
      if (target) reveal(target, readable() / 2);
    });

    byId('zoom-in').addEventListener('click', () => zoom(1.25));
    byId('zoom-out').addEventListener('click', () => zoom(0.8));
    byId('fit').addEventListener('click', () => fit());

    const prefersDark = matchMedia('(prefers-color-scheme: dark)');
    let isDark = prefersDark.matches;

    function showTheme() { byId('theme').textContent = isDark ? 'Light' : 'Dark'; }

    prefersDark.addEventListener('change', () => {
      if (document.documentElement.style.colorScheme) return;
      isDark = prefersDark.matches;
      showTheme();
    });
    byId('theme').addEventListener('click', () => {
      isDark = !isDark;
      document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
      showTheme();
    });

    showTheme();
    prepare();
    if (/^#n\d+$/.test(location.hash)) jump(Number(location.hash.slice(2)));

    """#
}
