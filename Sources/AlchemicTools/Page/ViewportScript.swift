/// The part of the script that moves the drawing.
enum ViewportScript {
  static let text = #"""
    /** The part of the drawing that is shown, in its own coordinates. */
    let shown = {x: 0, y: 0, width: 1, height: 1};

    /** The bounds of the drawing, as the view was written. */
    function bounds() {
      const [x, y, width, height] = view().dataset.bounds.split(' ').map(Number);
      return {x, y, width, height};
    }

    function apply() {
      view().setAttribute('viewBox', `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
    }

    /** Pixels of the screen for a unit of the drawing. */
    const scale = () => stage.clientWidth / shown.width;

    /** Shows a scale around a point of the drawing. */
    function center(x, y, newScale) {
      const width = stage.clientWidth / newScale;
      const height = stage.clientHeight / newScale;
      shown = {x: x - width / 2, y: y - height / 2, width, height};
      apply();
    }

    /** Shows the whole drawing, not enlarged much. */
    function fit() {
      if (!view() || !stage.clientWidth || !stage.clientHeight) return;
      view().dataset.bounds ??= view().getAttribute('viewBox');
      const {x, y, width, height} = bounds();
      const best = Math.min(stage.clientWidth / width, stage.clientHeight / height, 1.4);
      center(x + width / 2, y + height / 2, best);
    }

    /** The least scale in which the names can be read. Those of groups are larger. */
    const readable = () => view().querySelector('.group') ? 0.5 : 0.75;

    /** Shows a view that has just been opened: all of it, or its top where all would be too small. */
    function begin() {
      fit();
      if (!view() || scale() >= readable() / 2) return;
      const first = boxes()[0].getAttribute('transform').match(/-?\d+/g).map(Number);
      center(first[0], first[1] + stage.clientHeight / readable() / 2 - 40, readable());
    }

    /** Enlarges the drawing around a point of the screen; without one, around the middle. */
    function zoom(factor, at) {
      if (!view()) return;
      const area = stage.getBoundingClientRect();
      const newScale = Math.min(8, Math.max(0.01, scale() * factor));
      const part = {
        x: at ? (at.x - area.x) / area.width : 0.5,
        y: at ? (at.y - area.y) / area.height : 0.5,
      };
      const fixed = {x: shown.x + shown.width * part.x, y: shown.y + shown.height * part.y};
      const width = stage.clientWidth / newScale;
      const height = stage.clientHeight / newScale;
      shown = {x: fixed.x - width * part.x, y: fixed.y - height * part.y, width, height};
      apply();
    }

    /** Moves and enlarges the drawing so far that a box can be read. */
    function reveal(target, leastScale) {
      const [x, y] = target.getAttribute('transform').match(/-?\d+/g).map(Number);
      const {width, height} = target.getBBox();
      const isInside = x > shown.x && y > shown.y && x + width < shown.x + shown.width
        && y + height < shown.y + shown.height;
      if (isInside && scale() >= leastScale) return;
      center(x + width / 2, y + height / 2, Math.max(scale(), leastScale));
    }

    let drag = null;
    let dragged = false;

    /** Whether the click that is handled now ends a movement of the drawing. */
    const wasDragged = () => dragged;

    stage.addEventListener('pointerdown', (event) => {
      dragged = false;
      if (event.button !== 0 || !view()) return;
      drag = {x: event.clientX, y: event.clientY, left: shown.x, top: shown.y};
    });
    stage.addEventListener('pointermove', (event) => {
      if (!drag) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!dragged && Math.hypot(dx, dy) < 5) return;
      if (!dragged) stage.setPointerCapture(event.pointerId);
      dragged = true;
      view().classList.add('panning');
      shown.x = drag.left - dx / scale();
      shown.y = drag.top - dy / scale();
      apply();
    });
    for (const end of ['pointerup', 'pointercancel']) {
      stage.addEventListener(end, () => {
        drag = null;
        view()?.classList.remove('panning');
      });
    }
    stage.addEventListener('wheel', (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      zoom(Math.exp(-event.deltaY * lines * 0.0015), {x: event.clientX, y: event.clientY});
    }, {passive: false});

    let lastSize = null;

    /** Keeps the scale and the upper left corner when the size of the stage has changed. */
    function resize() {
      if (!view() || !view().dataset.bounds) return;
      const old = lastSize;
      lastSize = {width: stage.clientWidth, height: stage.clientHeight};
      if (!old || !old.width || !old.height) return;
      shown.width *= stage.clientWidth / old.width;
      shown.height *= stage.clientHeight / old.height;
      apply();
    }

    new ResizeObserver(resize).observe(stage);
    addEventListener('beforeprint', () => {
      if (view()) view().setAttribute('viewBox', view().dataset.bounds);
    });
    addEventListener('afterprint', () => { if (view()) apply(); });


    """#
}
