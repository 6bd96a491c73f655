import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { Content } from './content.ts';
import { diskPlaces, serverPlaces } from './places.ts';
import { searches } from './search.cases.ts';
import { type Found, finderOf, searchScript } from './search-index.ts';
import { type PackedIndex, packIndex } from './search-pack.ts';
import { sectionsOf } from './search-sections.ts';

let find: (query: string) => Found[];
const sections = sectionsOf(new Content(), serverPlaces);
before(async () => {
  find = await finderOf(sections);
});

/** What a learner types, what must be among the first results, and among how many. */
const questions: [query: string, wanted: RegExp, among: number][] = [
  ['ctx.bind', /^(07|27) .*[Bb]ind|^Validation/, 2],
  ['401', /^10 .*credentials|HTTP API › Credentials/, 3],
  ['cookie', /^13 .*cookie|^03 .*Set and read cookies/, 2],
  ['middlewear', /^Middleware|^10 Middleware/, 1],
  ['validaton', /^07 Validating|^Validation/, 1],
  ['@inject', /› inject$/, 1],
  ['next()', /› Next$|What next\(\) returns/, 1],
  ['EADDRINUSE', /Port … is (taken|in use)/, 1],
  ['port in use', /Port … is (taken|in use)/, 1],
  ['port already in use', /Port … is (taken|in use)/, 1],
  ['port 3000 in use', /Port … is (taken|in use)/, 1],
  ['deploy', /^Deployment/, 1],
  ['middleware order', /^(Middleware|10|25) /, 1],
  ['how do I read a query parameter', /^02 .*Read query parameters/, 1],
  ['query parameter', /^02 .*Read query parameters/, 2],
  ['PUT', /^04 .*PUT/, 1],
  ['422', /^07 Validating|^Validation/, 1],
  ['403', /^1[46] .*(scope|role)/, 3],
  ['rate limit', /^17 /, 1],
  ['log in', /^09 |^Authentication › Log in/, 1],
  ['how to log in', /^09 |^Authentication › Log in/, 1],
  ['jwt', /^09 /, 1],
  ['CORS', /^18 .*CORS|^Middleware › CORS/, 1],
  ['cors error', /^18 .*CORS|^Middleware › CORS/, 1],
  ['ctx.json', /› Context$/, 1],
  ['sql injection', /^06 .*SQL injection/, 1],
  ['bcrypt', /^08 .*bcrypt/, 1],
  ['hash password', /^0[89] /, 1],
  ['refresh token', /^14 /, 1],
  ['session', /^13 /, 1],
  ['csrf', /^19 |› CSRF$/, 2],
  ['x-api-key', /^14 .*API keys/, 1],
  ['windows', /^(18|Overview)/, 2],
  ['windows', /^Troubleshooting › .*Windows/, 1],
  ['powershell', /^Troubleshooting › .*PowerShell/, 1],
  ['hint', /^Overview and commands › npm run hint/, 1],
  ['stuck', /hint|stuck|How it works|^01 /i, 1],
  ['postgres', /^21 |› PostgreSQL$/, 1],
];
for (const [query, wanted, among] of questions) {
  test(`"${query}" finds ${wanted.source.replaceAll('\\', '')} among the first ${among}`, () => {
    const results = find(query).map(({ page, title }) => `${page} › ${title}`);
    assert.ok(
      results.slice(0, among).some((result) => wanted.test(result)),
      results.slice(0, 6).join('\n'),
    );
  });
}

/** The chapter that teaches a status code, or uses it for the first time. */
const codes: [code: string, wanted: RegExp][] = [
  ['201', /^03 .*Respond with 201/],
  ['204', /^01 .*Respond with 204/],
  ['400', /^0[78] /],
  ['401', /^(09|10) /],
  ['403', /^1[046] .*(credentials|scope|role)/],
  ['404', /^0[34] .*404/],
  ['409', /^(08|12) .*Step/],
  ['413', /^(18|24) .*(Limit sizes|Read a body with a limit)/],
  ['422', /^07 Validating input/],
  ['429', /^17 .*(Count failed logins|Add limits for accounts)/],
  ['500', /^(04|11|12) .*Step/],
  ['503', /^(17|21) .*Step/],
];
for (const [code, wanted] of codes) {
  test(`"${code}" finds ${wanted.source} before the reference`, () => {
    const results = find(code).map(({ page, title }) => `${page} › ${title}`);
    assert.match(results[0]!, wanted, results.slice(0, 6).join('\n'));
    assert.match(results[1]!, /^(\d\d |Validation|Errors)/, results.slice(0, 6).join('\n'));
  });
}

