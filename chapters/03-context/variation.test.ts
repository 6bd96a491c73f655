import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/welcome', '/language/:language'] });

check('the welcome is plain text, and says which language it is in', async (app) => {
  for (const language of languages) {
    const response = await app.get('/welcome', preferring(language));
    const cause =
      'the handler returns the greeting, and a string that is returned becomes JSON. `ctx.send` sends it as it is.';
    response.status(200).header('Content-Type', /^text\/plain/, cause);
    expectWelcome(response, language, 'the header `Accept-Language` is not read, or the greeting is another one.');
    response.header('Content-Language', language, 'nobody sets the header, or it has the region, too.');
  }
});

check('the language with the highest weight counts', async (app) => {
  const cause = [
    'the weights are not read, or without one, it is not 1.',
    'the weights are compared as strings, or only a part of their digits is.',
  ];
  await expectEach(app, cause, [
    ['fr;q=0.8, en;q=0.7, de;q=0.9', 'de'],
    ['de;q=0.9, fr', 'fr'],
    ['de;q=0.75, fr;q=0.8, en;q=0.123', 'fr'],
    ['fr;q=0.05, de;q=0.123, en;q=0.12', 'de'],
    ['en;q=0.001, de;q=0.01, fr;q=0.002', 'de'],
    ['en;q=0.999, de;q=1.000', 'de'],
    ['es, it;q=0.9, nl;q=0.8, en;q=0.1, fr;q=0.2', 'fr'],
  ]);
});

check('of two languages with the same weight, the first one counts', async (app) => {
  const cause = 'of equal weights, the last one wins, or always the same language.';
  await expectEach(app, cause, [
    ['fr, de', 'fr'],
    ['de, fr', 'de'],
    ['en, fr', 'en'],
    ['fr, en', 'fr'],
    ['it, de;q=0.5, en;q=0.5', 'de'],
    ['en;q=0.5, de;q=0.5, it', 'en'],
    ['en;q=0.7, fr;q=0.70, de;q=0.700', 'en'],
  ]);
});

check('spaces, regions, and upper or lower case make no difference', async (app) => {
  const cause = 'the language is compared before the spaces and the region are removed, or with regard to case.';
  await expectEach(app, cause, [
    ['de-CH', 'de'],
    ['fr-CA,fr;q=0.9,en;q=0.8,de;q=0.7', 'fr'],
    ['DE-at, en;q=0.9', 'de'],
    ['de-Latn-CH-1996, fr;q=0.5', 'de'],
    ['fr;q=0.2 , de ; q=0.9', 'de'],
    ['  FR ,en;q=0.1', 'fr'],
    ['de-CH;q=0.1, fr;q=0.5, de;q=0.9', 'de'],
  ]);
});

check('a language whose code only looks similar is another one', async (app) => {
  const cause =
    'only a part of the code is compared: `frr` is North Frisian, `den` Slave, `enm` Middle English, and `tr-DE` Turkish.';
  await expectEach(app, cause, [
    ['frr, de;q=0.1', 'de'],
    ['den;q=0.9, fr;q=0.2', 'fr'],
    ['enm, gsw-FR;q=0.9, de;q=0.3', 'de'],
    ['tr-DE, es-EN;q=0.8, fr;q=0.5', 'fr'],
  ]);
});

check('a language with the weight 0 is not wanted, and * is any that is not named', async (app) => {
  const zero = 'the weight 0 counts as a weight like any other, or as none.';
  await expectEach(app, zero, [
    ['en;q=0, fr;q=0.1', 'fr'],
    ['de;q=0, fr;q=0.0, en;q=0.001', 'en'],
    ['de;q=0.000, it', 'en'],
  ]);
  const star = 'a `*` is ignored, or it also stands for the languages that the header names.';
  for (const [header, among] of [
    ['en;q=0.3, *;q=0.8', ['de', 'fr']],
    ['en;q=0, *;q=0.5', ['de', 'fr']],
    ['*, de;q=0.9', ['en', 'fr']],
    ['de;q=0.5, *;q=0.1', ['de']],
    ['it, fr;q=0.5, *;q=0.4', ['fr']],
    ['de;q=0.2, en;q=0.2, *;q=0.3', ['fr']],
  ] as const) {
    const response = await app.get('/welcome', preferring(header));
    response.status(200).expect(
      among.some((language) => response.content === greetings[language]),
      `the greeting in ${among.join(' or ')}, got "${response.content}"`,
      star,
    );
  }
});

check('a header that asks for none of the three, or makes no sense, leads to English', async (app) => {
  const cause = 'the program has no answer if it finds no language, or finds one that the header does not ask for.';
  for (const header of ['', 'it', 'es-MX, it;q=0.5', ',', ';;;', ', ,;q=1', '=', 'q=0.5'])
    expectWelcome(await app.get('/welcome', preferring(header)), 'en', cause);
  for (const header of [
    'de;q=soup',
    'de;q=',
    'de;q',
    'de;q=-1',
    ';q=1,de;;',
    '__proto__',
    'constructor;q=1, toString',
    `${'x,'.repeat(500)}de;q=0.1e`,
  ]) {
    const response = await app.get('/welcome', preferring(header));
    const isGreeting = languages.some((language) => response.content === greetings[language]);
    const broken = 'the program takes every header for a well-formed one. A client can send anything.';
    response.status(200, broken).expect(isGreeting, `one of the three greetings, got "${response.content}"`, broken);
  }
});

