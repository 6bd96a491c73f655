import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { repositoryWithChapter } from '../repository.fixture.ts';
import { until } from '../running-chapter.fixture.ts';
import { Site } from '../site.ts';
import { startSite } from '../started-site.fixture.ts';
import { XraySender } from '../x-ray-sender.ts';
import { type RunningBlog, runningBlog } from './running-blog.ts';
import { blogRoutes, json, post, type ScriptedProgram, scriptedProgram } from './scripted-program.fixture.ts';

interface Exchanged {
  readonly id: string;
  readonly status: number;
  readonly ms: number;
  readonly type: string;
  readonly body: string;
  readonly isCut: boolean;
  readonly wait: string;
  readonly next: string;
  readonly isDeprecated: boolean;
}

const ours = { accept: 'application/json', 'sec-fetch-site': 'same-origin' };

let program: ScriptedProgram;
before(async () => {
  program = await scriptedProgram();
});
after(() => program.stop());
beforeEach(async () => {
  program.received.length = 0;
  program.respond = (_, response) => json(response, 200, [post('1')]);
  await program.listens();
});

const state = async () => (await program.site.get('/blog/program')).body as RunningBlog;

async function send(request: object, headers: Record<string, string> = {}) {
  const { status, body } = await program.site.post('/blog/send', request, { ...ours, ...headers });
  return { status, body: body as Exchanged & { error?: string } };
}

test('the page is in the bar and in the list of pages, and contains nothing of the program', async () => {
  const { status, text } = await program.site.get('/blog/');
  assert.equal(status, 200);
  assert.match(text, /<script src="\/assets\/blog\/main\.js" type="module">/);
  assert.equal(text.match(/<a href="\/blog\/"/g)?.length, 2);
  assert.deepEqual(program.received, []);
  assert.match((await program.site.get('/x-ray/')).text, /<a href="\/blog\/">See your blog<\/a>/);
});

test('home links to it as soon as there are posts to see', async () => {
  const site = new Site(program.repository.path);
  const view = site.liveView();
  const isLinked = (number: string, isStatic = false) => {
    const standings = view.standings.map((each) => ({ ...each, done: each.chapter.number === number ? 1 : 0 }));
    return site
      .home({ ...view, standings, isStatic })
      .toString()
      .includes('<a class="quiet" href="/blog/">');
  };
  assert.deepEqual([isLinked('02'), isLinked('04'), isLinked('11'), isLinked('11', true)], [false, true, true, false]);
});

