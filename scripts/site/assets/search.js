// The search: a dialog that is there at once, and loads what it searches when it is opened for the first time.
(() => {
  const { assets, element, loadScript } = window.trellis;
  const attributes = (target, values) => {
    for (const [name, value] of Object.entries(values)) target.setAttribute(name, value);
    return target;
  };
  const input = attributes(
    element('input', { type: 'search', placeholder: 'Search the workshop', autocomplete: 'off' }),
    { role: 'combobox', 'aria-label': 'Search', 'aria-expanded': 'false', 'aria-controls': 'found' },
  );
  const list = attributes(element('div', { id: 'found' }), { role: 'listbox', 'aria-label': 'Results' });
  const note = element('p', { textContent: 'Loading …' });
  const key = (name, use) => element('span', {}, element('kbd', { textContent: name }), ` ${use}`);
  const keys = [key('↑ ↓', 'choose'), key('Enter', 'open'), key('Esc', 'close')];
  const foot = attributes(element('p', { className: 'search-keys' }, ...keys), { 'aria-hidden': 'true' });
  // A phone has no Esc key.
  const close = element('button', { type: 'button', className: 'icon-button', textContent: 'Close' });
  const parts = [input, close, list, note, foot];
  const dialog = attributes(element('dialog', { className: 'search' }, ...parts), { 'aria-label': 'Search' });
  let find;
  let selected = 0;

  const select = (position) => {
    const items = [...list.children];
    input.setAttribute('aria-expanded', String(items.length > 0));
    if (items.length === 0) return input.removeAttribute('aria-activedescendant');
    selected = (position + items.length) % items.length;
    for (const [number, item] of items.entries()) item.setAttribute('aria-selected', String(number === selected));
    input.setAttribute('aria-activedescendant', items[selected].id);
    items[selected].scrollIntoView({ block: 'nearest' });
  };

  /** The words that were found, marked. */
  const marked = (text, words) => {
    if (words.length === 0) return [text];
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return text
      .split(new RegExp(`(${escaped.join('|')})`, 'gi'))
      .map((part, index) => (index % 2 === 1 ? element('mark', { textContent: part }) : part));
  };

  const show = () => {
    const query = input.value.trim();
    const results = find === undefined || query === '' ? [] : find(query);
    list.replaceChildren(
      ...results.map(({ title, where, place, excerpt, words }, number) => {
        const address = new URL(place, new URL('../', new URL(assets, location.href)));
        // The link is the option: one thing to point at, to read out and to open in another tab.
        const item = element(
          'a',
          { id: `found-${number}`, href: place.startsWith('/') ? place : address.href, tabIndex: -1 },
          element('small', { textContent: where }),
          element('span', {}, ...marked(title, words)),
          element('small', {}, ...marked(excerpt, words)),
        );
        item.setAttribute('role', 'option');
        return item;
      }),
    );
    note.hidden = results.length > 0;
    note.textContent =
      find === undefined
        ? 'Loading …'
        : query === ''
          ? 'Type a word, a status code or an error message.'
          : `Nothing found. ${query.includes(' ') ? 'Try fewer words.' : 'Check the spelling, or try a more general word.'}`;
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
  for (const part of [close, list]) part.addEventListener('click', () => dialog.close());
  list.addEventListener('mousemove', ({ target }) => {
    const position = [...list.children].indexOf(target.closest('a'));
    if (position >= 0 && position !== selected) select(position);
  });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());

  const load = async () => {
    const { searchIndex } = document.body.dataset;
    await Promise.all([loadScript(`${assets}search-engine.js`), loadScript(`${assets}${searchIndex}`)]);
    await loadScript(`${assets}finder.js`);
    find = window.trellisFinder(window.trellisIndex);
    show();
  };
  const begin = () => {
    document.body.append(dialog);
    load().catch((error) => {
      note.textContent = `The search could not be loaded: ${error.message}.`;
    });
  };

  window.trellis.openSearch = () => {
    if (!dialog.isConnected) begin();
    dialog.showModal();
    input.select();
  };
})();
