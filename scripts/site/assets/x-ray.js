// The X-ray page: the list grows as requests come, one is opened beside it, and the form sends more.
(() => {
  const find = (id) => document.getElementById(id);
  const list = find('trips');
  const trip = find('trip');
  const mostKept = 200;
  let missed = 0;

  const linkOf = (node) => node?.querySelector?.('[data-trip]') ?? null;
  const opened = () => list.querySelector('[aria-current="true"]');

  /** Markup that our own server has made, with everything in it escaped there. */
  const parse = (markup) => new DOMParser().parseFromString(markup, 'text/html');

  // One stop for the tab key: within the list the arrows move.
  const makeReachable = (link) => {
    for (const other of list.querySelectorAll('[data-trip]')) other.tabIndex = other === link ? 0 : -1;
  };
  const keepReachable = () => {
    if (list.querySelector('[data-trip][tabindex="0"]') === null) makeReachable(linkOf(list.firstElementChild));
  };

  list.addEventListener('keydown', (event) => {
    const item = event.target.closest('li');
    const target = {
      ArrowDown: item?.nextElementSibling,
      ArrowUp: item?.previousElementSibling,
      Home: list.firstElementChild,
      End: list.lastElementChild,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const link = linkOf(target);
    if (link === null) return;
    makeReachable(link);
    link.focus();
  });

  list.addEventListener('click', (event) => {
    const link = event.target.closest('[data-trip]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link.dataset.trip);
  });

  const mark = (id) => {
    opened()?.removeAttribute('aria-current');
    const link = list.querySelector(`[data-trip="${CSS.escape(String(id))}"]`);
    link?.setAttribute('aria-current', 'true');
    if (link) makeReachable(link);
  };

  let wanted;
  async function open(id) {
    wanted = id;
    const response = await fetch(`/x-ray/requests/${id}`, { headers: { 'x-fragment': '1', accept: 'text/html' } });
    const text = await response.text();
    // Somebody who walks through the list quickly wants the last one.
    if (wanted !== id) return;
    if (!response.ok) return showTrouble('This request is no longer kept: the last 200 are.');
    trip.replaceChildren(...parse(text).body.childNodes);
    mark(id);
    history.replaceState(null, '', `/x-ray/requests/${id}`);
    say(`Opened: ${trip.querySelector('h2')?.textContent}`);
    // On a phone it stands below the list.
    if (trip.getBoundingClientRect().top > innerHeight - 120) trip.scrollIntoView({ block: 'start' });
  }

  const showTrouble = (text) => {
    const line = document.createElement('p');
    line.className = 'trouble';
    line.textContent = text;
    trip.replaceChildren(line);
  };

  // What is read out: at most one sentence in five seconds, however many requests there are.
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

  function addRows({ rows, missed: more }) {
    const items = rows.map((row) => parse(row).querySelector('li')).reverse();
    const known = new Set([...list.querySelectorAll('[data-trip]')].map((link) => link.dataset.trip));
    const fresh = items.filter((item) => !known.has(linkOf(item).dataset.trip));
    for (const item of fresh) {
      linkOf(item).tabIndex = -1;
      item.classList.add('is-new');
    }
    list.prepend(...fresh);
    while (list.children.length > mostKept) list.lastElementChild.remove();
    missed += more;
    find('missed').textContent = missed > 0 ? `${missed} more came too fast to be shown.` : '';
    find('no-trips').hidden = list.children.length > 0;
    keepReachable();
    if (fresh.length > 0) count(fresh.length);
  }

  // Another program listens, or none: the parts of the page that speak of it are fetched anew.
  let known;
  async function programChanged({ url, chapter, run }) {
    const now = JSON.stringify([url, chapter, run]);
    const isSame = known === undefined ? list.dataset.run === run : known === now;
    known = now;
    // The page was made with it, or a connection that was lost has come back.
    if (isSame) return;
    if (url !== null) {
      list.replaceChildren();
      missed = 0;
      find('missed').textContent = '';
      find('no-trips').hidden = false;
    }
    const response = await fetch('/x-ray/', { headers: { 'x-fragment': '1' } });
    if (!response.ok) return;
    for (const part of parse(await response.text()).querySelectorAll('template')) {
      find(part.dataset.for)?.replaceChildren(...document.importNode(part.content, true).childNodes);
    }
  }

  // Only while the page is seen: every open tab would hold a connection.
  let events;
  const follow = async (isBack) => {
    events?.close();
    if (document.hidden) return;
    if (isBack) await catchUp();
    events = new EventSource('/x-ray/stream');
    events.addEventListener('rows', ({ data }) => addRows(JSON.parse(data)));
    events.addEventListener('program', ({ data }) => programChanged(JSON.parse(data)));
  };

  /** What came while nobody looked. */
  async function catchUp() {
    const response = await fetch('/x-ray/');
    if (!response.ok) return;
    const page = parse(await response.text());
    for (const id of ['running', 'trips', 'picture', 'paths', 'at-hand']) {
      find(id).replaceChildren(...page.getElementById(id).childNodes);
    }
    find('no-trips').hidden = list.children.length > 0;
    if (trip.firstElementChild?.dataset.id) mark(trip.firstElementChild.dataset.id);
    keepReachable();
  }

  document.addEventListener('visibilitychange', () => follow(true));
  addEventListener('pagehide', () => events?.close());
  addEventListener('pageshow', (event) => event.persisted && follow(true));

  // Send
  const form = find('send');
  const outcome = find('sent');
  const asked = () => {
    const data = new FormData(form);
    return JSON.stringify({
      method: data.get('method'),
      path: data.get('path'),
      headers: data.get('headers'),
      body: data.get('body'),
      with: data.getAll('with').join(','),
    });
  };
  const post = async (address) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: asked() });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('[type="submit"]');
    button.disabled = true;
    outcome.textContent = '';
    try {
      const { status, id, atHand } = await post('/x-ray/send');
      outcome.textContent = id === null ? `Answered ${status}; its trace did not come.` : `Answered ${status}.`;
      const chosen = new Set(new FormData(form).getAll('with'));
      find('at-hand').replaceChildren(...parse(atHand).body.childNodes);
      for (const box of form.querySelectorAll('[name="with"]')) box.checked = chosen.has(box.value);
      if (id !== null) await open(String(id));
    } catch (error) {
      outcome.textContent = error.message;
    }
    button.disabled = false;
  });

  find('copy-curl').addEventListener('click', async () => {
    try {
      const { curl } = await post('/x-ray/curl');
      await navigator.clipboard.writeText(curl);
      outcome.textContent = 'Copied.';
    } catch (error) {
      outcome.textContent = error.message;
    }
  });

  if (trip.firstElementChild?.dataset.id) mark(trip.firstElementChild.dataset.id);
  keepReachable();
  follow(false);
})();
