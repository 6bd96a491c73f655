import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { deferred } from '../../../framework/fixtures/deferred.ts';
import { Program } from '../run/program.ts';
import { copyOfChapter01, programOf, testFolder, writeProgram } from '../test-folder.fixture.ts';
import { Feed, type FeedAddress, type FeedEvent, feedFile, lastUrl, mostKept, runningUrl } from './feed.ts';
import { greet } from './handshake.ts';
import { lastTrace } from './last-trace.ts';
import type { TraceEvent } from './trace-event.ts';

const trace = (id: number): TraceEvent => ({
  ...{ id, startedAt: '', method: 'GET', path: '/posts/7', status: 200, ms: 1, steps: [] },
  ...{ request: { query: {}, headers: {} }, tried: { routes: [], others: 0 } },
});

describe('the feed of a running chapter', () => {
  const folder = testFolder();
  after(() => folder.remove());

  const addressOf = () => JSON.parse(readFileSync(feedFile(folder.path), 'utf8')) as FeedAddress;
  const ask = (headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port: addressOf().port, agent: false, headers }, resolve).once('error', reject);
    });

  /** What comes, event by event. */
  async function* events(response: IncomingMessage): AsyncGenerator<FeedEvent> {
    let rest = '';
    for await (const text of response.setEncoding('utf8')) {
      const messages = (rest + text).split('\n\n');
      rest = messages.pop()!;
      for (const message of messages) yield JSON.parse(message.slice('data: '.length));
    }
  }

  it('does without its file if that cannot be written', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const feed = new Feed(file, '05-injection', 'src');
    await feed.open();
    feed.program({ routes: [] });
    feed.close();
  });

  it('accepts only clients that know the token, under a host name of this machine', async () => {
    const feed = new Feed(folder.path, '05-injection', 'src');
    await feed.open();
    if (process.platform !== 'win32') assert.equal(statSync(feedFile(folder.path)).mode & 0o777, 0o600);
    const { token, port } = addressOf();
    const { authorization = '' } = greet(token).headers;
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: 'nonsense' }, 401],
      [{ authorization: `Bearer ${token}` }, 401],
      [{ authorization: greet('another token').headers.authorization! }, 401],
      [{ authorization: authorization.replace(/ ./, ' 0a') }, 401],
      [{ authorization, host: `evil.example:${port}` }, 403],
      [{ authorization, host: '127.0.0.1' }, 403],
      [{ authorization }, 200],
      [{ authorization, host: `localhost:${port}` }, 200],
    ] as const) {
      const response = await ask(headers);
      assert.equal(response.statusCode, status, JSON.stringify(headers));
      response.destroy();
    }
    feed.close();
    assert.ok(!existsSync(feedFile(folder.path)), 'the address goes with the chapter');
  });

  it('is not believed if somebody else listens on its port, and does not tell them the token', async (t) => {
    const heard: string[] = [];
    const forger = createServer(({ headers }, response) => {
      heard.push(JSON.stringify(headers));
      // What they were sent is all they have to prove something with.
      const proof = headers.authorization?.split(' ').at(-1) ?? '';
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-trellis-proof': proof });
      response.write(`data: ${JSON.stringify({ type: 'traces', traces: [trace(666)], dropped: 0 })}\n\n`);
    });
    await once(forger.listen(0, '127.0.0.1'), 'listening');
    t.after(() => forger.close().closeAllConnections());
    const { port } = forger.address() as AddressInfo;
    const address = { port, token: 'c0ffee', pid: process.pid, chapter: '05-injection', src: 'src' };
    assert.equal(await lastTrace(address), undefined);
    assert.equal(heard.length, 1);
    assert.doesNotMatch(heard[0]!, /c0ffee/);
  });

  it('can be found again after a chapter in another terminal has come and gone', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const [feed, other] = [new Feed(folder.path, '05-injection', 'src'), new Feed(folder.path, '06-database', 'src')];
    await feed.open();
    await other.open();
    assert.equal(addressOf().chapter, '06-database');
    feed.traces([trace(1)], 0);
    assert.equal(addressOf().chapter, '05-injection', 'the one that was used last');
    other.traces([trace(1)], 0);
    other.close();
    assert.equal(existsSync(feedFile(folder.path)), false);
    t.mock.timers.tick(1_000);
    assert.equal(addressOf().chapter, '05-injection', 'without a request, too');
    feed.close();
  });

  it('remembers where a program listens that is being restarted, for the commands in a failed check', async (t) => {
    const chapter = copyOfChapter01(folder.path);
    const feed = new Feed(folder.path, chapter.slug, chapter.src);
    await feed.open();
    t.after(() => feed.close());
    assert.deepEqual([runningUrl(chapter), lastUrl(chapter)], [undefined, undefined]);
    feed.program({ url: 'http://localhost:3820', routes: [] });
    assert.deepEqual([runningUrl(chapter), lastUrl(chapter)], ['http://localhost:3820', 'http://localhost:3820']);
    feed.program({ routes: [] });
    assert.deepEqual([runningUrl(chapter), lastUrl(chapter)], [undefined, 'http://localhost:3820']);
    assert.equal(lastUrl({ ...chapter, slug: '02-paths' }), undefined, 'another chapter does not count');
  });

  it('tells what runs, then the last 200, then each as it comes', async () => {
    const feed = new Feed(folder.path, '05-injection', 'src');
    await feed.open();
    for (let id = 1; id <= 1000; id++) feed.traces([trace(id)], 0);
    const stream = events(await ask({ ...greet(addressOf().token).headers }));
    const next = async () => (await stream.next()).value as FeedEvent & { traces: TraceEvent[]; dropped: number };
    assert.deepEqual(await next(), { type: 'program', program: { chapter: '05-injection', src: 'src', routes: [] } });
    const { traces } = await next();
    assert.deepEqual([traces.length, traces[0]?.id, traces.at(-1)?.id], [mostKept, 801, 1000]);
    feed.traces([trace(1001)], 7);
    const { traces: more, dropped } = await next();
    assert.deepEqual([more.map(({ id }) => id), dropped], [[1001], 7]);
    feed.close();
    assert.equal((await stream.next()).done, true, 'the stream ends with the chapter');
  });

  it('a listener that does not read misses something and is told how much; nothing piles up', async () => {
    const feed = new Feed(folder.path, '05-injection', 'src');
    await feed.open();
    const response = await ask({ ...greet(addressOf().token).headers });
    response.pause();
    const large = { ...trace(1), error: 'x'.repeat(10_000) };
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 20_000; count++) feed.traces([large], 0);
    const grown = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.ok(grown < 100, `${grown} MB for 200 MB of traces`);
    let read = 0;
    let missed = 0;
    const stream = events(response);
    // The next that can be written says how many were left out.
    const more = setInterval(() => feed.traces([{ ...large, id: 2 }], 0), 5);
    for await (const event of stream) {
      if (event.type !== 'traces') continue;
      read += event.traces.filter(({ id }) => id === 1).length;
      missed += event.dropped;
      if (event.traces.some(({ id }) => id === 2)) break;
    }
    clearInterval(more);
    assert.ok(missed > 10_000 && read + missed >= 20_000, `${read} read, ${missed} missed`);
    feed.close();
  });

  it('leaves the file alone where another chapter has begun meanwhile', async () => {
    const [first, second] = [new Feed(folder.path, '05-injection', 'src'), new Feed(folder.path, '06-database', 'src')];
    await first.open();
    await second.open();
    first.close();
    assert.equal(addressOf().chapter, '06-database');
    second.close();
  });
});

