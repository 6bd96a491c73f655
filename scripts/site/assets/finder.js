// Finds sections for what a learner might type. search.test.ts also runs it, with a table of such queries.
(() => {
  const { wordsOf, stem, stopWords } = globalThis.trellisWords;
  /** What learners type, and the terms that the pages use. */
  const synonyms = [
    [/.*\beaddrinuse\b.*/g, 'port taken'],
    [/.*\b(econnrefused|failed to connect)\b.*/g, 'not listening'],
    [/.*\b(err_module_not_found|cannot find module)\b.*/g, 'import names a file that does not exist'],
    [/.*\benoent\b.*/g, 'folder does not exist'],
    [/\bunhandled ?rejections?\b/g, 'promise rejected nothing handled'],
    [/\b(log|sign)(ging|s)? ?in\b/g, 'login'],
    [/\b(log|sign)(ging|s)? ?out\b/g, 'logout'],
    [/\blogg(ing|er)\b/g, 'log'],
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
    [/\b(change|set|use) (a|the|another|a different) port\b|\b(another|different|other) port\b/g, 'port taken'],
    [/\bport \d+\b/g, 'port'],
    [/\b(where|how) (do|can|should) (i|we) (start|begin)$/g, 'overview start'],
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

  /** The types of the names that all examples use. */
  const receivers = { ctx: 'Context', app: 'App', client: 'Client' };
  /** In `npm run hint 05`, all but the name of the command. */
  const callsCommand = (word) => /^(npm|run|\d+)$/.test(word);

  /** What is shown beside a title: its page, unless the result is the page itself. */
  const whereIs = (title, page, kind) => {
    if (page === title) return kind;
    if (!page.endsWith(title)) return page;
    const rest = page.slice(0, -title.length).replace(/[: ]+$/, '');
    return /^\d+$/.test(rest) ? `Chapter ${rest}` : rest;
  };

  const boosts = { title: 5, keywords: 4, page: 3, text: 1 };

  globalThis.trellisFinder = (packed) => {
    const { sections, search } = globalThis.trellisEngine(packed, boosts);
    const importance = (section, code) => {
      const { title, page, named } = section;
      const usual = overviews.test(title) || internals.test(page) ? 0.25 : page === 'Glossary' ? 0.3 : 1;
      if (code === undefined) return usual;
      // `409 Conflict`: the section names the code, and doesn't only mention it.
      const isNamed = named.includes(code);
      const isAside = title === 'Under the hood';
      return usual * teaching(section) * (isNamed ? 1.4 : 1) * (isAside ? 0.4 : 1);
    };
    /** A title that consists of words of the query is about nothing else: `CORS` for `cors error`, `npm run hint 05` for `hint`. */
    const isWholeTitle = ({ title }, terms) => {
      const own = wordsOf(title).filter((word) => !stopWords.has(word) && !callsCommand(word));
      return own.length > 0 && own.every((word) => terms.has(stem(word)));
    };
    /** `ctx.json` is a member of `Context`, whose section in the reference declares it. */
    const isReceiver = ({ title, page }, receiver) => page.startsWith('API reference: ') && title === receiver;
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
    const mistakes = (word) => (isLong(word) ? Math.min(6, Math.round(word.length * 0.2)) : 0);

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
      const receiver = receivers[/^(\w+)\.\w/.exec(query.trim())?.[1]];
      const stems = new Set(terms.map(stem));
      const weights = new Map();
      const weightOf = (section) =>
        importance(section, code) *
        closeness(section, telling) *
        (code === undefined && isWholeTitle(section, stems) ? 1.25 : 1) *
        (isReceiver(section, receiver) ? 2 : 1);
      const weight = (id) => {
        if (!weights.has(id)) weights.set(id, weightOf(sections[id]));
        return weights.get(id);
      };
      const isBeginning = (word, position) => position === terms.length - 1 && word.length >= 2 && !/^\d+$/.test(word);
      // Exact words first, then prefixes, then typos, and only then sections that lack one of the words.
      const found = new Map();
      for (const options of [
        { needsAll: true },
        { needsAll: true, isBeginning },
        { needsAll: true, isBeginning, mistakes },
        ...(terms.length > 1 ? [{ needsAll: false }] : []),
        { needsAll: false, mistakes },
      ]) {
        if (found.size >= most) break;
        for (const result of search(terms, { ...options, weight }))
          if (!found.has(result.id)) found.set(result.id, result);
      }
      return [...found.values()].slice(0, most).map(({ id, words: matched }) => {
        const { title, page, kind, place, opening } = sections[id];
        return { title, page, where: whereIs(title, page, kind), place, words: matched, excerpt: opening };
      });
    };
  };
})();
