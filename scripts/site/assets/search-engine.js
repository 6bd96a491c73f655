// Reads the index of the search, which search-pack.ts writes, and scores sections for words. A word is read when it is searched for.
(() => {
  const wordsOf = (text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);

  /** `runs` and `tests` are `run` and `test`. */
  const stem = (word) => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

  const stopWords = new Set(
    wordsOf(
      'a an the i my me you your we it is are was be do does did how what why when where which who can could should will would to of in on at by for from with and or not this that there get make have has already always just now only still yet',
    ),
  );

  /** The anchor of nearly every heading, so that the index need not contain it. */
  const anchorOf = (title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');

  /** The characters that write numbers. None of them has a meaning in a string or in markup. */
  const alphabet = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).filter(
    (sign) => !'"\\<'.includes(sign),
  );
  /** Their kinds: the last digit of a distance, its digits before that, and how often a word occurs, if it isn't once. */
  const digits = { last: 64, other: 18, most: alphabet.length - 64 - 18 + 1 };
  const digitOf = new Map(alphabet.map((sign, value) => [sign, value]));

  /** How often a word occurs in each section that contains it. The sections are written as distances from one to the next. */
  const readPostings = (line) => {
    const found = new Map();
    let [section, rest] = [-1, 0];
    for (const sign of line) {
      const value = digitOf.get(sign);
      if (value >= digits.last + digits.other) found.set(section, value - digits.last - digits.other + 2);
      else if (value >= digits.last) rest = rest * digits.other + value - digits.last + 1;
      else {
        section += rest * digits.last + value + 1;
        found.set(section, 1);
        rest = 0;
      }
    }
    return found;
  };

  /** Each word shares its beginning with the one before: the capital letter says how much of it. */
  const readWords = (text) => {
    let last = '';
    return text.match(/[A-Z][^A-Z]*/g)?.map((entry) => {
      last = last.slice(0, entry.charCodeAt(0) - 65) + entry.slice(1);
      return last;
    });
  };

  const readSections = ({ pages, titles, anchors, openings, named }) => {
    const sections = [];
    for (const [page, kind, address, count] of pages) {
      for (let left = count; left > 0; left--) {
        const id = sections.length;
        const [title, anchor] = [titles[id], anchors[id] ?? anchorOf(titles[id])];
        const place = anchor === '' ? address : `${address}#${anchor}`;
        sections.push({ title, page, kind, place, opening: openings[id], named: named[id] ?? [] });
      }
    }
    return sections;
  };

  const countsOf = (words) => {
    const counts = new Map();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };

  /** The title, the page and the keywords of the sections are short, so they are counted here. */
  const shortField = (texts) => {
    const known = new Map();
    const wordsIn = (text) => {
      if (!known.has(text)) known.set(text, wordsOf(text).map(stem));
      return known.get(text);
    };
    const words = texts.map(wordsIn);
    const postings = new Map();
    for (const [id, own] of words.entries()) {
      for (const [word, count] of countsOf(own)) {
        if (!postings.has(word)) postings.set(word, new Map());
        postings.get(word).set(id, count);
      }
    }
    return fieldOf(
      words.map(({ length }) => length),
      (word) => postings.get(word),
      [...postings.keys()],
    );
  };

  const fieldOf = (lengths, postingsOf, words) => {
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    return { lengths, average, postingsOf, words };
  };

  const longField = ({ words, postings, lengths }) => {
    const known = readWords(words) ?? [];
    const lines = postings.split(' ');
    const lineOf = new Map(known.map((word, index) => [word, lines[index]]));
    const read = new Map();
    const postingsOf = (word) => {
      if (!read.has(word) && lineOf.has(word)) read.set(word, readPostings(lineOf.get(word)));
      return read.get(word);
    };
    return fieldOf(lengths, postingsOf, known);
  };

  const isSwapped = (one, row, other, column) =>
    one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];

  /** The typing mistakes between two words, if they aren't more than `most`: a letter too many, missing, wrong, or two swapped. */
  const distanceOf = (one, other, most) => {
    if (Math.abs(one.length - other.length) > most) return undefined;
    const width = other.length + 1;
    // Three rows of the usual table are enough.
    let [beforeLast, last, next] = [0, 1, 2].map(() => new Uint8Array(width));
    for (let column = 0; column < width; column++) last[column] = column;
    for (let row = 1; row <= one.length; row++) {
      let leastOfRow = row;
      next[0] = row;
      for (let column = 1; column < width; column++) {
        const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
        let least = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
        if (row > 1 && column > 1 && isSwapped(one, row, other, column))
          least = Math.min(least, beforeLast[column - 2] + 1);
        next[column] = least;
        leastOfRow = Math.min(leastOfRow, least);
      }
      if (leastOfRow > most) return undefined;
      [beforeLast, last, next] = [last, next, beforeLast];
    }
    return last[width - 1] <= most ? last[width - 1] : undefined;
  };

  /** BM25+, with the parameters that are usual. */
  const bm25 = (count, matching, total, length, average) => {
    const rarity = Math.log(1 + (total - matching + 0.5) / (matching + 0.5));
    return rarity * (0.5 + (count * 2.2) / (count + 1.2 * (0.3 + (0.7 * length) / average)));
  };

  globalThis.trellisWords = { wordsOf, stem, stopWords, anchorOf, alphabet, digits };

  /** `boosts` says how much a word counts in each field. */
  globalThis.trellisEngine = (packed, boosts) => {
    const sections = readSections(packed);
    const fields = Object.entries({
      title: shortField(packed.titles),
      keywords: shortField(sections.map((_, id) => packed.keywords[id] ?? '')),
      page: shortField(sections.map(({ page }) => page)),
      text: longField(packed),
    });
    const vocabulary = [...new Set(fields.flatMap(([, { words }]) => words))];

    /** The words of the pages that one word of a query may mean, and how much each of them counts. */
    const meant = (term, isBeginning, mistakes) => {
      if (!isBeginning && mistakes === 0) return new Map([[term, 1]]);
      const key = `${term} ${isBeginning} ${mistakes}`;
      if (!meanings.has(key)) meanings.set(key, meaningsOf(term, isBeginning, mistakes));
      return meanings.get(key);
    };
    const meanings = new Map();
    const meaningsOf = (term, isBeginning, mistakes) => {
      const words = new Map([[term, 1]]);
      for (const word of vocabulary) {
        if (word === term) continue;
        const { length } = word;
        const isLonger = isBeginning && word.startsWith(term);
        const wrong = isLonger || mistakes === 0 ? undefined : distanceOf(term, word, mistakes);
        if (isLonger) words.set(word, (0.375 * length) / (length + 0.3 * (length - term.length)));
        else if (wrong !== undefined) words.set(word, (0.45 * length) / (length + wrong));
      }
      return words;
    };

    const scoresOf = (term, { isBeginning, mistakes, weight }) => {
      const scores = new Map();
      for (const [word, share] of meant(term, isBeginning, mistakes)) {
        for (const [name, { postingsOf, lengths, average }] of fields) {
          const postings = postingsOf(word) ?? new Map();
          for (const [id, count] of postings) {
            const own = bm25(count, postings.size, sections.length, lengths[id], average);
            const before = scores.get(id) ?? { score: 0, words: new Set() };
            before.score += share * boosts[name] * weight(id) * own;
            before.words.add(word);
            scores.set(id, before);
          }
        }
      }
      return scores;
    };

    /** The sections with all words, or with any of them, best first. */
    const search = (terms, { needsAll, isBeginning, mistakes, weight }) => {
      const all = terms.map(stem).map((term, position) =>
        scoresOf(term, {
          isBeginning: isBeginning?.(term, position) ?? false,
          mistakes: mistakes?.(term) ?? 0,
          weight,
        }),
      );
      const found = new Map();
      for (const scores of all) {
        for (const [id, { score, words }] of scores) {
          const before = found.get(id) ?? { id, score: 0, matched: 0, words: [] };
          const next = {
            id,
            score: before.score + score,
            matched: before.matched + 1,
            words: [...before.words, ...words],
          };
          found.set(id, next);
        }
      }
      return [...found.values()]
        .filter(({ matched }) => !needsAll || matched === all.length)
        .sort((one, other) => other.score * other.matched - one.score * one.matched);
    };
    return { sections, search };
  };
})();