describe('a program under load', () => {
  const folder = testFolder();
  after(() => folder.remove());

  it('tells the last 200 of what it could not tell at once, and counts the others', async () => {
    const burst = `() => { for (let id = 1; id <= 1000; id++) channel('trellis:request').publish({ id, steps: [] }); return 1; }`;
    const files = programOf(
      `{ method: 'GET' as const, path: '/', handler: ${burst} }`,
      "import { channel } from 'node:diagnostics_channel';",
    );
    const src = writeProgram(join(folder.path, 'burst'), files);
    let told: TraceEvent[] = [];
    let dropped = 0;
    const complete = deferred();
    const program = new Program({
      src,
      env: { PORT: '0', TRELLIS_TRACE: '1' },
      onTraces: (traces, left) => {
        told = [...told, ...traces];
        dropped += left;
        // The request itself comes last, and has an id of its own.
        if (told.length + dropped >= 1001) complete.resolve();
      },
    });
    try {
      const { url } = await program.listening();
      assert.equal((await fetch(url.replace('localhost', '127.0.0.1'))).status, 200);
      await complete.promise;
      assert.deepEqual([told.length, dropped], [200, 801]);
      assert.equal(told.at(-2)?.id, 1000, 'the newest are kept');
    } finally {
      await program.kill();
    }
  });
});
