// X-ray: the list grows as requests arrive, one of them is open, and the form sends more.
(() => {
  const { copy, furnish, say: notify } = window.trellis;
  const find = (id) => document.getElementById(id);
  const list = find('trips');
  const trip = find('trip');
  const mostKept = 200;
  let missed = 0;

  const linkOf = (node) => node?.querySelector?.('[data-trip]') ?? null;
  const opened = () => list.querySelector('[aria-current="true"]');

  /** Parses markup from our own server, which has already escaped every value in it. */
  const parse = (markup) => new DOMParser().parseFromString(markup, 'text/html');

  // The list is a single tab stop: within it, the arrow keys move the focus.
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
    // Opening an older request stops following new ones, which would replace it.
    if (link !== linkOf(list.firstElementChild)) follower.checked = false;
    open(link.dataset.trip, 'push');
  });

  const mark = (id) => {
    opened()?.removeAttribute('aria-current');
    const link = list.querySelector(`[data-trip="${CSS.escape(String(id))}"]`);
    link?.setAttribute('aria-current', 'true');
    if (link) makeReachable(link);
  };

  /** Opens a request. Each request has its own URL, so Back returns to the previous one. */
  const follower = find('follow');
  let wanted;
  async function open(id, how) {
    wanted = id;
    const response = await fetch(`/x-ray/requests/${id}`, { headers: { 'x-fragment': '1', accept: 'text/html' } });
    const text = await response.text();
    // Another request was opened in the meantime: show only the latest one.
    if (wanted !== id) return;
    trip.replaceChildren(...parse(text).body.childNodes);
    trip.classList.toggle('is-fresh', how !== 'none');
    furnish(trip);
    mark(id);
    if (how === 'push') history.pushState({ id }, '', `/x-ray/requests/${id}`);
    if (how === 'replace') history.replaceState({ id }, '', `/x-ray/requests/${id}`);
    say(`Opened: ${trip.querySelector('.trip-verdict')?.textContent}`);
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
    if (fresh.length === 0) return;
    count(fresh.length);
    if (wanted) mark(wanted);
    const newest = linkOf(list.firstElementChild).dataset.trip;
    if (follower.checked && newest !== wanted) open(newest, 'replace');
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
    events.addEventListener('program', ({ data }) => programChanged(JSON.parse(data)));
  };

  /** Adds the requests that arrived while the page was hidden. */
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

  // The Send form. On a phone it would hide the request that was sent, so it is collapsed until it is needed.
  const form = find('send');
  const section = find('send-section');
  section.open = innerWidth >= 640;
  section.dataset.settled = '';
  const outcome = find('sent');
  const { method, path, body } = form.elements;
  // What was written stays in the field, for the next method that has a body.
  const { placeholder } = body;
  const offerBody = () => {
    body.disabled = ['GET', 'HEAD'].includes(method.value);
    body.placeholder = body.disabled ? `${method.value} requests have no body.` : placeholder;
  };
  method.addEventListener('change', offerBody);
  offerBody();
  // People paste whole addresses, and leave out the slash.
  path.addEventListener('change', () => {
    const rest = path.value.trim().replace(/^https?:\/\/[^/?#]*/i, '');
    path.value = rest.startsWith('/') ? rest : `/${rest}`;
  });
  const asked = () => {
    const data = new FormData(form);
    return JSON.stringify({
      method: data.get('method'),
      path: data.get('path'),
      headers: data.get('headers'),
      body: data.get('body') ?? '',
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

  let isSending = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    outcome.textContent = 'Sending …';
    try {
      const { status, id, atHand } = await post('/x-ray/send');
      const chosen = new Set(new FormData(form).getAll('with'));
      find('at-hand').replaceChildren(...parse(atHand).body.childNodes);
      for (const box of form.querySelectorAll('[name="with"]')) box.checked = chosen.has(box.value);
      if (id !== null) await open(id, 'push');
      outcome.textContent = id === null ? `Got ${status}, but its trace did not arrive.` : `Got ${status}.`;
    } catch (error) {
      outcome.textContent = error.message;
    }
    isSending = false;
  });

  find('copy-curl').addEventListener('click', async () => {
    try {
      const { curl } = await post('/x-ray/curl');
      outcome.textContent = `${await copy(curl)}.`;
    } catch (error) {
      outcome.textContent = error.message;
    }
  });

  // Copies the open request into the form: its credentials are masked, so those are chosen there
  find('edit-trip').addEventListener('click', () => {
    const shown = trip.querySelector('.trip');
    if (shown === null) return;
    method.value = shown.querySelector('.method').textContent;
    path.value = shown.dataset.target;
    body.value = shown.querySelector('[aria-label="The request body"]')?.textContent ?? '';
    offerBody();
    section.open = true;
    path.focus();
  });

  // The open request as an image: the browser itself draws its markup with our styles
  find('copy-picture').addEventListener('click', async () => {
    const shown = trip.querySelector('.trip');
    if (shown === null) return notify('Send a request first: nothing is here to copy yet.');
    try {
      const blob = draw(shown);
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
      notify('Copied as a picture.');
    } catch (error) {
      notify(`The picture could not be copied: ${error.message}`);
    }
  });

  async function draw(shown) {
    const { width, height } = shown.getBoundingClientRect();
    const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
    const dark = getComputedStyle(document.body).backgroundColor;
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const markup = new XMLSerializer().serializeToString(shown);
    const [wide, high] = [Math.ceil(width) + 48, Math.ceil(height) + 48];
    const page = `<html xmlns="http://www.w3.org/1999/xhtml" data-theme="${document.documentElement.dataset.theme ?? theme}"><style>${sheets.join('\n').replaceAll('<', '')}</style><body style="padding:24px;background:${dark}"><article>${markup}</article></body></html>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><foreignObject width="100%" height="100%">${page}</foreignObject></svg>`;
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: wide * 2, height: high * 2 });
    const context = canvas.getContext('2d');
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }

  // The map: shows what is injected into the class under the pointer
  find('picture').addEventListener('pointerover', ({ target }) => {
    const needs = target.closest('.part')?.dataset.needs.split(' ') ?? [];
    for (const part of document.querySelectorAll('.part')) {
      part.classList.toggle('is-needed', needs.includes(part.dataset.part));
    }
  });

  if (trip.firstElementChild?.dataset.id) mark(trip.firstElementChild.dataset.id);
  keepReachable();
  follow(false);
})();
