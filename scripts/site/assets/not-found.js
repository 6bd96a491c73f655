// The page for an address that leads nowhere: looks for what the address says, and for whatever else the reader types.
(() => {
  const place = document.querySelector('[data-find]');
  const { find: home, index } = place.dataset;

  const load = (name) =>
    new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement('script'), { src: `${home}assets/${name}` });
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      document.head.append(script);
    });

  /** `/docs/guide/midleware/` asks for `midleware`. */
  const asked = () => {
    const { pathname } = location;
    const path = pathname.startsWith(home) ? pathname.slice(home.length) : pathname;
    const names = path.replace(/(\/index)?\.\w+$|\/$/g, '').split('/');
    const words = decodeURI(names.at(-1)).replace(/^\d+/, '');
    return words
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ')
      .trim();
  };

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  const start = async () => {
    await Promise.all([load('search-engine.js'), load(index)]);
    await load('finder.js');
    const find = window.trellisFinder(window.trellisIndex);
    const input = element('input', { type: 'search', id: 'wanted', value: asked() });
    const label = element('label', { htmlFor: 'wanted', textContent: 'Search the workshop' });
    const list = element('ul', { className: 'found' });
    const note = element('p', { textContent: 'Nothing found. Try fewer or more general words.' });
    note.setAttribute('role', 'status');
    const show = () => {
      const query = input.value.trim();
      const results = query === '' ? [] : find(query, 6);
      list.replaceChildren(
        ...results.map(({ title, where, place: target }) => {
          const href = target.startsWith('/') ? target : home + target;
          return element(
            'li',
            {},
            element('a', { href, textContent: title }),
            element('small', { textContent: where }),
          );
        }),
      );
      note.hidden = results.length > 0 || query === '';
    };
    input.addEventListener('input', show);
    show();
    place.replaceChildren(element('p', {}, label, input), list, note);
  };
  // Without the index, the page still has its link to the start.
  start().catch(() => {});
})();