describe('a request of the page', () => {
  test('reaches the program with the headers that it needs, and with none of the browser’s', async () => {
    const cookie = `${program.site.cookie}; session_id=of-another-port`;
    const request = { method: 'PUT', path: '/posts/1', token: 'abc.def.ghi', body: '{"title":"Soup"}' };
    const browser = { cookie, origin: program.site.url, 'user-agent': 'Firefox', referer: program.site.url };
    const { body } = await send(request, browser);
    assert.equal(body.status, 200);
    const [received] = program.received;
    const { 'x-trellis-sent': mark, host, connection, ...headers } = received!.headers;
    assert.equal(`${received!.method} ${received!.url}`, 'PUT /posts/1');
    assert.equal(mark, body.id);
    assert.deepEqual(headers, {
      accept: 'application/json',
      authorization: 'Bearer abc.def.ghi',
      'content-type': 'application/json',
      'content-length': '16',
    });
  });

  test('without a token and a body has no headers for them', async () => {
    await send({ method: 'GET', path: '/posts' });
    const { authorization, cookie, 'content-type': type, 'content-length': length } = program.received[0]!.headers;
    assert.deepEqual([authorization, cookie, type, length], [undefined, undefined, undefined, undefined]);
  });

  test('returns status, body, time and the headers that the page shows, and sets no cookie', async () => {
    program.respond = (_, response) => {
      json(
        response,
        429,
        { error: 'Too many requests' },
        {
          'retry-after': '30',
          link: '</posts?limit=1>; rel="prev", </posts?after=2_3&limit=1>; rel="next"',
          deprecation: '@1782864000',
          'set-cookie': 'session_id=secret',
        },
      );
    };
    const response = await program.site.post('/blog/send', { method: 'GET', path: '/posts' }, ours);
    const { id, ms, ...rest } = response.body as Exchanged;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(ms > 0);
    assert.deepEqual(rest, {
      ...{ status: 429, type: 'application/json', body: '{"error":"Too many requests"}', isCut: false },
      ...{ wait: '30', next: '/posts?after=2_3&limit=1', isDeprecated: true, sunset: '' },
    });
    assert.equal(response.headers.get('set-cookie'), null);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  for (const link of ['<https://evil.example/posts>; rel="next"', '</posts>; rel="prev"', 'nonsense']) {
    test(`finds no next page in ${link}`, async () => {
      program.respond = (_, response) => json(response, 200, [], { link });
      assert.equal((await send({ method: 'GET', path: '/posts' })).body.next, '');
    });
  }

  test('is sent as it is: names in it aren’t replaced, and X-ray doesn’t remember the token', async () => {
    program.respond = (_, response) => json(response, 200, { token: 'issued-by-the-program' });
    await send({ method: 'POST', path: '/auth/login', body: '{}' });
    assert.match((await program.site.get('/x-ray/')).text, /Nothing yet\. Log in with this form/);
    // X-ray's own form remembers it, and even then a post may contain the name.
    const sender = program.site.app.get(XraySender);
    void sender.send({ method: 'POST', path: '/auth/login', headers: {} });
    await until(() => sender.atHand().includes('TOKEN'));
    const bodies: string[] = [];
    program.respond = (request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => bodies.push(part));
      request.once('end', () => json(response, 201, {}));
    };
    await send({ method: 'POST', path: '/posts', body: '{"title":"<TOKEN>"}' });
    assert.deepEqual(bodies, ['{"title":"<TOKEN>"}']);
  });

  for (const [what, request, error] of [
    ['another method', { method: 'TRACE', path: '/' }, 'The blog needs GET, POST, PUT, DELETE and nothing else.'],
    ['a path without a slash', { method: 'GET', path: '@evil.example/' }, 'A path begins with a slash.'],
    ['no path', { method: 'GET' }, 'Invalid request'],
  ] as const) {
    test(`with ${what} isn’t sent`, async () => {
      const { status, body } = await send(request);
      assert.deepEqual([status, body.error], [400, error]);
      assert.deepEqual(program.received, []);
    });
  }

  test('from a page of another site isn’t sent', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      assert.equal((await send({ method: 'GET', path: '/posts' }, { 'sec-fetch-site': site })).status, 403);
    }
    assert.deepEqual(program.received, []);
  });

  test('fails if the program ends in the middle, or issues a token that isn’t one', async () => {
    program.respond = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[', () => response.destroy());
    };
    const { status, body } = await send({ method: 'GET', path: '/posts' });
    assert.equal(status, 502);
    assert.match(body.error ?? '', /^The request could not be sent: /);
    assert.equal((await send({ method: 'GET', path: '/posts', token: 'a\r\nX-Admin: 1' })).status, 502);
  });

  test('reads no more than 10 MB of a response that doesn’t end', async () => {
    program.respond = (_, response) => {
      const chunk = Buffer.alloc(1_000_000, 'x');
      const more = () => {
        while (response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    const { body } = await send({ method: 'GET', path: '/posts' });
    assert.deepEqual([body.isCut, body.body.length], [true, 10_000_000]);
  });
});

describe('what is said about the program', () => {
  test('that runs: its chapter, its address, and what it offers', async () => {
    const { chapter, url, obstacle, offer, isTraced } = await state();
    assert.deepEqual(chapter, { number: '11', title: 'On the-blog', href: '/chapters/11-the-blog/' });
    assert.deepEqual([url, obstacle, offer.missing, isTraced], [program.url, null, [], true]);
  });

  test('without a route: the chapter that adds it', async () => {
    await program.listens(blogRoutes.filter(({ path }) => path !== '/auth/login'));
    const { offer, chapterLinks } = await state();
    assert.deepEqual(offer.missing, ['signIn']);
    assert.equal(offer.sentences.signIn.text, 'Your program has no POST /auth/login: chapter 09 adds it.');
    assert.equal(chapterLinks['09'], '/chapters/09-login/');
  });

  test('that has crashed', async () => {
    await program.ends();
    assert.equal((await state()).obstacle?.title, 'Your program isn’t listening');
    assert.equal((await send({ method: 'GET', path: '/posts' })).status, 409);
  });

  test('without a list of posts, in a chapter that should have one', async () => {
    await program.listens(blogRoutes.slice(1));
    const { obstacle } = await state();
    assert.deepEqual(obstacle, {
      title: 'Your program has no posts yet',
      text: 'Your program has no GET /posts: chapter 04 adds it.',
      link: { href: '/chapters/11-the-blog/', text: 'Continue with chapter 11' },
    });
  });

  test('that serves pages, next to another one with the API', async () => {
    program.repository.write('chapters/11-the-blog/src/api.ts', '');
    await program.listens(blogRoutes.slice(1));
    const { obstacle } = await state();
    assert.equal(obstacle?.title, 'This program serves pages of its own');
    assert.equal(obstacle?.command, 'npm run chapter 11 api');
    assert.deepEqual(obstacle?.link, { href: program.url, text: `Open ${program.url}` });
  });

  test('that reports no routes: nothing is in the way until it has been asked', async () => {
    await program.listens([]);
    const { obstacle, offer } = await state();
    assert.deepEqual([obstacle, offer.isKnown], [null, false]);
  });

  for (const [slug, title, command] of [
    ['02-paths', 'Chapter 02 has no posts yet', 'npm run chapter 04'],
    ['15-built', 'This program has no posts', 'npm run chapter 11'],
  ] as const) {
    test(`of ${slug}`, async (t) => {
      const other = await scriptedProgram(slug);
      t.after(() => other.stop());
      await other.listens([{ method: 'GET', path: '/hello', handler: '' }]);
      const { obstacle } = (await other.site.get('/blog/program')).body as RunningBlog;
      assert.deepEqual([obstacle?.title, obstacle?.command], [title, command]);
      await other.leaves();
      const { obstacle: none } = (await other.site.get('/blog/program')).body as RunningBlog;
      assert.equal(none?.title, 'No program is running');
    });
  }

  test('if none runs, the command for the chapter that the learner is working on, if it has posts', () => {
    const { chapters } = new Site(program.repository.path).workshop();
    const building = chapters.filter(({ number }) => number === '15');
    const commandIn = (current: string) =>
      runningBlog({ program: undefined, run: '0', chapters, building, current }).obstacle?.command;
    assert.deepEqual(['', '02', '09', '15'].map(commandIn), [
      ...['npm run chapter 04', 'npm run chapter 04', 'npm run chapter 09', 'npm run chapter 11'],
    ]);
  });

  test('if none has ever run: the command that starts one', async (t) => {
    const repository = repositoryWithChapter();
    const site = await startSite(repository.path);
    t.after(async () => {
      await site.stop();
      repository.remove();
    });
    const { obstacle, url, chapter } = (await site.get('/blog/program')).body as RunningBlog;
    assert.deepEqual([obstacle?.title, obstacle?.command], ['No program is running', 'npm run chapter 04']);
    assert.deepEqual([url, chapter], [null, null]);
    assert.equal((await site.post('/blog/send', { method: 'GET', path: '/' }, ours)).status, 409);
  });
});

test('a request that X-ray doesn’t know leads to X-ray with a message', async () => {
  await program.ends();
  const { status, text } = await program.site.get('/x-ray/sent/no-such-request');
  assert.equal(status, 404);
  assert.match(text, /This request is no longer kept/);
});
