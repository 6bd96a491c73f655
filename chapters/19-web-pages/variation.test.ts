import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { aPost, browser, registerInBrowser, submit } from '#blog';
import { type Answer, random, type Session, variation } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { check } = variation(import.meta.url, { adds: ['/search'] });

/** Registering hashes a password, which takes a while on a busy machine. */
const options = { deadline: 30_000 };

check(
  'a form sends what is typed to /search, in the address',
  async (app) => {
    const { web } = await app.once(library);
    const page = (await web.get('/search')).page(200);
    const form = formIn(page);
    page
      .expect(form !== '', 'a <form> with the address /search and a field with the name "q"', [
        'the page has no form, or its field has another name.',
        'the form has the method "post": then a search has no address that somebody could keep.',
      ])
      .expect(
        !/name=["']?csrf/i.test(form),
        'no token in the form',
        'the form is made by `form` in src/pages/form.ts, whose token would be in the address, in the history and in logs.',
      );
    for (const path of ['/search', '/search?q=', '/search?q=+%20', '/search?other=soup']) {
      const empty = (await web.get(path)).page(200, 'a search without words is not an error.');
      empty.expect(
        foundIn(empty).length === 0,
        'no posts as long as nobody has typed a word',
        'without words, nothing is filtered, and every post is found.',
      );
    }
  },
  options,
);

check(
  'a post is found by any words of its title, in any order',
  async (app) => {
    const { web, posts } = await app.once(library);
    const [first, second, third] = posts.special as [Post, Post, Post];
    const [one = '', two = '', three = ''] = first.title.split(' ');
    const both = await search(web, `${one} ${second.title.split(' ')[0]}`);
    expectFound(both, [], 'a post is found that has only one of the words.');
    const queries: [q: string, because: string][] = [
      [one, 'a single word of the title is not found.'],
      [`${one} ${two}`, 'two words that are next to each other in the title are not found.'],
      [`${three} ${one}`, 'two words in another order, with others between them, are not found.'],
      [`  ${two}\t ${three}  `, 'words with more than one space around them are not found.'],
      [one.slice(1, 9), 'a part of a word is not found.'],
      [`${two.slice(0, 8)} ${three.slice(3)}`, 'parts of two words are not found.'],
      [one.toUpperCase(), 'a word in upper case is not found.'],
      [`${one} ${one}`, 'the same word twice is not found.'],
    ];
    for (const [q, because] of queries) expectFound(await search(web, q), [first], because);
    expectFound(
      await search(web, posts.shared),
      [first, second, third],
      'the results are not sorted, or are in the order of the ids: the newest comes first.',
    );
  },
  options,
);

check(
  'every character means itself',
  async (app) => {
    const { web, posts } = await app.once(library);
    const among = posts.odd;
    for (const typed of ['100%', '%', 'basil_x', '_', '\\', "o'n", '"soup"', '*', '<b>', '&', '!', '[1]', '^', '?']) {
      const expected = among.filter(({ title }) => title.toLowerCase().includes(typed));
      const page = await search(web, `${posts.mark} ${typed}`);
      expectFound(page, expected, `${typed} means something else to the database than to the person who has typed it.`);
    }
  },
  options,
);

check(
  'the form shows again what was typed, and nothing of it becomes markup',
  async (app) => {
    const { web, posts } = await app.once(library);
    for (const q of [posts.shared, '"><script>alert(1)</script>', "a&amp;b 'c' <i>", `é🌻 100% ${random.word()}`]) {
      const page = (await search(web, q)).page(200);
      page
        .expect(!/<script|<i>/i.test(page.content), 'what was typed, escaped', 'it is inserted with raw(…).')
        .expect(typedIn(page) === q, `the field "q" with the value ${q}`, [
          typedIn(page) === ''
            ? 'the form is empty again, so that nobody can correct a search.'
            : 'the value was changed before it was shown.',
        ]);
    }
    const page = (await search(web, `${posts.mark} <b>`)).page(200);
    page.expect(!/<b>/i.test(page.content), 'titles with their markup escaped', 'a title is inserted with raw(…).');
  },
  options,
);

check(
  'a search without results shows a message',
  async (app) => {
    const { web, posts } = await app.once(library);
    const word = random.word();
    const nothing = (await search(web, word)).page(200, 'no result is a result: the page exists.');
    expectFound(nothing, [], 'a word that no post has finds some.');
    const wordsOf = (page: Answer) => new Set(textOf(page).split(/\s+/).filter(Boolean));
    const [without, found] = [wordsOf(await web.get('/search')), wordsOf(await search(web, posts.shared))];
    const own = [...wordsOf(nothing)].filter((each) => !without.has(each) && !found.has(each) && !each.includes(word));
    nothing.expect(
      own.length > 0,
      'a sentence that says that nothing was found',
      'the page looks the same as before the search, or has an empty list.',
    );
  },
  options,
);

check(
  'nobody finds a draft, not even its author',
  async (app) => {
    const { web, posts, headers } = await app.once(library);
    for (const by of [{}, headers])
      for (const q of [posts.drafted, `${posts.shared} ${posts.drafted}`])
        expectFound(await search(web, q, by), [], 'drafts are found: the query lacks the condition on `published`.');
  },
  options,
);

check(
  'nobody can find out an email address',
  async (app) => {
    const { web, posts, person, headers } = await app.once(library);
    const { email } = person.marks as { email: string };
    const [name = '', host = ''] = email.split('@');
    for (const q of [email, name, `${posts.shared} ${name}`, `@${host}`, host.slice(0, -2)]) {
      const page = await search(web, q, headers);
      const cause = 'the address of the author is searched. Who searches for one letter after the other has it.';
      expectFound(page, [], cause);
    }
    const page = await search(web, posts.shared);
    page.expect(!page.content.includes(name), 'a page without the address of the author', 'the page shows it.');
  },
  options,
);

check(
  'links lead to all results, each once, even while others publish',
  async (app) => {
    const { web, posts, headers } = await app.once(library);
    for (const [word, expected] of [
      [posts.common, posts.many],
      [posts.fifty, posts.many.slice(0, 50)],
    ] as const) {
      const ids: string[] = [];
      let path = `/search?q=${word}`;
      for (let pages = 0; path !== '' && pages < 70; pages++) {
        const page = (await web.get(path)).page(200, 'the link to the next page leads to an error.');
        const found = foundIn(page);
        page
          .expect(found.length <= 50, 'at most 50 posts on a page', 'the query has no `limit`.')
          .expect(found.length > 0, 'at least one post on a page to which a link leads', [
            'the link to the next page has lost the words.',
            'there is a link although nothing is left.',
          ])
          .expect(typedIn(page) === word, `the field "q" with ${word} on each page`, [
            'the link to the next page has lost the words: `pageOf` knows nothing about them.',
          ]);
        ids.push(...found);
        const next = nextIn(page, path);
        // A page that counts from the beginning shows the last post of this page on the next one, too.
        if (pages === 0 && next !== '' && word === posts.common) await publish(web, headers, word);
        path = next;
      }
      const last = (await web.get(`/search?q=${word}`)).page(200);
      const wanted = expected.map(({ id }) => id);
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
      last
        .expect(twice.length === 0, 'each post once', [
          'the next page is counted from the beginning (`offset`), and somebody has published a post in between.',
          'the next page begins with the post with which this one ends.',
        ])
        .expect(
          ids.length === wanted.length && wanted.every((id, index) => ids[index] === id),
          `${wanted.length} posts on all pages together, the newest first`,
          [
            'the results end after the first page: it has no link with rel="next".',
            'only the time decides where the next page begins. Two posts have the same one.',
            'words are compared after the page was read, so a page of posts has fewer results.',
          ],
        );
    }
  },
  options,
);

check(
  'nothing in the address makes the program fail',
  async (app) => {
    const { web } = await app.once(library);
    const many = Array.from({ length: 2_500 }, (_, index) => `w${index.toString(36)}`).join('+');
    const word = random.word();
    const strange = [
      'q=%00',
      'q=%ED%A0%80',
      'q=%',
      'q=a&q=b',
      'q[]=a',
      'q[a]=b',
      `q=${'a'.repeat(8_000)}`,
      `q=${'%25'.repeat(3_000)}`,
      `q=${many}`,
      `q=${word}&after=a`,
      `q=${word}&after=_&limit=2`,
      `q=${word}&limit=0`,
      `q=${word}&limit=-1&page=-1&offset=-1`,
      `q=${word}&limit=9e9&page=x&after=%00&before=%00`,
      "q=')%3B+drop+table+posts%3B--",
    ];
    for (const query of strange) {
      const page = await web.get(`/search?${query}`);
      const cause =
        query.length > 8_000
          ? 'there is a condition, or a placeholder, for each word, and the database has a limit. Decide how many words are enough.'
          : 'a value of the address comes into the query as it is.';
      page.expect(page.code < 500, 'a status below 500', cause);
    }
    (await web.get('/search')).page(200);
  },
  options,
);

interface Post {
  readonly id: string;
  readonly title: string;
}

/** A blog with many posts, which somebody has written who is signed in now. */
async function library(app: Session) {
  const address = `file:${join(await app.folder(), 'blog.db')}`;
  const env = { BCRYPT_COST: '4', DATABASE_URL: address };
  const before = app.fresh(env);
  const person = await registerInBrowser(before);
  await before.stop();
  const posts = await fill(address);
  const web = app.fresh(env);
  const { headers } = await browser.obtain(web, person);
  return { web, person, posts, headers: { ...person.headers, ...headers } };
}

type Words = [common: string, fifty: string, shared: string, mark: string, drafted: string];

async function fill(address: string) {
  const [common, fifty, shared, mark, drafted] = Array.from({ length: 5 }, random.word) as Words;
  const [many, special, odd]: Post[][] = [[], [], []];
  const db = await openDatabase(address);
  try {
    await db.transaction(async (tx) => {
      const [author] = await tx.all<{ id: string }>`select id from users`;
      let count = 0;
      const write = async (title: string, published = true): Promise<Post> => {
        // Two at a time have the same time, so that their ids decide.
        const at = new Date(Date.UTC(2024, 0, 1) - Math.floor(count / 2) * 1_000).toISOString();
        const id = `${(9_999 - count++).toString()}${randomUUID().slice(4)}`;
        await tx.run`
          insert into posts (id, title, content, author_id, published, created_at, updated_at)
          values (${id}, ${title}, ${random.sentence()}, ${author!.id}, ${published}, ${at}, ${at})`;
        return { id, title };
      };
      for (let index = 0; index < 60; index++)
        many!.push(await write(`The ${common} of ${index < 50 ? fifty : random.word()}`));
      for (let index = 0; index < 3; index++)
        special!.push(
          await write(`${random.word()} ${random.word()} ${shared} and ${random.word()}`.replace(' and', '')),
        );
      await write(`${shared} ${drafted}`, false);
      const titles = [
        '100% basil_x',
        '1000 basil-x',
        "O'Neil",
        'back\\slash',
        '"Soup" *',
        '<b>Soup</b> & co!',
        '[1]^2?',
      ];
      for (const title of [...titles, 'soup', 'o-neil 2', '']) odd!.push(await write(`${mark} ${title}`));
    });
  } finally {
    await db.onStop();
  }
  return { common, fifty, shared, mark, drafted, many: many!, special: special!, odd: odd! };
}

/** Writes and publishes a post with this word in its title, as people do. */
async function publish(web: Session, headers: Record<string, string>, word: string) {
  const post = { ...aPost(), title: `New: ${word}` };
  (await submit(web, '/my-posts', post as never, headers, '/my-posts/new')).status(303);
  const { content } = await web.get('/my-posts', { headers });
  const action = /action="(\/my-posts\/[^"/]+\/publish)"/.exec(content)?.[1] ?? '';
  (await submit(web, action, {}, headers, '/my-posts')).status(303);
}

