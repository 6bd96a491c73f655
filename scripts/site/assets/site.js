// What the pages can do beyond being read. Every part finds its own elements, and does nothing where there are none.
(() => {
  const { documentElement: page, body } = document;
  const assets = body.dataset.assets.replace(/\/?$/, '/');
  page.dataset.scripted = '';

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // Some browsers refuse to remember anything for files on disk, or in a private window. The page works all the same.
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const store = (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {}
  };

  // Light and dark
  document.querySelector('[data-theme-toggle]')?.addEventListener('click', () => {
    const isDark = page.dataset.theme
      ? page.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    page.dataset.theme = isDark ? 'light' : 'dark';
    store('theme', page.dataset.theme);
  });

  // The list of pages on a phone
  const menu = document.querySelector('[data-menu]');
  menu?.addEventListener('click', () => {
    const isOpen = document.getElementById('pages').classList.toggle('is-open');
    menu.setAttribute('aria-expanded', String(isOpen));
  });

  // The list is longer than the window: begin where the reader is
  const list = document.getElementById('pages');
  const here = list.querySelector('[aria-current="page"]');
  if (here !== null && here.offsetTop > list.clientHeight - 80) list.scrollTop = here.offsetTop - list.clientHeight / 2;

  // Copy buttons
  for (const figure of document.querySelectorAll('figure.code:not(.output, .diagram)')) addCopyButton(figure);

  function addCopyButton(figure) {
    const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    const name = figure.querySelector('figcaption span, figcaption a')?.textContent;
    button.ariaLabel = name ? `Copy: ${name}` : 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(figure.querySelector('code').textContent);
        button.textContent = 'Copied';
      } catch {
        // Not every page may write there. What is selected can be copied by hand.
        getSelection().selectAllChildren(figure.querySelector('code'));
        button.textContent = 'Selected';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    figure.append(button);
  }

  // The heading that is being read: the last one that has passed the bar
  const links = [...document.querySelectorAll('.contents a')];
  if (links.length > 0) {
    const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const follow = () => {
      const here = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
      for (const [position, link] of links.entries()) link.classList.toggle('is-here', position === here);
    };
    addEventListener('scroll', () => requestAnimationFrame(follow), { passive: true });
    follow();
  }

  // Progress
  const draw = (slug, done) => {
    for (const mark of document.querySelectorAll(`[data-progress="${CSS.escape(slug)}"]`)) {
      mark.value = done;
      mark.ariaLabel = done === mark.max ? 'done' : `${done} of ${mark.max} steps done`;
    }
  };

  if (page.dataset.mode === 'live') followServer();
  else rememberTicks();

  /** Only while the page is seen: a browser has few connections to one server, and every open tab would hold one. */
  function followServer() {
    let events;
    const follow = () => {
      events?.close();
      if (document.hidden) return;
      events = new EventSource('/progress');
      events.addEventListener('message', ({ data }) => {
        for (const { slug, done } of JSON.parse(data)) draw(slug, done);
      });
    };
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', () => events?.close());
    addEventListener('pageshow', (event) => event.persisted && follow());
    follow();
  }

  /** Without a server, what is done is what the reader has ticked. */
  function rememberTicks() {
    const ticks = JSON.parse(stored('ticks') ?? '{}');
    const show = () => {
      for (const mark of document.querySelectorAll('[data-progress]')) {
        draw(mark.dataset.progress, ticks[mark.dataset.progress]?.length ?? 0);
      }
    };
    for (const box of document.querySelectorAll('[data-tick]')) {
      box.checked = ticks[box.dataset.tick]?.includes(box.value) ?? false;
      box.addEventListener('change', () => {
        const others = (ticks[box.dataset.tick] ?? []).filter((step) => step !== box.value);
        ticks[box.dataset.tick] = box.checked ? [...others, box.value] : others;
        store('ticks', JSON.stringify(ticks));
        show();
      });
    }
    show();
  }

  // Check this chapter
  const form = document.querySelector('[data-check]');
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    const outcome = form.querySelector('.outcome');
    const items = [...document.querySelectorAll('[data-step]')];
    button.disabled = true;
    button.textContent = 'Checking …';
    outcome.textContent = '';
    document.querySelector('.trouble')?.remove();
    for (const item of items) {
      delete item.dataset.verdict;
      item.querySelector('.verdict-word').textContent = '';
      item.querySelector('.verdict').replaceChildren();
    }
    try {
      const response = await fetch(form.action, { method: 'POST' });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      let replayable;
      for await (const line of linesOf(response.body)) {
        const result = JSON.parse(line);
        if (result.waiting) outcome.textContent = result.waiting;
        if (showResult(result) && result.isReplayable) replayable = result.step;
      }
      // Only now: what can be replayed is known when the last check is through.
      if (replayable !== undefined) offerReplay(replayable);
    } catch (error) {
      showTrouble(`The check could not run: ${error.message}. Is "npm run docs" still running?`);
    }
    const passed = items.filter((item) => item.dataset.verdict === 'passed');
    for (const item of passed) item.querySelector('[data-fragment]').hidden = false;
    const done = passed.length;
    outcome.textContent = `${done} of ${items.length} steps hold.`;
    button.disabled = false;
    button.textContent = 'Check again';
  });

  async function* linesOf(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      yield* lines;
    }
  }

  /** A step holds when all of its checks do. The first failure of all is the one to look at, so only it is told in full. */
  function showResult({ step, failure, error }) {
    if (error !== undefined) return showTrouble(error);
    const item = document.querySelector(`[data-step="${step}"]`);
    if (item === null || item.dataset.verdict === 'failed') return false;
    const isFirst = failure !== undefined && document.querySelector('[data-verdict="failed"]') === null;
    item.dataset.verdict = failure === undefined ? 'passed' : 'failed';
    item.querySelector('.verdict-word').textContent = failure === undefined ? 'holds' : 'not yet';
    if (isFirst) item.querySelector('.verdict').append(element('pre', { textContent: failure, tabIndex: 0 }));
    return isFirst;
  }

  /** The request of the failed check, in both programs: fetched when it is opened, since it starts them. */
  function offerReplay(step) {
    const summary = element('summary', { textContent: 'Send that request again, beside the solution' });
    const place = element('div', { className: 'replay-body' });
    place.setAttribute('aria-live', 'polite');
    const details = element('details', { className: 'replay' }, summary, place);
    details.addEventListener('toggle', async () => {
      if (!details.open) return;
      place.replaceChildren(element('p', { textContent: 'Sending …' }));
      try {
        const response = await fetch(`/replay/${form.dataset.check}`, { method: 'POST' });
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
        place.replaceChildren(...parsed.body.childNodes);
      } catch (error) {
        place.replaceChildren(element('p', { textContent: `It could not be sent: ${error.message}.` }));
      }
    });
    document.querySelector(`[data-step="${step}"] .verdict`).append(details);
  }

  function showTrouble(text) {
    form.after(element('p', { className: 'trouble', textContent: text }));
  }

  // Predict: choose, then ask the learner's own program
  for (const question of document.querySelectorAll('[data-predict]')) {
    question.addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = question.querySelector('button');
      const place = question.parentElement.querySelector('.predict-verdict');
      const { predict: slug, index } = question.dataset;
      const choice = new FormData(question).get('choice');
      button.disabled = true;
      try {
        const response = await fetch('/x-ray/predict', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/html' },
          body: JSON.stringify({ slug, index: Number(index), choice }),
        });
        const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
        if (!response.ok) throw new Error(parsed.querySelector('h1')?.textContent ?? `it answered ${response.status}`);
        place.replaceChildren(...parsed.body.childNodes);
      } catch (error) {
        place.replaceChildren(
          element('p', { className: 'trouble', textContent: `It could not be asked: ${error.message}` }),
        );
      }
      button.disabled = false;
    });
  }

  // Differences, fetched when they are opened
  for (const details of document.querySelectorAll('[data-fragment]')) {
    details.addEventListener('toggle', async () => {
      if (!details.open) return;
      const response = await fetch(details.dataset.fragment, { headers: { 'x-fragment': '1' } });
      const parsed = new DOMParser().parseFromString(await response.text(), 'text/html');
      const place = details.querySelector('.difference-body');
      place.replaceChildren(...parsed.body.childNodes);
      for (const figure of place.querySelectorAll('figure')) addCopyButton(figure);
    });
  }

  // Search
  let search;
  const openSearch = async () => {
    search ??= makeSearch();
    search.dialog.showModal();
    search.input.select();
    await search.load();
  };
  document.querySelector('[data-search]')?.addEventListener('click', openSearch);
  addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut || search?.dialog.open) return;
    event.preventDefault();
    openSearch();
  });

  function makeSearch() {
    const input = element('input', { type: 'search', placeholder: 'Search the workshop', autocomplete: 'off' });
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-label': 'Search',
      'aria-expanded': 'true',
      'aria-controls': 'found',
    })) {
      input.setAttribute(name, value);
    }
    const list = element('div', { id: 'found' });
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Results');
    const note = element('p', { textContent: 'Type to search.' });
    const dialog = element('dialog', { className: 'search' }, input, list, note);
    dialog.setAttribute('aria-label', 'Search');
    body.append(dialog);
    let index;
    let selected = 0;

    const select = (position) => {
      const items = [...list.children];
      if (items.length === 0) return;
      selected = (position + items.length) % items.length;
      for (const [number, item] of items.entries()) item.setAttribute('aria-selected', String(number === selected));
      input.setAttribute('aria-activedescendant', items[selected].id);
      items[selected].scrollIntoView({ block: 'nearest' });
    };

    const show = () => {
      const results =
        index === undefined || input.value.trim() === ''
          ? []
          : index.search(input.value, { prefix: true, fuzzy: 0.2, boost: { title: 3, page: 2 } }).slice(0, 12);
      list.replaceChildren(
        ...results.map(({ title, page: name, place, text }, number) => {
          const address = new URL(place, new URL('../', new URL(assets, location.href)));
          // The link is the option: one thing to point at, to read out and to open in another tab.
          const item = element(
            'a',
            { id: `found-${number}`, href: place.startsWith('/') ? place : address.href, tabIndex: -1 },
            title,
            element('small', { textContent: `${name} · ${text}` }),
          );
          item.setAttribute('role', 'option');
          return item;
        }),
      );
      note.hidden = results.length > 0;
      note.textContent = input.value.trim() === '' ? 'Type to search.' : 'Nothing found.';
      select(0);
    };

    input.addEventListener('input', show);
    input.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') select(selected + 1);
      else if (event.key === 'ArrowUp') select(selected - 1);
      else if (event.key === 'Enter') list.children[selected]?.click();
      // Browsers empty a search field first, and close the dialog at the second stroke.
      else if (event.key === 'Escape') dialog.close();
      else return;
      event.preventDefault();
    });
    list.addEventListener('click', () => dialog.close());
    list.addEventListener('mousemove', ({ target }) => {
      const position = [...list.children].indexOf(target.closest('a'));
      if (position >= 0 && position !== selected) select(position);
    });
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());

    const load = async () => {
      if (index !== undefined) return;
      await loadScript(`${assets}minisearch.js`);
      await loadScript(`${assets}search-index.js`);
      index = window.MiniSearch.loadJS(window.trellisIndex, {
        fields: ['title', 'text', 'page'],
        storeFields: ['title', 'page', 'place', 'text'],
      });
      show();
    };
    return { dialog, input, load };
  }

  function loadScript(src) {
    return new Promise((resolve, reject) => {
      const script = element('script', { src });
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`${src} did not load`)));
      document.head.append(script);
    });
  }
})();
