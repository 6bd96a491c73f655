// X-ray: the list grows as requests arrive, one of them is open, and the form sends more.
(() => {
  const { furnish, slide } = window.trellis;
  const find = (id) => document.getElementById(id);
  const list = find('trips');
  const pending = find('pending');
  const trip = find('trip');
  const mostKept = 200;
  let missed = 0;

  const linkOf = (node) => node?.querySelector?.('[data-trip]') ?? null;
  const rowOf = (id) => document.querySelector(`.trips [data-trip="${CSS.escape(String(id))}"]`);
  const shown = () => [...list.children].filter((item) => !item.hidden);

  /** Parses markup from our own server, which has already escaped every value in it. */
  const parse = (markup) => new DOMParser().parseFromString(markup, 'text/html');

  // The list is a single tab stop: within it, the arrow keys move the focus.
  const makeReachable = (link) => {
    for (const other of list.querySelectorAll('[data-trip]')) other.tabIndex = other === link ? 0 : -1;
  };
  const keepReachable = () => {
    if (list.querySelector('li:not([hidden]) > [tabindex="0"]') === null) makeReachable(linkOf(shown()[0]));
  };

  list.addEventListener('keydown', (event) => {
    const items = shown();
    const at = items.indexOf(event.target.closest('li'));
    const target = { ArrowDown: items[at + 1], ArrowUp: items[at - 1], Home: items[0], End: items.at(-1) }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const link = linkOf(target);
    if (link === null) return;
    makeReachable(link);
    link.focus();
  });

  const openClicked = (event) => {
    const link = event.target.closest('[data-trip]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Opening an older request stops following new ones, which would replace it.
    if (link !== linkOf(list.firstElementChild)) follower.checked = false;
    open(link.dataset.trip, 'push');
  };
  for (const rows of [list, pending]) rows.addEventListener('click', openClicked);

  const mark = (id) => {
    for (const other of document.querySelectorAll('.trips [aria-current]')) other.removeAttribute('aria-current');
    const link = rowOf(id);
    link?.setAttribute('aria-current', 'true');
    if (link && list.contains(link)) makeReachable(link);
  };

  /** Opens a request. Each request has its own URL, so Back returns to the previous one. */
  const follower = find('follow');
  let wanted = trip.firstElementChild?.dataset.id;
  async function open(id, how) {
    wanted = id;
    const response = await fetch(`/x-ray/requests/${id}`, { headers: { 'x-fragment': '1', accept: 'text/html' } });
    const text = await response.text();
    // Another request was opened in the meantime: show only the latest one.
    if (wanted !== id) return;
    slide(trip, () => trip.replaceChildren(...parse(text).body.childNodes));
    trip.classList.toggle('is-fresh', how !== 'none' && how !== 'refresh');
    furnish(trip);
    mark(id);
    if (how === 'push') history.pushState({ id }, '', `/x-ray/requests/${id}`);
    if (how === 'replace') history.replaceState({ id }, '', `/x-ray/requests/${id}`);
    // A request that runs is fetched again every second.
    if (how !== 'refresh') say(`Opened: ${trip.querySelector('.trip-verdict')?.textContent}`);
    if (how === 'push') bringIntoView();
  }
  history.replaceState({ id: trip.firstElementChild?.dataset.id }, '');
  addEventListener('popstate', ({ state }) => state?.id && open(state.id, 'none'));

  const bringIntoView = () => {
    const { top } = trip.getBoundingClientRect();
    if (top < 60 || top > innerHeight - 240) trip.closest('.trip-panel').scrollIntoView({ block: 'start' });
  };

  // Announces new requests to screen readers: at most one sentence in five seconds, however many requests arrive.
  let news = 0;
  let isSaying = false;
  const say = (text) => {
    find('news').textContent = text;
  };
  const count = (more) => {
    news += more;
    if (isSaying) return;
    isSaying = true;
    setTimeout(() => {
      say(news === 1 ? 'One new request.' : `${news} new requests.`);
      news = 0;
      isSaying = false;
    }, 5000);
  };

  // The filter: each of its words occurs in a row that is shown
  const filter = find('filter');
  const applyFilter = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of [...list.children, ...pending.children]) {
      const text = item.textContent.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    const all = list.children.length;
    find('filtered').textContent = words.length > 0 && all > 0 ? `${shown().length} of ${all} shown` : '';
    keepReachable();
  };
  filter.addEventListener('input', applyFilter);
  filter.form.addEventListener('submit', (event) => event.preventDefault());

  find('clear').addEventListener('click', () => fetch('/x-ray/clear', { method: 'POST' }));
  const empty = () => {
    list.replaceChildren();
    missed = 0;
    find('missed').textContent = '';
    countRows();
    applyFilter();
  };
  const countRows = () => {
    find('no-trips').hidden = list.children.length + pending.children.length > 0;
  };

  function addRows({ rows, missed: more }) {
    const items = rows.map((row) => parse(row).querySelector('li')).reverse();
    const known = new Set([...list.querySelectorAll('[data-trip]')].map((link) => link.dataset.trip));
    const fresh = items.filter((item) => !known.has(linkOf(item).dataset.trip));
    for (const item of fresh) {
      linkOf(item).tabIndex = -1;
      item.classList.add('is-new');
      // It is over.
      pending.querySelector(`[data-trip="${linkOf(item).dataset.trip}"]`)?.parentElement.remove();
    }
    list.prepend(...fresh);
    while (list.children.length > mostKept) list.lastElementChild.remove();
    missed += more;
    find('missed').textContent = missed > 0 ? `${missed} more came too fast to be shown.` : '';
    countRows();
    applyFilter();
    if (fresh.length === 0) return;
    count(fresh.length);
    if (wanted) mark(wanted);
    const ids = fresh.filter((item) => !item.hidden).map((item) => linkOf(item).dataset.trip);
    if (follower.checked && ids.length > 0 && ids[0] !== wanted) open(ids[0], 'replace');
    else if (ids.includes(wanted)) open(wanted, 'refresh');
  }

  // What runs now: its rows stay where they are while their numbers change
  let refreshed = 0;
  function showRunning({ rows }) {
    const items = rows.map((row) => parse(row).querySelector('li'));
    const known = new Map([...pending.children].map((item) => [linkOf(item).dataset.trip, item]));
    const fresh = items.filter((item) => !known.has(linkOf(item).dataset.trip));
    pending.replaceChildren(
      ...items.map((item) => {
        const before = known.get(linkOf(item).dataset.trip);
        if (before === undefined) return item;
        linkOf(before).replaceChildren(...linkOf(item).childNodes);
        return before;
      }),
    );
    countRows();
    applyFilter();
    if (wanted) mark(wanted);
    const id = fresh.map((item) => linkOf(item).dataset.trip).find((each) => each !== wanted);
    if (follower.checked && id !== undefined) return open(id, 'replace');
    const isOpen = wanted !== undefined && pending.contains(rowOf(wanted));
    if (!isOpen || trip.contains(document.activeElement) || Date.now() - refreshed < 900) return;
    refreshed = Date.now();
    open(wanted, 'refresh');
  }

  // If another program listens, or none, the parts of the page that describe the program are fetched again.
  let known;
  async function programChanged({ url, chapter, run }) {
    const now = JSON.stringify([url, chapter, run]);
    const isSame = known === undefined ? list.dataset.run === run : known === now;
    known = now;
    // Nothing has changed: the page was rendered for this program, or a lost connection is back.
    if (isSame) return;
    if (url !== null) {
      const shown = trip.querySelector('.trip-head .soft');
      if (shown && !shown.querySelector('b'))
        shown.append(' · ', Object.assign(document.createElement('b'), { textContent: 'from before your last save' }));
      pending.replaceChildren();
      empty();
    }
    const response = await fetch('/x-ray/', { headers: { 'x-fragment': '1' } });
    if (!response.ok) return;
    for (const part of parse(await response.text()).querySelectorAll('template')) {
      find(part.dataset.for)?.replaceChildren(...document.importNode(part.content, true).childNodes);
    }
    furnish(document);
  }

  // Connect only while the page is visible. Otherwise every open tab would hold a connection.
  let events;
  const follow = async (isBack) => {
    events?.close();
    if (document.hidden) return;
    if (isBack) await catchUp();
    events = new EventSource('/x-ray/stream');
    events.addEventListener('rows', ({ data }) => addRows(JSON.parse(data)));
    events.addEventListener('running', ({ data }) => showRunning(JSON.parse(data)));
    events.addEventListener('cleared', empty);
    events.addEventListener('program', ({ data }) => programChanged(JSON.parse(data)));
  };

  /** Adds the requests that arrived while the page was hidden. */
  async function catchUp() {
    const response = await fetch('/x-ray/');
    if (!response.ok) return;
    const page = parse(await response.text());
    for (const id of ['running', 'pending', 'trips', 'picture', 'paths', 'at-hand']) {
      find(id).replaceChildren(...page.getElementById(id).childNodes);
    }
    countRows();
    applyFilter();
    if (trip.firstElementChild?.dataset.id) mark(trip.firstElementChild.dataset.id);
    keepReachable();
  }

  document.addEventListener('visibilitychange', () => follow(true));
  addEventListener('pagehide', () => events?.close());
  addEventListener('pageshow', (event) => event.persisted && follow(true));

  window.trellis.xray = { open, parse };

  if (trip.firstElementChild?.dataset.id) mark(trip.firstElementChild.dataset.id);
  keepReachable();
  follow(false);
})();
