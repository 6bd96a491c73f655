// The interactive parts of every page. Each part looks for its own elements, and does nothing if there are none.
(() => {
  const { documentElement: page, body } = document;
  const assets = body.dataset.assets.replace(/\/?$/, '/');

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  /** Parses markup from our own server, which has already escaped every value in it. */
  const parse = (markup) => [...new DOMParser().parseFromString(markup, 'text/html').body.childNodes];

  // Some browsers provide no storage for files on disk or in private windows. The page works without it.
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

  let toast;
  const say = (...words) => {
    toast?.remove();
    toast = element('div', { className: 'toast', role: 'status' }, ...words);
    body.append(toast);
    const shown = toast;
    setTimeout(() => shown.remove(), 8000);
  };

  // Light and dark
  document.querySelector('[data-theme-toggle]')?.addEventListener('click', () => {
    const isDark = page.dataset.theme
      ? page.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    page.dataset.theme = isDark ? 'light' : 'dark';
    store('theme', page.dataset.theme);
    matchPictures();
  });
  /** Pictures follow the choice, too, and not only the system. */
  const matchPictures = () => {
    const { theme } = page.dataset;
    if (!theme) return;
    for (const source of document.querySelectorAll('source')) source.media = theme === 'dark' ? 'all' : 'not all';
  };
  matchPictures();

  // The list of pages on a phone
  const menu = document.querySelector('[data-menu]');
  const list = document.getElementById('pages');
  const openMenu = (isOpen) => {
    list.classList.toggle('is-open', isOpen);
    menu.setAttribute('aria-expanded', String(isOpen));
  };
  menu?.addEventListener('click', () => openMenu(!list.classList.contains('is-open')));
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !list.classList.contains('is-open')) return;
    openMenu(false);
    menu.focus();
  });

  // The list is longer than the window: scroll to the current page
  const here = list.querySelector('[aria-current="page"]');
  if (here !== null && here.offsetTop > list.clientHeight - 80) list.scrollTop = here.offsetTop - list.clientHeight / 2;

  // Copy buttons
  const addButton = (figure, text, className, label, onClick) => {
    let place = figure.querySelector('.code-buttons');
    if (place === null) {
      place = element('div', { className: 'code-buttons' });
      figure.append(place);
    }
    const button = element('button', { type: 'button', className, textContent: text, ariaLabel: label });
    button.addEventListener('click', () => onClick(button));
    place.append(button);
  };

  const copy = async (text, fallback) => {
    try {
      await navigator.clipboard.writeText(text);
      return 'Copied';
    } catch {
      // Not every page may write to the clipboard. Select the code, so that the reader can copy it by hand.
      if (fallback) getSelection().selectAllChildren(fallback);
      return 'Selected';
    }
  };

  /** Of a difference, the lines as they are afterwards: nobody can paste a plus or a minus. */
  const codeIn = (figure) => {
    const code = figure.querySelector('code');
    if (figure.dataset.language !== 'diff') return code.textContent;
    const lines = [...code.querySelectorAll('.line:not(.is-removed, .is-place)')];
    return lines.map(({ textContent }) => textContent.replace(/^[+ ]/, '')).join('\n');
  };

  const addCopyButton = (figure) => {
    const isTerminal = figure.dataset.language === 'sh';
    const name = isTerminal ? 'Terminal' : figure.querySelector('figcaption span, figcaption a')?.textContent;
    addButton(figure, 'Copy', 'copy', name ? `Copy: ${name}` : 'Copy', async (button) => {
      const code = figure.querySelector('code');
      button.textContent = await copy(codeIn(figure), code);
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
  };

  /** Only elements that scroll need to be tab stops. */
  const settleTabStops = (part) => {
    for (const box of part.querySelectorAll('pre[tabindex], :is(.scroll, .keep-scroll)[tabindex]')) {
      box.tabIndex = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight ? 0 : -1;
    }
  };

  /** Adds copy buttons and tab stops to a part of the page, including parts that are added later. */
  const furnish = (part) => {
    for (const figure of part.querySelectorAll('figure.code:not(.output, .diagram):not(:has(.copy))'))
      addCopyButton(figure);
    settleTabStops(part);
  };
  furnish(document);
  addEventListener('resize', () => settleTabStops(document));

  // A page can't detect whether an editor has opened, so it explains what to do if none has
  document.addEventListener('click', async ({ target }) => {
    const link = target.closest?.('a.editor');
    if (!link) return;
    const { path } = link.dataset;
    const isCopied = (await copy(path)) === 'Copied';
    say(
      `Opening ${path.split(/[\\/]/).at(-1)} … If nothing happens, ${isCopied ? 'paste its path, which is copied, into your editor' : `open ${path}`}. TRELLIS_EDITOR sets another editor.`,
    );
  });

  // The current heading: the last one that has scrolled past the top bar
  const links = [...document.querySelectorAll('.contents a')];
  if (links.length > 0) {
    const contents = document.querySelector('.contents');
    const [fold, label] = contents.querySelectorAll('details, summary');
    const isWide = matchMedia('(min-width: 76.01rem)');
    const settle = () => {
      fold.open = isWide.matches;
    };
    isWide.addEventListener('change', settle);
    settle();
    // In a narrow window it covers the text, so it closes when a link is chosen, and when the reader turns to something else
    addEventListener('click', ({ target }) => label.contains(target) || settle());
    addEventListener('keydown', ({ key }) => key === 'Escape' && settle());
    const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const follow = () => {
      const reached = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
      label.dataset.here = links[reached]?.textContent ?? '';
      for (const [position, link] of links.entries()) {
        if (position !== reached) link.removeAttribute('aria-current');
        else if (!link.hasAttribute('aria-current')) {
          link.setAttribute('aria-current', 'true');
          const { offsetTop } = link;
          const isSeen = offsetTop > contents.scrollTop && offsetTop < contents.scrollTop + contents.clientHeight - 40;
          if (!isSeen) contents.scrollTop = offsetTop - contents.clientHeight / 2;
        }
      }
    };
    addEventListener('scroll', () => requestAnimationFrame(follow), { passive: true });
    follow();
  }

  // Progress
  const draw = (slug, done, isDone, hasStar = false) => {
    for (const mark of document.querySelectorAll(`[data-progress="${CSS.escape(slug)}"]`)) {
      mark.dataset.done = done;
      mark.toggleAttribute('data-star', hasStar);
      mark.ariaLabel = isDone
        ? hasStar
          ? 'done, with a star'
          : 'done'
        : `${done} of ${mark.dataset.total} steps done`;
      document.querySelector(`[data-leaf="${CSS.escape(slug)}"]`)?.setAttribute('data-grown', String(isDone));
    }
  };

  /** Connects only while the page is visible: browsers limit the connections to a server, and each tab would hold one. */
  let events;
  const follow = () => {
    events?.close();
    if (document.hidden) return;
    const { chapter } = body.dataset;
    const onSave = stored('on-save') === 'no' ? '' : '&on-save=1';
    events = new EventSource(chapter ? `/progress?chapter=${chapter}${onSave}` : '/progress');
    events.addEventListener('message', ({ data }) => {
      for (const { slug, done, isDone, hasStar } of JSON.parse(data)) draw(slug, done, isDone, hasStar);
    });
    events.addEventListener('steps', ({ data }) =>
      dispatchEvent(new CustomEvent('steps', { detail: JSON.parse(data) })),
    );
  };

  /** Without a server, progress is what the reader has ticked off. */
  const rememberTicks = () => {
    const ticks = JSON.parse(stored('ticks') ?? '{}');
    const show = () => {
      for (const mark of document.querySelectorAll('[data-progress]')) {
        const done = ticks[mark.dataset.progress]?.length ?? 0;
        draw(mark.dataset.progress, done, String(done) === mark.dataset.total);
      }
      const states = [...document.querySelectorAll('[data-tick]')].map((box) => ({
        step: Number(box.value),
        state: box.checked ? 'passed' : 'open',
      }));
      if (states.length > 0) dispatchEvent(new CustomEvent('steps', { detail: { activity: 'idle', states } }));
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
  };

  // Runs after the other scripts, which listen for these events
  addEventListener('DOMContentLoaded', () => {
    if (page.dataset.mode !== 'live') return rememberTicks();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', () => events?.close());
    addEventListener('pageshow', (event) => event.persisted && follow());
    follow();
  });

  // A link from the time when the reference was one page
  const moved = () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place?.matches('[data-moved] *')) location.replace(place.querySelector('a').href);
  };
  addEventListener('hashchange', moved);
  moved();

  const loadScript = (src) =>
    new Promise((resolve, reject) => {
      const script = element('script', { src });
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`${src} did not load`)));
      document.head.append(script);
    });

  // At once, in the same event: the letters that are typed next belong into its field
  const openSearch = () => window.trellis.openSearch();
  document.querySelector('[data-search]')?.addEventListener('click', openSearch);
  const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select';
  addEventListener('keydown', (event) => {
    // The target of this event is the host of a shadow root: the editor is in one.
    const [target] = event.composedPath();
    const isTyping = target.isContentEditable || target.matches?.(fields);
    const isShortcut = event.key === '/' ? !isTyping : event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || target.isContentEditable || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    openSearch();
  });

  window.trellis = { assets, element, parse, stored, store, say, copy, addButton, furnish, follow, loadScript };
})();
