// X-ray: the map of the application. Choosing a class draws the lines to everything that it needs and that needs it.
(() => {
  const picture = document.getElementById('picture');
  const svg = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const parts = () => [...picture.querySelectorAll('.part')];
  const partOf = (number) => picture.querySelector(`[data-part="${CSS.escape(number)}"]`);
  const numbers = (text) => text.split(' ').filter(Boolean);
  const needs = (part) => numbers(part.dataset.needs).map(partOf);
  const neededBy = (part) => numbers(part.dataset.neededBy).map(partOf);
  const linkIn = (part) => part.querySelector('.part-head a');

  /** The class that was chosen, and the one under the pointer, which is shown while it is there. */
  let chosen;
  let pointed;
  let help;

  function show(part) {
    const map = picture.querySelector('.map');
    if (map === null) return;
    const facts = document.getElementById('map-facts');
    help ??= [...facts.childNodes];
    const [down, up] = part ? [needs(part), neededBy(part)] : [[], []];
    map.classList.toggle('has-choice', part !== undefined);
    for (const each of parts()) {
      each.classList.toggle('is-chosen', each === part);
      each.classList.toggle('is-needed', down.includes(each));
      each.classList.toggle('is-needing', up.includes(each));
      if (each === part) linkIn(each).setAttribute('aria-current', 'true');
      else linkIn(each).removeAttribute('aria-current');
    }
    for (const box of picture.querySelectorAll('.module'))
      box.classList.toggle('is-far', part !== undefined && !box.querySelector('.is-chosen, .is-needed, .is-needing'));
    const name = part && Object.assign(document.createElement('h3'), { textContent: linkIn(part).textContent });
    const copy = part?.querySelector('.facts').cloneNode(true).childNodes;
    facts.replaceChildren(...(part ? [name, ...copy] : help));
    draw(part ? [...down.map((to) => [part, to, 'needs']), ...up.map((from) => [from, part, 'needed-by'])] : []);
  }

  /** Each line begins at the class that needs, and ends with an arrow at the class that is needed. */
  function draw(lines) {
    const edges = picture.querySelector('.edges');
    const origin = edges.getBoundingClientRect();
    edges.replaceChildren(
      ...lines.map(([from, to, kind]) => {
        const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
        const isRight = b.left > a.right;
        const isLeft = b.right < a.left;
        // Within a column, the line leaves and arrives on the same side.
        const x1 = (isLeft ? a.left : a.right) - origin.left;
        const x2 = (isRight ? b.left : b.right) - origin.left;
        const [y1, y2] = [a.top + a.height / 2 - origin.top, b.top + b.height / 2 - origin.top];
        const bend = isRight || isLeft ? Math.max(24, Math.abs(x2 - x1) / 2) : 22;
        const [c1, c2] = [x1 + (isLeft ? -bend : bend), x2 + (isRight ? -bend : bend)];
        const tip = isRight ? -6 : 6;
        const group = svg('g', { class: kind });
        group.append(
          svg('path', { d: `M${x1} ${y1}C${c1} ${y1} ${c2} ${y2} ${x2 + tip} ${y2}` }),
          svg('path', { class: 'tip', d: `M${x2} ${y2}l${tip * 1.4} -4v8z` }),
        );
        return group;
      }),
    );
  }

  const makeReachable = (part) => {
    for (const each of parts()) linkIn(each).tabIndex = each === part ? 0 : -1;
  };

  function choose(part, isFocused) {
    chosen = part?.dataset.part;
    pointed = undefined;
    show(part);
    if (part === undefined) return;
    makeReachable(part);
    if (isFocused) linkIn(part).focus({ preventScroll: true });
    part.scrollIntoView({ block: 'nearest' });
  }

  const shown = () => partOf(pointed ?? chosen ?? '') ?? undefined;

  picture.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#part-"]');
    const part = link ? partOf(link.hash.slice('#part-'.length)) : event.target.closest('.part');
    if (part && (link || !event.target.closest('a'))) {
      event.preventDefault();
      choose(part, true);
    }
  });
  picture.addEventListener('focusin', ({ target }) => {
    const part = target.closest('.part');
    if (part && part.dataset.part !== chosen) choose(part, false);
  });
  picture.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || target.closest('.map-facts')) return;
    const part = target.closest('.part');
    if (part?.dataset.part === pointed) return;
    pointed = part?.dataset.part;
    show(shown());
  });
  picture.addEventListener('pointerleave', () => {
    if (pointed === undefined) return;
    pointed = undefined;
    show(shown());
  });

  picture.addEventListener('keydown', (event) => {
    const part = event.target.closest('.part');
    if (part === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') return choose(undefined);
    const all = parts();
    const at = all.indexOf(part);
    const next = {
      ArrowDown: () => all[at + 1],
      ArrowUp: () => all[at - 1],
      ArrowRight: () => needs(part)[0],
      ArrowLeft: () => neededBy(part)[0],
      Home: () => all[0],
      End: () => all.at(-1),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const target = next();
    if (target) choose(target, true);
  });

  /** The map is new: another program listens, or the page has caught up. */
  function begin() {
    help = undefined;
    const first = parts()[0];
    if (first) makeReachable(shown() ?? first);
    if (first) show(shown());
  }
  new MutationObserver(begin).observe(picture, { childList: true });
  addEventListener('resize', () => show(shown()));
  begin();
})();
