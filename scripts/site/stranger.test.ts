import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { createSite } from './app.ts';
import { repositoryWithChapter, type TestRepository } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let repository: TestRepository;
let site: StartedSite;
/** Another site of the same repository, on another port: it has the same key. */
let other: StartedSite;
let key: string;
let port: string;

before(async () => {
  repository = repositoryWithChapter();
  [site, other] = [await startSite(repository.path), await startSite(repository.path)];
  key = new URL(site.address).searchParams.get('key')!;
  ({ port } = new URL(site.url));
});
after(async () => {
  await site.stop();
  await other.stop();
  repository.remove();
});

/** Sends exactly this, as a program of another user of the machine could. */
async function send(method: string, path: string, headers: OutgoingHttpHeaders = {}): Promise<Received> {
  const own = { host: `localhost:${port}`, 'content-length': '0', ...headers };
  const sent = request({ host: '127.0.0.1', port, method, path, headers: own, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0 } = response;
  let text = '';
  // A stream of events would not end.
  if (response.headers['content-type'] === 'text/event-stream') sent.destroy();
  else for await (const part of response.setEncoding('utf8')) text += part;
  return { status, headers: response.headers, text };
}

/** Every route that the site has, with something in the place of its parameters. */
function everyRoute(): { method: string; path: string }[] {
  const parameters: Record<string, string> = {
    ':slug': '01-hello-route',
    ':step': '1',
    ':id': '1-1',
    ':file': '01-hello-route.json',
    ':fragment': 'explain-1.html',
    '*': 'site.css',
  };
  return site.app.routes().map(({ method = 'GET', path }) => {
    return { method, path: path.replace(/:\w+|\*/g, (name) => parameters[name] ?? assert.fail(`${path}: ${name}?`)) };
  });
}

function assertNothingPrivate(text: string): void {
  assert.ok(!text.includes(key), 'no page contains the key');
  assert.doesNotMatch(text, /data-progress|Routes and handlers/, 'nothing about the learner');
}

describe('a stranger gets a 403 from every route with', () => {
  const tries: Record<string, () => OutgoingHttpHeaders> = {
    nothing: () => ({}),
    'a forged Origin': () => ({ origin: `http://localhost:${port}` }),
    'the headers of a page of ours': () => ({ origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' }),
    'the headers of a script of ours': () => ({ 'x-fragment': '1', accept: 'application/json' }),
    'a forged Host': () => ({ host: `127.0.0.1:${port}`, 'x-forwarded-host': 'localhost' }),
    'a Host without a port': () => ({ host: 'localhost' }),
    'a guessed cookie': () => ({ cookie: `trellis-site-${port}=${'0'.repeat(64)}` }),
    'an empty cookie': () => ({ cookie: `trellis-site-${port}=; trellis-site-default=` }),
    'the cookie of another port': () => ({ cookie: other.cookie }),
    'the cookie of another port, renamed': () => ({ cookie: other.cookie.replace(/^[^=]+/, `trellis-site-${port}`) }),
    'the cookie of another port, and its Host': () => ({ cookie: other.cookie, host: new URL(other.url).host }),
  };
  for (const [what, headers] of Object.entries(tries)) {
    test(what, async () => {
      const routes = everyRoute();
      assert.ok(routes.length > 20, `${routes.length} routes`);
      for (const { method, path } of routes) {
        const received = await send(method, path, headers());
        assert.equal(received.status, 403, `${method} ${path}`);
        assert.equal(received.headers['set-cookie'], undefined);
        assertNothingPrivate(received.text);
      }
    });
  }

  test('a wrong key', async () => {
    for (const wrong of ['', '0', '0'.repeat(32), key.slice(1), `${key}0`, key.toUpperCase().replace(/^\d+$/, 'A')]) {
      const { status, headers } = await send('GET', `/?key=${wrong}`);
      assert.equal(status, 403, wrong);
      assert.equal(headers['set-cookie'], undefined);
    }
  });

  test('the key, in a request that changes something', async () => {
    const { status } = await send('POST', `/check/01-hello-route?key=${key}`, { 'sec-fetch-site': 'same-origin' });
    assert.equal(status, 403);
  });
});

describe('a stranger gets nothing from', () => {
  test('a route that is added later', async () => {
    const ran: string[] = [];
    site.app.router.add({ method: 'GET', path: '/later', handler: () => `run ${ran.push('later')}` });
    assert.equal((await send('GET', '/later')).status, 403);
    assert.deepEqual(ran, []);
    assert.equal((await site.get('/later')).text, 'run 1');
  });

  for (const [method, path, expected] of [
    ['GET', '/no/such/page', 403],
    ['OPTIONS', '/x-ray/send', 403],
    ['DELETE', '/', 403],
    ['HEAD', '/progress', 403],
    ['GET', 'http://localhost/x-ray/', 403],
    ['GET', '//localhost/x-ray/', 403],
    ['GET', '/%zz', 400],
  ] as const) {
    test(`${method} ${path}`, async () => {
      const { status, text } = await send(method, path);
      assert.equal(status, expected);
      assertNothingPrivate(text);
    });
  }

  test('a name that isn’t ours, even with the cookie: DNS rebinding', async () => {
    const { status, text } = await send('GET', '/', { host: 'evil.example', cookie: site.cookie });
    assert.equal(status, 403);
    assertNothingPrivate(text);
  });
});

test('a stranger reads what to do, as a page, as JSON, and without a trace in a cache', async () => {
  const { text, headers } = await send('GET', '/chapters/01-hello-route/?key=0');
  assert.match(text, /<h1>Open these pages with the address from your terminal<\/h1>[\s\S]*<code>npm run docs<\/code>/);
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[\w+/]+=*';/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.doesNotMatch(text, /refresh/);
  const json = await send('POST', '/x-ray/send', { accept: 'application/json' });
  assert.deepEqual(JSON.parse(json.text), { error: 'Open these pages with the address from your terminal' });
});

describe('the key', () => {
  test('is exchanged for a cookie, and leaves the address', async () => {
    const { status, headers, text } = await send('GET', `/x-ray/?a=1&key=${key}&b=%26`);
    assert.equal(status, 303);
    assert.equal(headers.location, '/x-ray/?a=1&b=%26');
    const [cookie = '', ...attributes] = headers['set-cookie']![0]!.split('; ');
    assert.deepEqual(attributes, ['Path=/', 'HttpOnly', 'SameSite=Strict']);
    assert.ok(cookie.startsWith(`trellis-site-${port}=`) && !cookie.includes(key), cookie);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assertNothingPrivate(text);
    assert.equal((await send('GET', '/x-ray/', { cookie })).status, 200);
  });

  for (const [target, location] of [
    ['/?key=', '/'],
    ['/?k%65y=', '/'],
    ['//evil.example/?key=', '/evil.example/'],
    ['http://evil.example//evil.example/?key=', '/evil.example/'],
    ['/%5cevil.example/?key=', '/%5Cevil.example/'],
    ['/%0d%0aset-cookie:a/?key=', '/%0D%0Aset-cookie:a/'],
  ] as const) {
    test(`${target}… redirects to ${location}`, async () => {
      assert.equal((await send('GET', target + key)).headers.location, location);
    });
  }

  test('of an earlier day does no harm to a browser that is in, and leaves the address', async () => {
    const { status, headers } = await send('GET', '/review/?key=old', { cookie: site.cookie });
    assert.deepEqual([status, headers.location], [303, '/review/']);
  });

  test('is in no page, and no other origin may include a page or be told its address', async () => {
    for (const { method, path } of everyRoute().filter((route) => route.method === 'GET')) {
      const { status, text, headers } = await send(method, path, { cookie: site.cookie });
      assert.notEqual(status, 403, path);
      assert.ok(!text.includes(key) && !text.includes(site.cookie.split('=')[1]!), path);
      assert.equal(headers['referrer-policy'], 'no-referrer', path);
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', path);
    }
  });
});

test('a page that is open continues to work after a restart', async () => {
  const { cookie, url } = other;
  await other.stop();
  const again = createSite(repository.path);
  await again.listen(Number(new URL(url).port), '127.0.0.1', { signals: false });
  const response = await fetch(`${url}/x-ray/`, { headers: { cookie } });
  await response.text();
  await again.stop();
  assert.equal(response.status, 200);
});

describe('a site on a forwarded port', () => {
  test('is open under the port that the browser sees', async () => {
    const forwarded = { host: 'localhost:65000' };
    const { headers } = await send('GET', `/?key=${key}`, forwarded);
    const [cookie = ''] = headers['set-cookie']![0]!.split(';');
    assert.match(cookie, /^trellis-site-65000=/);
    assert.equal((await send('GET', '/x-ray/', { ...forwarded, cookie })).status, 200);
  });

  test('is open under the name of the codespace, and of no other', async (t) => {
    process.env.CODESPACE_NAME = 'fuzzy-potato-7';
    process.env.GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN = 'app.github.dev';
    t.after(() => {
      delete process.env.CODESPACE_NAME;
      delete process.env.GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN;
    });
    const host = `fuzzy-potato-7-${port}.app.github.dev`;
    const { headers } = await send('GET', `/?key=${key}`, { host });
    const [cookie = ''] = headers['set-cookie']![0]!.split(';');
    const statusAt = async (name: string) => (await send('GET', '/x-ray/', { host: name, cookie })).status;
    assert.equal(await statusAt(host), 200);
    assert.equal(await statusAt(host.replace('fuzzy', 'other')), 403);
    assert.equal(await statusAt(`${host}.evil.example`), 403);
  });
});