test('of 50 searches, written down first, at least 45 find the right section first', () => {
  const first = (query: string) => find(query).map(({ page, title }) => `${page} › ${title}`)[0] ?? 'nothing';
  const wrong = searches.filter(([query, wanted]) => !wanted.test(first(query)));
  assert.equal(searches.length, 50);
  assert.ok(wrong.length <= 5, wrong.map(([query]) => `${query}: ${first(query)}`).join('\n'));
});

test('a number and a short word are never mistaken for another', () => {
  for (const { title, page, place } of find('409')) {
    const texts = sections.filter((section) => section.place === place).map(({ text }) => text);
    assert.match(`${page} ${title} ${texts}`, /409/);
  }
  assert.deepEqual(find('zzz'), []);
});

test('an excerpt is the beginning of the section, as it reads', () => {
  const [first] = find('refresh token');
  assert.match(first!.excerpt, /^[A-Z].{40,100} …$/);
  const [conflict] = find('409');
  assert.doesNotMatch(conflict!.excerpt, / [:,.] |`/, 'without the marks of Markdown, and without gaps in their place');
  assert.ok(find('webhook').every(({ excerpt }) => !excerpt.includes('[begin')));
});

for (const [typo, wanted] of [
  ['sesion', /^13 /],
  ['tokne', /oken/],
  ['registrer', /egist/],
  ['postgresq', /PostgreSQL|^21 /],
  ['rate limti', /^17 /],
] as const) {
  test(`"${typo}" is understood, although a letter is missing, or two are swapped`, () => {
    const [first] = find(typo);
    assert.match(`${first?.page} › ${first?.title}`, wanted);
  });
}

describe('the index', () => {
  let text: string;
  before(() => {
    text = searchScript(new Content(), diskPlaces('/'));
  });

  test('takes at most 150 kB compressed', () => {
    const size = gzipSync(text, { level: 6 }).length;
    assert.ok(size < 150_000, `${size} bytes`);
  });

  test('is ready after at most 150 ms of CPU', () => {
    const scripts = ['search-engine.js', 'finder.js'].map((name) =>
      readFileSync(join(import.meta.dirname, 'assets', name), 'utf8'),
    );
    // Each time in a global scope of its own, where nothing has been compiled. Other programs share the processor: the best of five counts.
    const times = Array.from({ length: 5 }, () => {
      const page = createContext({});
      const begin = process.cpuUsage();
      for (const script of ['window = globalThis;', ...scripts, text, 'find = trellisFinder(trellisIndex);'])
        runInContext(script, page);
      const { user, system } = process.cpuUsage(begin);
      assert.match(runInContext('find("middelware")[0].page', page), /Middleware|^10 /);
      return (user + system) / 1000;
    });
    assert.ok(Math.min(...times) < 150, times.join(', '));
  });

  test('finds each section by each of its words, as often as it contains them', () => {
    const parts = Array.from({ length: 3000 }, (_, id) => ({
      ...{
        title: `Part ${id}`,
        page: id < 10 ? 'First' : 'Second',
        place: `/p${id < 10 ? 1 : 2}/#part-${id}`,
        kind: 'Guide',
      },
      ...{
        keywords: '',
        text: `${id % 7 === 0 ? 'seven '.repeat(1 + (id % 5)) : ''}${id === 2999 ? 'rare' : 'often'}`,
      },
    }));
    const { trellisEngine } = globalThis as unknown as { trellisEngine: Engine };
    const { search, sections: read } = trellisEngine(packIndex(parts), { title: 1, keywords: 1, page: 1, text: 1 });
    const found = (word: string) => search([word], { needsAll: true, weight: () => 1 }).map(({ id }) => id);
    assert.deepEqual(found('rare'), [2999]);
    assert.deepEqual(
      found('seven').sort((one, other) => one - other),
      parts.flatMap(({ text }, id) => (text.startsWith('seven') ? [id] : [])),
    );
    assert.ok(found('seven')[0]! % 5 === 4, 'five times weighs more than once');
    assert.deepEqual(
      read.map(({ place }) => place),
      parts.map(({ place }) => place),
    );
  });
});

type Engine = (
  index: PackedIndex,
  boosts: Record<string, number>,
) => {
  sections: { place: string }[];
  search(terms: string[], options: { needsAll: boolean; weight(id: number): number }): { id: number }[];
};