function search(web: Session, q: string, headers: Record<string, string> = {}): Promise<Answer> {
  return web.get(`/search?${new URLSearchParams({ q })}`, { headers });
}

function expectFound(page: Answer, posts: readonly Post[], because: string): void {
  const found = foundIn(page.page(200));
  const title = (posts.length === 1 ? 'a link to "' : 'links to "') + posts.map((post) => post.title).join('", "');
  const expected = posts.length === 0 ? 'no links to posts' : `${title}", in this order, and to no other post`;
  page.expect(found.length === posts.length && posts.every(({ id }, index) => found[index] === id), expected, because);
}

/** The ids of the posts to which the page has links, in their order. */
function foundIn({ content }: Answer): string[] {
  const ids = [...content.matchAll(/<a\b[^>]*\bhref=["']?\/posts\/([^"'\s>?#]+)/gi)].map(([, id]) => id!);
  return [...new Set(ids)];
}

/** The form of the search; '' if there is none. It may be at the top of the page as well. */
function formIn({ content }: Answer): string {
  const forms = content.match(/<form\b.*?<\/form>/gis) ?? [];
  const isSearch = (form: string) => {
    const [tag = ''] = /<form\b[^>]*>/i.exec(form) ?? [];
    const action = attributeOf(tag, 'action') ?? '/search';
    return (
      action.split('?')[0] === '/search' && /^(get)?$/i.test(attributeOf(tag, 'method') ?? '') && fieldOf(form) !== ''
    );
  };
  return forms.find(isSearch) ?? '';
}

function fieldOf(form: string): string {
  return form.match(/<input\b[^>]*>/gi)?.find((input) => attributeOf(input, 'name') === 'q') ?? '';
}

function typedIn(page: Answer): string {
  return attributeOf(fieldOf(formIn(page)), 'value') ?? '';
}

/** Where the link to the next page leads; '' if there is none. */
function nextIn({ content }: Answer, path: string): string {
  const tags = content.match(/<(?:a|link)\b[^>]*>/gi) ?? [];
  const href = tags.filter((tag) => attributeOf(tag, 'rel') === 'next').map((tag) => attributeOf(tag, 'href'))[0];
  if (href === undefined) return '';
  const { pathname, search } = new URL(href, `http://blog.example${path}`);
  return pathname + search;
}

/** What a person reads, without the title of the window. */
function textOf({ content }: Answer): string {
  return unescaped(content.replace(/<title>.*?<\/title>/is, '').replace(/<[^>]*>/g, ' '));
}

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return found === null ? undefined : unescaped(found[1] ?? found[2] ?? found[3] ?? '');
}

function unescaped(text: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', apos: "'" };
  return text.replace(/&#(x?)([\da-f]+);|&(\w+);/gi, (whole, hex, code, name) =>
    name ? (names[name.toLowerCase()] ?? whole) : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  );
}
