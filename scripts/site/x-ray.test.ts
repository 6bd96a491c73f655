import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { deferred } from '../../framework/fixtures/deferred.ts';
import { returnGreeting } from '../workshop/xray/handshake.ts';
import { repositoryWithChapter, type TestRepository } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';
import { XrayFeed } from './x-ray-feed.ts';

describe('the X-ray, while no chapter runs', () => {
  let repository: TestRepository;
  let site: StartedSite;
  before(async () => {
    repository = repositoryWithChapter();
    site = await startSite(repository.path);
  });
  after(async () => {
    await site.stop();
    repository.remove();
  });

  test('the page names the command to start, and is in the list of pages', async () => {
    const { status, text } = await site.get('/x-ray/');
    assert.equal(status, 200);
    assert.match(text, /No chapter is running[\s\S]*npm run chapter 01/);
    assert.match((await site.get('/')).text, /<a href="\/x-ray\/"/);
  });

  test('there is nothing to send to, and no request to open', async () => {
    const sent = await site.post(
      '/x-ray/send',
      { method: 'GET', path: '/' },
      { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    );
    assert.equal(sent.status, 409);
    assert.match(sent.text, /No chapter is running/);
    assert.equal((await site.get('/x-ray/requests/1')).status, 404);
    assert.equal((await site.get('/x-ray/requests/constructor')).status, 404);
  });

  test('it is for this machine only: neither under another name, nor from the page of somebody else', async () => {
    const { cookie } = site;
    const { port } = new URL(site.url);
    assert.equal(await statusOf(site.url, '/x-ray/', { cookie, host: 'evil.example' }), 403);
    assert.equal(await statusOf(site.url, '/x-ray/stream', { cookie, host: `evil.example:${port}` }), 403);
    assert.equal(await statusOf(site.url, '/x-ray/', { cookie, host: `localhost:${port}` }), 200);
    for (const path of ['/x-ray/send', '/x-ray/predict', '/x-ray/try', '/x-ray/curl']) {
      const sent = await site.post(path, { method: 'GET', path: '/' }, { 'sec-fetch-site': 'cross-site' });
      assert.equal(sent.status, 403, path);
    }
  });

  test('a request as curl: secrets by their names', async () => {
    const form = { method: 'POST', path: '/posts', headers: 'X-One: 1\n', body: `{"title":"it's"}`, with: 'TOKEN' };
    const { body } = await site.post('/x-ray/curl', form, { 'sec-fetch-site': 'same-origin' });
    assert.match(
      (body as { curl: string }).curl,
      /^curl -i -X POST -H 'X-One: 1' -H 'Authorization: Bearer <TOKEN>' -H 'Content-Type: application\/json' -d '\{"title":"it'\\''s"\}' http:\/\/localhost:\d+\/posts$/,
    );
    for (const method of ['GET', 'HEAD']) {
      const read = await site.post('/x-ray/curl', { ...form, method, with: '' }, { 'sec-fetch-site': 'same-origin' });
      assert.doesNotMatch((read.body as { curl: string }).curl, /-d|Content-Type|title/, 'curl would send POST');
    }
    const bad = await site.post(
      '/x-ray/curl',
      { ...form, headers: 'nonsense' },
      { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    );
    assert.match(bad.text, /\\"nonsense\\" is not a header/);
  });
});

test('a site that has stopped does not connect to the running chapter again', async (t) => {
  const repository = repositoryWithChapter();
  t.after(() => repository.remove());
  const connected = deferred();
  const closed = deferred();
  let count = 0;
  const chapter = createServer(({ headers }, response) => {
    count++;
    response.once('close', closed.resolve).writeHead(200, returnGreeting(headers.authorization, 'any')).flushHeaders();
    connected.resolve();
  });
  await once(chapter.listen(0, '127.0.0.1'), 'listening');
  t.after(() => chapter.close().closeAllConnections());
  const { port } = chapter.address() as AddressInfo;
  repository.write('.workshop/xray.json', JSON.stringify({ port, token: 'any', chapter: '01-hello-route' }));
  const stopped = await startSite(repository.path);
  await connected.promise;

  t.mock.timers.enable({ apis: ['setTimeout'] });
  await stopped.stop();
  await closed.promise;
  t.mock.timers.tick(10_000);
  // A connection of the site would be older than this one, and therefore counted before it.
  await statusOf(`http://127.0.0.1:${port}`, '/', {});
  assert.equal(count, 2);
});

test('somebody else on the port of a killed chapter is not believed', async (t) => {
  const repository = repositoryWithChapter();
  t.after(() => repository.remove());
  const closed = deferred();
  const program = { chapter: '01-hello-route', src: '', routes: [], url: 'http://localhost:1' };
  const forger = createServer((_, response) => {
    response.once('close', closed.resolve).writeHead(200, { 'x-trellis-proof': '0'.repeat(64) });
    response.write(`data: ${JSON.stringify({ type: 'program', program })}\n\n`);
  });
  await once(forger.listen(0, '127.0.0.1'), 'listening');
  t.after(() => forger.close().closeAllConnections());
  const { port } = forger.address() as AddressInfo;
  repository.write('.workshop/xray.json', JSON.stringify({ port, token: 'any', chapter: '01-hello-route' }));
  const site = await startSite(repository.path);
  t.after(() => site.stop());
  const feed = site.app.get(XrayFeed);
  const believed = deferred();
  feed.open().on('data', (event) => String(event).includes('http://localhost:1') && believed.resolve());
  // The site ends the connection, or tells its pages about the program.
  await Promise.race([closed.promise, believed.promise]);
  assert.equal(feed.program, undefined);
});

function statusOf(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.once('error', reject).end();
  });
}
