import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { shareOf } from '../../framework/fixtures/share.ts';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { solutionAt, writeFiles } from '../workshop/starters.ts';
import { buildSite } from './build.ts';
import { Highlighter } from './highlighter.ts';
import { copyOfRepository, repositoryWithChapter, type TestRepository, testRepository } from './repository.fixture.ts';
import { Site } from './site.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

describe('the repository’s site', () => {
  let repository: TestRepository;
  let client: StartedSite;
  before(async () => {
    repository = copyOfRepository();
    client = await startSite(repository.path);
  });
  after(async () => {
    await client.stop();
    repository.remove();
  });

  /** Every page has to be made for this, so each is asked for once. */
  const known = new Map<string, string>();
  const load = async (path: string) => {
    if (!known.has(path)) {
      const { status, text } = await client.get(path);
      assert.equal(status, 200, path);
      known.set(path, text);
    }
    return known.get(path)!;
  };

  test('every page is served, and its links lead to something that is served', async (t) => {
    const follow = async (path: string) => {
      const text = await load(path);
      for (const [, link = ''] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^[a-z]+:/i.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://site${path}`);
        const target = await load(pathname);
        if (hash !== '') assert.ok(target.includes(` id="${decodeURIComponent(hash.slice(1))}"`), `${path}: ${link}`);
      }
    };
    const { pages } = client.app.get(Site).content;
    for (const { path } of isThorough ? pages : shareOf(pages, 4)) await t.test(path, () => follow(path));
  });

  test('every picture reserves its place, and every heading of a table has a name', async () => {
    let pictures = 0;
    for (const { path } of client.app.get(Site).content.pages) {
      const text = await load(path);
      const images = text.match(/<img [^>]*>/g) ?? [];
      pictures += images.length;
      for (const image of images) assert.match(image, / width="\d+" height="\d+"/, path);
      assert.doesNotMatch(text, /<th[^>]*><\/th>/, path);
    }
    assert.ok(pictures > 4, `${pictures} pictures`);
  });

  test('the glossary: every term is below its letter, and its sources are on a line of their own', async () => {
    const { text } = await client.get('/docs/glossary/');
    const { content } = client.app.get(Site);
    const terms = content.textOf(content.ofFile('docs/glossary.md')!).match(/^### .+$/gm)!.length;
    assert.equal(text.match(/<div class="term">/g)?.length, terms);
    assert.equal(text.match(/<span class="sources">Chapter/g)?.length, terms);
    assert.match(text, /<a href="#letter-C">C<\/a>[\s\S]*<h2 id="letter-C">C<\/h2>[\s\S]*<h3 id="cookie"/);
  });

  test('the path above a source file links to the folders that have a page', async () => {
    const { text } = await client.get('/source/framework/core/container.ts');
    const path = /<h1 class="path">(.*?)<\/h1>/.exec(text)?.[1];
    assert.equal(
      path,
      '<a href="/framework/">framework</a>/<wbr><a href="/source/framework/core">core</a>/<wbr>container.ts',
    );
  });

  test('a page loads nothing from another origin, and its content security policy forbids it', async () => {
    const { headers, text } = await client.get('/');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.doesNotMatch(text, /<(script|link|img|iframe)[^>]*(src|href)="(https?:)?\/\//);
    assert.doesNotMatch(text, /<script(?![^>]*src=)/);
  });

  test('the index of the search is sent once, and again when a page has changed', async () => {
    const { headers, text } = await client.get('/assets/search-index.js');
    const etag = headers.get('etag') ?? '';
    assert.match(etag, /^"\w+"$/);
    const again = await client.get('/assets/search-index.js', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text], [304, '']);
    const { content } = client.app.get(Site);
    const file = 'docs/guide/errors.md';
    repository.write(file, `${content.textOf({ file })}\nNow about zebras.\n`);
    const changed = await client.get('/assets/search-index.js', { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
    assert.notEqual(changed.text, text);
  });

  const tricks = [
    ...['/../package.json', '/source/../package-lock.json', '/source/framework/../.ci/run', '/assets/../main.ts'],
    ...['/source/%2e%2e/package-lock.json', '/source/..%2fpackage-lock.json', '/assets/..%2f..%2fpackage.json'],
    ...['/source//etc/passwd', '/source/%2Fetc%2Fpasswd', '/source/C:%5CWindows%5Cwin.ini', '/assets/%5c..%5cmain.ts'],
    ...['/source/framework/index.ts/', '/source/.git/config', '/source/.workshop/progress.json', '/chapters/..'],
    ...['/diff/..', '/diff/01-hello-route%2f..', '/source/', '/assets/', '/README.md', '/source/constructor'],
    ...['/images/package.json', '/images/chapters/19-web-pages/README.md', '/images/../package.json', '/images/'],
  ];
  for (const path of tricks) {
    test(`${path} is 404`, async () => {
      // fetch would resolve the dots before it sends the path. A socket sends the path unchanged.
      assert.equal(await statusOf(client, path), 404);
    });
  }

  for (const path of ['/', '/progress', '/diff/01-hello-route', '/explain/01-hello-route/1', '/source/README.md']) {
    test(`${path} is refused under a name that isn't ours: DNS rebinding`, async () => {
      assert.equal(await statusOf(client, path, { host: 'evil.example' }), 403);
      assert.equal(await statusOf(client, path, { host: 'localhost.evil.example:4000' }), 403);
    });
  }

  test('a malformed address is 400 and still a page', async () => {
    assert.equal(await statusOf(client, '/%zz'), 400);
  });

  for (const path of ['/check/01-hello-route', '/replay/01-hello-route']) {
    test(`${path} is refused unless one of our own pages asks for it`, async () => {
      for (const headers of <Record<string, string>[]>[
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        {},
      ]) {
        assert.equal((await client.post(path, '', headers)).status, 403, JSON.stringify(headers));
      }
    });
  }

  test('the code of a page is highlighted once, however often somebody asks for the page', async (t) => {
    await client.get('/chapters/01-hello-route/');
    const { calls } = t.mock.method(Highlighter.prototype, 'highlight').mock;
    const { text } = await client.get('/chapters/01-hello-route/');
    assert.match(text, /<span class="line"/);
    assert.equal(calls.length, 0);
  });
});

test('answers are folded up to the end of their section', async () => {
  const repository = testRepository({
    'docs/guide/questions.md':
      '# Title\n\n## Going further\n\n1. Why?\n\n**Answers**\n\n1. Because.\n\n## Next\n\nText.\n',
  });
  const client = await startSite(repository.path);
  try {
    const { text } = await client.get('/docs/guide/questions/');
    assert.match(
      text,
      /Why\?[\s\S]*<details class="fold"><summary>Answers<\/summary>\n<ol>\n<li>Because\.<\/li>\n<\/ol>\n<\/details>\n<h2/,
    );
    assert.doesNotMatch(text, /<strong>Answers/);
  } finally {
    await client.stop();
    repository.remove();
  }
});

test('Markdown cannot bring markup or scripts into a page', async () => {
  const repository = testRepository({
    'docs/guide/evil.md': [
      '# A <script>alert(1)</script> title',
      '<script>alert(2)</script> <img src=x onerror=alert(3)>',
      '[link](javascript:alert(4)) [data](data:text/html,<script>alert(5)</script>) ![x](javascript:alert(6))',
      '"><svg onload=alert(7)> `<b>` [quote](x"onmouseover=alert(8))',
      '```ts x"><script>alert(9)</script>\n</code></pre><script>alert(10)</script>\n```',
      '```text </figcaption><script>alert(11)</script>\n<!-- <script>alert(12)</script>\n```',
      '## Heading <img src=x onerror=alert(13)>',
      '| <i>a</i> |\n|---|\n| <script>alert(14)</script> |',
      '<details onclick=alert(15)><summary>x</summary>\n\n<details><summary><script>alert(16)</script></summary>',
      '<details><summary>"Fold" & out</summary>\n\n```ts\nconst a = 1;\n```\n\n</details>',
    ].join('\n\n'),
  });
  const client = await startSite(repository.path);
  try {
    const { text, status } = await client.get('/docs/guide/evil/');
    assert.equal(status, 200);
    assert.doesNotMatch(text, /<script>|<img|<svg onload|<b>|<i>|href="(javascript|data):/);
    assert.doesNotMatch(text, /<[^>]* on\w+=/);
    assert.match(
      text,
      /<details class="fold"><summary>&quot;Fold&quot; &amp; out<\/summary>\n<figure [\s\S]*?<\/figure>\n<\/details>/,
    );
    const index = await client.get('/assets/search-index.js');
    assert.doesNotMatch(index.text, /</);
  } finally {
    await client.stop();
    repository.remove();
  }
});

test('a check sends each step to every open page of the chapter, without colours, and stores the progress', async () => {
  const repository = repositoryWithChapter();
  repository.write('chapters/01-hello-route/src/hello.controller.ts', colourful);
  const client = await startSite(repository.path);
  try {
    const page = await follow(client, '/progress?chapter=01-hello-route');
    await client.post('/check/01-hello-route', '', { 'sec-fetch-site': 'same-origin' });
    const states = await page.until(
      ({ activity, states: [first, second] }) =>
        activity === 'idle' && first?.state === 'passed' && second?.state === 'failed',
    );
    assert.deepEqual(
      states.map(({ state }) => state),
      ['passed', 'failed', 'open', 'open'],
    );
    assert.match(states[1]!.detail, /curl -i http:\/\/localhost/);
    assert.ok(!states[1]!.detail.includes('\u001b'), 'no colours of a terminal');
    assert.equal(client.app.get(Site).workshop().standings()[0]?.done, 1);
    const { text } = await client.get('/chapters/01-hello-route/');
    assert.match(
      text,
      /data-step="1" data-state="passed"[\s\S]*data-step="2" data-state="failed"[\s\S]*class="failure"/,
    );
    repository.write('chapters/01-hello-route/src/main.ts', 'const = 1;');
    await client.post('/check/01-hello-route', '', { 'sec-fetch-site': 'same-origin' });
    const stopped = await page.until(
      ({ activity, states: [first] }) => activity === 'idle' && first?.state === 'before',
    );
    assert.deepEqual(
      stopped.map(({ state }) => state),
      ['before', 'failed', 'stopped', 'stopped'],
    );
    assert.match(stopped[1]!.detail, /Syntax error: [\s\S]*main\.ts:1:7/);
    page.end();
  } finally {
    await client.stop();
    repository.remove();
  }
});

test('a save is checked while a page of the chapter is open, and only for our own pages', async () => {
  const repository = repositoryWithChapter();
  const client = await startSite(repository.path);
  try {
    const foreign = await follow(client, '/progress?chapter=01-hello-route&on-save=1', 'cross-site');
    const page = await follow(client, '/progress?chapter=01-hello-route&on-save=1');
    await page.until(({ activity }) => activity === 'idle');
    repository.write('chapters/01-hello-route/src/hello.controller.ts', colourful);
    await page.until(({ states: [first] }) => first?.state === 'passed');
    assert.equal(foreign.heard(), 0);
    page.end();
    foreign.end();
  } finally {
    await client.stop();
    repository.remove();
  }
});

test('a save that makes a step pass leaves the next one to do, until the next save', async () => {
  const repository = repositoryWithChapter();
  const client = await startSite(repository.path);
  const seen = new Set<string | undefined>();
  try {
    const page = await follow(client, '/progress?chapter=01-hello-route&on-save=1');
    await page.until(({ activity }) => activity === 'idle');
    writeFiles(repository.chapter.src, solutionAt(repository.chapter, 1));
    await page.until(({ activity, states: [first, second] }) => {
      seen.add(second?.state);
      return activity === 'idle' && first?.state === 'passed';
    });
    assert.deepEqual([...seen], ['open']);
    repository.write('chapters/01-hello-route/src/tags.ts', 'export {};');
    const [, second] = await page.until(({ states: [, tags] }) => tags?.state === 'failed');
    assert.match(second!.detail, /Expected status 200, got 404/);
    page.end();
  } finally {
    await client.stop();
    repository.remove();
  }
});

describe('the static build', () => {
  const broken = {
    'a file that is missing': ['[x](docs/nothing.md)', /README\.md:3: the link docs\/nothing\.md leads nowhere/],
    'an anchor that is missing': ['[x](#nothing)', /README\.md:3: this file has no heading for #nothing/],
    'a line that is missing': ['[x](docs/short.json#L7)', /short\.json\.html#L7 leads nowhere/],
  } as const;
  for (const [what, [link, message]] of Object.entries(broken)) {
    test(`${what} fails it`, async () => {
      const repository = testRepository({ 'README.md': `# Home\n\n${link}\n`, 'docs/short.json': '{}\n' });
      try {
        await assert.rejects(buildSite(`${repository.path}/dist`, new Site(repository.path)), message);
      } finally {
        repository.remove();
      }
    });
  }

  test('with an address, every page names its own, and a sitemap lists them', async () => {
    const repository = testRepository({ 'docs/guide/a.md': '# A & B\n' });
    const [folder, site] = [`${repository.path}/dist`, new Site(repository.path)];
    try {
      await buildSite(folder, site, 'https://example.org/trellis/');
      const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
      const addresses = ['', 'start/', 'docs/guide/a/'].map((path) => `https://example.org/trellis/${path}`);
      assert.deepEqual(
        [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address),
        addresses,
      );
      for (const [index, name] of ['index.html', 'start/index.html', 'docs/guide/a/index.html'].entries())
        assert.ok(read(name).includes(`<link rel="canonical" href="${addresses[index]}">`), name);
      assert.match(read('robots.txt'), /^Sitemap: https:\/\/example\.org\/trellis\/sitemap\.xml$/m);
      for (const wrong of ['example.org', 'ftp://example.org', 'https://example.org/?a'])
        await assert.rejects(buildSite(folder, site, wrong), /SITE_URL is .* must be the address/);
    } finally {
      repository.remove();
    }
  });

  test('writes a page for each Markdown file, for each file it links to, and for addresses that don’t exist', async () => {
    const repository = testRepository({
      'README.md':
        '# Home\n\n[a guide](docs/guide/a.md#more) and [code](framework/x.ts#L2) and ![a picture](docs/p.png)\n',
      'docs/p.png': 'a picture',
      'docs/guide/a.md': '# A\n\n## More\n',
      'framework/x.ts': 'export const x = 1;\nexport const y = 2;\n',
    });
    try {
      assert.equal(await buildSite(`${repository.path}/dist`, new Site(repository.path)), 5);
      assert.equal(readFileSync(`${repository.path}/dist/images/docs/p.png`, 'utf8'), 'a picture');
      const start = readFileSync(`${repository.path}/dist/start/index.html`, 'utf8');
      const missing = readFileSync(`${repository.path}/dist/404.html`, 'utf8');
      const [index = ''] = readdirSync(`${repository.path}/dist/assets`).filter((name) => /search-index/.test(name));
      assert.match(index, /^search-index\.[0-9a-f]{12}\.js$/, 'a name that changes with the content');
      assert.ok(start.includes(` data-search-index="${index}"`), 'which every page knows');
      assert.equal(readFileSync(`${repository.path}/dist/robots.txt`, 'utf8'), 'User-agent: *\nAllow: /\n');
      assert.ok(!existsSync(`${repository.path}/dist/sitemap.xml`), 'no address, no sitemap');
      assert.doesNotMatch(start, /canonical/);
      assert.match(missing, /<style>:root/, 'styled at any depth');
      assert.doesNotMatch(missing, /<link|src=/);
      assert.match(
        start,
        /<meta name="description" content="[^"]+">\n<meta property="og:title" content="Overview and commands · Trellis">/,
      );
      assert.match(start, /<img src="..\/images\/docs\/p\.png" alt="a picture" loading="lazy">/);
    } finally {
      repository.remove();
    }
  });
});

/** Passes step 1, and responds to step 2 in red, as a terminal would show it. */
const colourful = `import type { Context } from 'trellis';

export class HelloController {
  routes() {
    return [
      { method: 'GET' as const, path: '/hello', handler: () => ({ message: 'Hello, reader!' }) },
      { method: 'GET' as const, path: '/tags', handler: (ctx: Context) => ctx.send('\\u001b[31mred') },
    ];
  }
}
`;

interface Told {
  activity: string;
  states: { state: string; detail: string }[];
}

/** The events that a page gets about its chapter's tasks. */
async function follow({ url, cookie }: StartedSite, path: string, site = 'same-origin') {
  const { get } = await import('node:http');
  const told: Told[] = [];
  let next = () => {};
  const request = get(url + path, { agent: false, headers: { cookie, 'sec-fetch-site': site } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let rest = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\n\n');
    rest = messages.pop()!;
    for (const message of messages) {
      if (message.startsWith('event: steps')) told.push(JSON.parse(message.slice(message.indexOf('data: ') + 6)));
    }
    next();
  });
  response.once('error', () => {});
  const until = async (holds: (told: Told) => boolean): Promise<Told['states']> => {
    for (;;) {
      const found = told.find(holds);
      if (found !== undefined) return found.states;
      await new Promise<void>((resolve) => {
        next = resolve;
      });
    }
  };
  return { until, heard: () => told.length, end: () => request.destroy() };
}

/** Sends the path unchanged. */
async function statusOf({ url, cookie }: StartedSite, path: string, headers: object = {}): Promise<number> {
  const { request } = await import('node:http');
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { cookie, ...headers }, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}
