// Finds sections for what a learner might type. search.test.ts also runs it, with a table of such queries.
(() => {
  const stopWords = new Set(
    'a an the i my me you your we it is are was be do does did how what why when where which who can could should will would to of in on at by for from with and or not this that there get make have has'.split(
      ' ',
    ),
  );
  /** What learners type, and the terms that the pages use. */
  const synonyms = [
    [/.*\beaddrinuse\b.*/g, 'port taken'],
    [/.*\b(econnrefused|failed to connect)\b.*/g, 'not listening'],
    [/.*\b(err_module_not_found|cannot find module)\b.*/g, 'import names a file that does not exist'],
    [/.*\benoent\b.*/g, 'folder does not exist'],
    [/\bunhandled ?rejections?\b/g, 'promise rejected nothing handled'],
    [/\b(log|sign)(ging|s)? ?in\b/g, 'login'],
    [/\b(log|sign)(ging|s)? ?out\b/g, 'logout'],
    [/\blogg(ing|er)\b/g, 'services log'],
    [/\bauth\b/g, 'authentication'],
    [/\bsse\b|\beventsource\b/g, 'server sent events'],
    [/\bswagger\b/g, 'openapi'],
    [/\bhealth ?checks?\b/g, 'health checks'],
    [/\bdocker(file)?\b/g, 'container image'],
    [/\bbrute ?force\b/g, 'limit guesses'],
    [/\bpagination\b/g, 'long lists in pages'],
    [/\bwindows\b/g, 'powershell'],
    [/\b(stuck|help me)\b/g, 'stuck hint'],
    [/\bpostgres\b/g, 'postgresql'],
    [/\bport \d+\b/g, 'port'],
    [/\bdeploy(s|ing)?\b/g, 'deployment'],
    [/\brate limit(s|ing|er)?\b/g, 'rate limits'],
    [/\b422\b/g, '400 validating input'],
    [/\bjwt\b/g, 'json web tokens'],
  ];
  /** Sections with these titles, and the map of names, rank lower: they mention many terms and explain none of them. */
  const overviews = /^(You will build|Recap|Going further|What has changed|Commands|The chapters|Answers)$/;
  /** Pages about how the workshop is made. */
  const internals = /^(Decisions|Changelog|Working on Trellis|Names in the specification)/;
  /** For a status code: a reference lists nearly all of them, and a chapter says when to send one. Part V builds the framework. */
  const teaching = ({ kind, page }) => {
    if (kind !== 'Chapters') return kind === 'Guide' ? 1.5 : 1;
    return Number.parseInt(page, 10) < 22 ? 4 : 2.5;
  };

  const wordsOf = (text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);

  /** `runs` and `tests` are `run` and `test`. */
  const stem = (word) => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

  globalThis.trellisFinder = (MiniSearch, sections) => {
    const index = new MiniSearch({
      fields: ['title', 'keywords', 'page', 'text'],
      tokenize: wordsOf,
      processTerm: stem,
    });
    index.addAll(sections.map((section, id) => ({ ...section, id })));
    const boost = { title: 5, keywords: 4, page: 3, text: 1 };
    const importance = (section, code) => {
      const { title, page, text } = section;
      const usual = overviews.test(title) || internals.test(page) ? 0.25 : page === 'Glossary' ? 0.3 : 1;
      if (code === undefined) return usual;
      // `409 Conflict`: the section names the code, and doesn't only mention it.
      const isNamed = new RegExp(`\\b${code} [A-Z][a-z]`).test(text);
      const isAside = title === 'Under the hood';
      return usual * teaching(section) * (isNamed ? 1.4 : 1) * (isAside ? 0.4 : 1);
    };
    /** For an error message, only the section whose title it is: the more of the question it contains, and the less else. */
    const closeness = ({ title, page }, telling) => {
      if (page !== 'Troubleshooting') return 1;
      const own = new Set(
        wordsOf(title)
          .map(stem)
          .filter((word) => !stopWords.has(word)),
      );
      const shared = telling.length > 1 ? telling.filter((word) => own.has(stem(word))).length : 0;
      return 0.5 + 12 * (shared / Math.max(telling.length, own.size)) ** 2;
    };
    const isLong = (word) => word.length >= 5 && !/\d/.test(word);

    return (query, most = 12) => {
      // What a message quotes is the learner's own name for something.
      const general =
        query
          .toLowerCase()
          .replace(/(['"`])[^'"`]+\1/g, ' ')
          .trim() || query.toLowerCase();
      const asked = synonyms.reduce((text, [pattern, words]) => text.replace(pattern, words), general);
      const words = wordsOf(asked);
      const telling = words.filter((word) => !stopWords.has(word));
      const terms = telling.length > 0 ? telling : words;
      const code = /^[1-5]\d\d$/.exec(query.trim())?.[0];
      const boostDocument = (id) => importance(sections[id], code) * closeness(sections[id], telling);
      const search = (options) => index.search(terms.join(' '), { boost, boostDocument, ...options });
      const beginning = (word, position) => position === terms.length - 1 && word.length >= 2 && !/^\d+$/.test(word);
      // Exact words first, then prefixes, then typos, and only then sections that lack one of the words.
      const found = new Map();
      for (const options of [
        { combineWith: 'AND' },
        { combineWith: 'AND', prefix: beginning },
        { combineWith: 'AND', prefix: beginning, fuzzy: (word) => isLong(word) && 0.2 },
        ...(terms.length > 1 ? [{ combineWith: 'OR' }] : []),
        { combineWith: 'OR', fuzzy: (word) => isLong(word) && 0.2 },
      ]) {
        if (found.size >= most) break;
        for (const result of search(options)) if (!found.has(result.id)) found.set(result.id, result);
      }
      return [...found.values()].slice(0, most).map(({ id, terms: matched }) => {
        const { title, page, place, text } = sections[id];
        return { title, page, place, words: matched, excerpt: excerptOf(text, matched) };
      });
    };
  };

  /** The part of the section around the first matching word. */
  function excerptOf(text, words) {
    const lower = text.toLowerCase();
    const places = words
      .map((word) => lower.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u')))
      .filter((at) => at >= 0);
    const first = places.length > 0 ? Math.min(...places) : 0;
    const start = first < 60 ? 0 : text.indexOf(' ', first - 40) + 1;
    const end = start + 160;
    const last = end < text.length ? text.lastIndexOf(' ', end) : end;
    return (start > 0 ? '… ' : '') + text.slice(start, last) + (last < text.length ? ' …' : '');
  }
})();