check('the choice of a reader counts more than the header', async (app) => {
  const cause = 'the choice does not come back with the next request, or the header is asked first.';
  for (const language of languages) {
    const cookie = await choose(app, language);
    for (const header of ['', 'de', 'fr-CA, en;q=0.1', 'en', `${language};q=0, *`]) {
      const response = await app.get('/welcome', preferring(header, cookie));
      expectWelcome(response, language, cause);
      response.header('Content-Language', language, 'the header says what the browser prefers, and not what was sent.');
    }
  }
});

check('a reader may choose again', async (app) => {
  let cookie = await choose(app, 'fr');
  for (const language of ['de', 'en', 'fr'] as const) {
    cookie = await choose(app, language, cookie);
    expectWelcome(await app.get('/welcome', preferring('fr', cookie)), language, 'the first choice stays for good.');
  }
});

check('one reader does not choose for the others', async (app) => {
  const [german, french] = [await choose(app, 'de'), await choose(app, 'fr')];
  const shared = 'the choice is in a field or a variable, which all readers share.';
  expectWelcome(await app.get('/welcome', preferring('en')), 'en', shared);
  expectWelcome(await app.get('/welcome', preferring('en', german)), 'de', shared);
  expectWelcome(await app.get('/welcome', preferring('de', french)), 'fr', shared);
});

check('another language than the three cannot be chosen', async (app) => {
  const cause =
    'the program does not look whether it has a greeting in this language. Every object has a `constructor`.';
  for (const code of ['it', 'frr', random.word(), 'constructor', '__proto__', 'toString', 'de-CH', 'de%20', '*', '0']) {
    const response = await app.put(`/language/${code}`);
    response.error(404, 'Unknown language', cause);
    const isSilent = response.headers.get('set-cookie') === null;
    response.expect(isSilent, 'no cookie', 'the choice is stored before the program looks at it.');
  }
});

check('a choice that the program has not made counts for nothing', async (app) => {
  const [name = ''] = (await choose(app, 'fr')).split('=');
  for (const value of [
    '',
    'it',
    'constructor',
    '__proto__',
    'toString',
    '%',
    'DE%0D%0AX-A:%201',
    '%22',
    random.word(),
  ]) {
    const cause = 'the value of the cookie is used without a look at it. A client can send any cookie.';
    expectWelcome(await app.get('/welcome', preferring('de', `${name}=${value}`)), 'de', cause);
  }
});

check('caches know what the response depends on', async (app) => {
  const cookie = await choose(app, 'de');
  for (const response of [
    await app.get('/welcome', preferring('fr')),
    await app.get('/welcome', preferring('fr', cookie)),
  ]) {
    const uncached = /\bno-store\b/i.test(response.headers.get('cache-control') ?? '');
    const varies = (response.headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/);
    const missing = ['accept-language', 'cookie'].filter((header) => !varies.includes(header));
    response
      .status(200)
      .expect(
        uncached || varies.includes('*') || missing.length === 0,
        'a header that names both request headers on which the greeting depends',
        missing.length === 2
          ? 'a cache that stores this response gives it to the next reader, in whichever language.'
          : `\`${missing[0]}\` is not among them, and the greeting depends on it, too.`,
      );
  }
});

type Language = 'en' | 'de' | 'fr';

const greetings: Record<Language, string> = { en: 'Welcome!', de: 'Willkommen!', fr: 'Bienvenue !' };
const languages: readonly Language[] = ['en', 'de', 'fr'];

/** `fetch` sends a header of its own if there is none, so there always is one. */
function preferring(header: string, cookie?: string) {
  return { headers: { 'Accept-Language': header, ...(cookie !== undefined && { Cookie: cookie }) } };
}

async function expectEach(app: Session, cause: string | string[], cases: readonly (readonly [string, Language])[]) {
  for (const [header, language] of cases) expectWelcome(await app.get('/welcome', preferring(header)), language, cause);
}

function expectWelcome(response: Answer, language: Language, because: string | string[]): void {
  response.status(200).text(greetings[language], because);
}

/** Returns the cookie with which the browser comes back. */
async function choose(app: Session, language: Language, cookie?: string): Promise<string> {
  const response = await app.put(
    `/language/${language}`,
    undefined,
    cookie === undefined ? {} : { headers: { Cookie: cookie } },
  );
  response.status(204);
  const set = response.headers.get('set-cookie');
  if (set === null && cookie !== undefined) return cookie;
  const nothing = 'the response sets no cookie, so nothing of it comes back with the next request of this browser.';
  response.expect(set !== null, 'something that the browser sends back', nothing);
  const elsewhere = 'the cookie is set for paths below /language, and the browser does not send it to /welcome.';
  response.expect(/;\s*path=\/(;|$)/i.test(set!), 'a cookie for all paths', elsewhere);
  return set!.split(';')[0]!;
}
