import type { WrongDesign } from '#check';

const plain = 'the welcome is plain text, and says which language it is in';
const highest = 'the language with the highest weight counts';
const first = 'of two languages with the same weight, the first one counts';
const spelling = 'spaces, regions, and upper or lower case make no difference';
const similar = 'a language whose code only looks similar is another one';
const unwanted = 'a language with the weight 0 is not wanted, and * is any that is not named';
const nonsense = 'a header that asks for none of the three, or makes no sense, leads to English';
const choice = 'the choice of a reader counts more than the header';
const others = 'one reader does not choose for the others';
const unknown = 'another language than the three cannot be chosen';
const forged = 'a choice that the program has not made counts for nothing';
const caches = 'caches know what the response depends on';

const ranked = 'ranked-by-a-middleware';
const weights = 'three-weights';
const server = 'choice-on-the-server';
const middleware = 'reader-language.ts';
const welcome = 'welcome.controller.ts';
const notes = 'notes.controller.ts';
const languages = 'languages.ts';

export default [
  {
    summary: 'The first language counts, whatever its weight.',
    of: ranked,
    edits: [{ file: middleware, find: '.sort((a, b) => b.weight - a.weight)', replace: '' }],
    fails: [highest, 'the weights are not read'],
  },
  {
    summary: 'A language without a weight has none.',
    of: ranked,
    edits: [{ file: middleware, find: 'weight === undefined ? 1 :', replace: 'weight === undefined ? 0 :' }],
    fails: [plain, 'the header `Accept-Language` is not read'],
  },
  {
    summary: 'Only the first digit of a weight is read.',
    of: weights,
    edits: [{ file: notes, find: 'q=([\\d.]+)', replace: 'q=(\\d\\.?\\d?)\\d*' }],
    fails: [highest, 'only a part of their digits is'],
  },
  {
    summary: 'Of two languages with the same weight, the last one counts.',
    of: ranked,
    edits: [{ file: middleware, find: '.map(toRange);', replace: '.map(toRange).reverse();' }],
    fails: [first, 'the last one wins'],
  },
  {
    summary: 'Of two languages with the same weight, English counts, then German.',
    of: weights,
    edits: [{ file: notes, find: ' || (weight === best.weight && place < best.place)', replace: '' }],
    fails: [first, 'always the same language'],
  },
  {
    summary: 'A region makes another language.',
    of: ranked,
    edits: [{ file: middleware, find: "range.split('-')[0] ?? ''", replace: 'range' }],
    fails: [spelling, 'before the spaces and the region are removed'],
  },
  {
    summary: 'Upper case makes another language.',
    of: weights,
    edits: [{ file: notes, find: 'name: name.toLowerCase()', replace: 'name' }],
    fails: [spelling, 'with regard to case'],
  },
  {
    summary: 'The first two letters are enough.',
    of: ranked,
    edits: [{ file: middleware, find: "range.split('-')[0] ?? ''", replace: 'range.slice(0, 2)' }],
    fails: [similar, '`frr` is North Frisian'],
  },
  {
    summary: 'A region counts as a language.',
    of: server,
    edits: [{ file: languages, find: '([a-z]+|\\*)(?:-[a-z\\d]+)*', replace: '([a-z]+|\\*)' }],
    fails: [spelling, 'before the spaces and the region are removed'],
  },
  {
    summary: 'A language with the weight 0 is one like any other.',
    of: ranked,
    edits: [
      {
        file: middleware,
        find: 'ranked.filter(({ weight }) => weight > 0)',
        replace: 'ranked.filter(({ weight }) => weight >= 0)',
      },
    ],
    fails: [unwanted, 'the weight 0 counts as a weight like any other'],
  },
  {
    summary: 'A * stands for nothing.',
    of: weights,
    edits: [{ file: notes, find: "ranges.filter(({ name }) => name === '*')", replace: '[]' }],
    fails: [unwanted, 'a `*` is ignored'],
  },
  {
    summary: 'A * stands for the languages that are named, too.',
    of: weights,
    edits: [
      {
        file: notes,
        find: "const matching = own.length > 0 ? own : ranges.filter(({ name }) => name === '*');",
        replace: "const matching = [...own, ...ranges.filter(({ name }) => name === '*')];",
      },
    ],
    fails: [unwanted, 'it also stands for the languages that the header names'],
  },
  {
    summary: 'Without a language of ours, there is no greeting.',
    of: ranked,
    edits: [{ file: middleware, find: "return 'en';", replace: "return '';" }],
    fails: [nonsense, 'the program has no answer if it finds no language'],
  },
  {
    summary: 'A header that makes no sense makes the program fail.',
    of: ranked,
    edits: [
      {
        file: middleware,
        find: 'weight: weight === undefined ? 1 : Number(weight) };',
        replace: 'weight: weight === undefined ? 1 : Number(/^[\\d.]+$/.exec(weight)![0]) };',
      },
    ],
    fails: [nonsense, 'takes every header for a well-formed one'],
  },
  {
    summary: 'The header counts more than the choice.',
    of: weights,
    edits: [
      {
        file: notes,
        find: "isLanguage(chosen) ? chosen : bestOf(ctx.header('Accept-Language'))",
        replace:
          "ctx.header('Accept-Language') === '' && isLanguage(chosen) ? chosen : bestOf(ctx.header('Accept-Language'))",
      },
    ],
    fails: [choice, 'the header is asked first'],
  },
  {
    summary: 'The choice is in a variable.',
    of: ranked,
    edits: [
      { file: middleware, find: "const chosen = ctx.cookie('language');", replace: 'const { chosen } = current;' },
      {
        file: middleware,
        find: 'export const greetings',
        replace: "export const current = { chosen: '' };\n\nexport const greetings",
      },
      { file: welcome, find: 'import { greetings,', replace: 'import { current, greetings,' },
      {
        file: welcome,
        find: "    ctx.setCookie('language', language);\n",
        replace: "    ctx.setCookie('language', language);\n    current.chosen = language;\n",
      },
    ],
    fails: [others, 'which all readers share'],
  },
  {
    summary: 'Every object has a constructor, so it is a language.',
    of: weights,
    edits: [{ file: notes, find: 'return Object.hasOwn(greetings, code);', replace: 'return code in greetings;' }],
    fails: [unknown, 'Every object has a `constructor`'],
  },
  {
    summary: 'Any language can be chosen.',
    of: ranked,
    edits: [
      {
        file: welcome,
        find: "    if (!greetings.has(language)) return ctx.status(404).json({ error: 'Unknown language' });\n",
        replace: '',
      },
    ],
    fails: [unknown, 'does not look whether it has a greeting'],
  },
  {
    summary: 'Whatever the cookie contains is a language.',
    of: ranked,
    edits: [
      {
        file: middleware,
        find: "greetings.has(chosen) ? chosen : preferred(ctx.header('Accept-Language'))",
        replace: "chosen || preferred(ctx.header('Accept-Language'))",
      },
    ],
    fails: [forged, 'A client can send any cookie'],
  },
  {
    summary: 'The cookie is for the paths below /language.',
    of: weights,
    edits: [{ file: notes, find: '{ maxAge: 365', replace: "{ path: '/language', maxAge: 365" }],
    fails: [choice, 'does not send it to /welcome'],
  },
  {
    summary: 'The greeting is JSON.',
    of: ranked,
    edits: [
      {
        file: welcome,
        find: "return ctx.status(200).send(greetings.get(language) ?? '');",
        replace: "return greetings.get(language) ?? '';",
      },
    ],
    fails: [plain, 'becomes JSON'],
  },
  {
    summary: 'The language of the response is the one that the browser prefers.',
    of: server,
    edits: [
      {
        file: 'language.controller.ts',
        find: "ctx.response.setHeader('Content-Language', language)",
        replace: "ctx.response.setHeader('Content-Language', this.#languages.of('', ctx.header('Accept-Language')))",
      },
    ],
    fails: [choice, 'and not what was sent'],
  },
  {
    summary: 'Caches are not told that the greeting depends on a cookie.',
    of: server,
    edits: [{ file: 'language.controller.ts', find: "'Cookie, Accept-Language'", replace: "'Accept-Language'" }],
    fails: [caches, '`cookie` is not among them'],
  },
  {
    summary: 'Caches are told nothing.',
    of: ranked,
    edits: [{ file: welcome, find: "    ctx.response.setHeader('Vary', 'Accept-Language, Cookie');\n", replace: '' }],
    fails: [caches, 'gives it to the next reader'],
  },
] satisfies WrongDesign[];
