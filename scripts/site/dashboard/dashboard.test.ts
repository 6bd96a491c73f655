import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { provide } from 'trellis';
import { parse } from '../../workshop/incidents/samples.ts';
import { repositoryWithChapter } from '../repository.fixture.ts';
import { type RunningChapter, runningChapter } from '../running-chapter.fixture.ts';
import { startSite } from '../started-site.fixture.ts';
import { XrayFeed } from '../x-ray-feed.ts';
import { dashboardView } from './dashboard-view.ts';
import { pointOf } from './points.ts';

const requests = (ok: number, failed: number) => `http_requests_total{method="GET",route="/posts",status="200"} ${ok}
http_requests_total{method="GET",route="/posts",status="500"} ${failed}`;
const durations = (
  fast: number,
  all: number,
) => `http_request_duration_seconds_bucket{le="0.1",method="GET",route="/posts"} ${fast}
http_request_duration_seconds_bucket{le="0.5",method="GET",route="/posts"} ${all}
http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/posts"} ${all}`;

describe('a point of the dashboard', () => {
  const before = parse(`${requests(100, 0)}\n${durations(0, 0)}\nprocess_cpu_seconds_total 4`);
  const after =
    parse(`${requests(190, 10)}\n${durations(90, 100)}\nprocess_cpu_seconds_total 5\nhash_jobs{state="waiting"} 3
hash_jobs{state="running"} 2`);
  const { values, routes } = pointOf(before, after, 2, 0);

  it('is computed from what has changed between two scrapes', () => {
    assert.deepEqual(
      [...values].map(([line, value]) => [line, Number(value.toFixed(3))]),
      [
        ['requests', 50],
        ['errors', 10],
        ['p50', 0.056],
        ['p95', 0.3],
        ['p99', 0.46],
        ['processors', 0.5],
        ['hashes', 3],
      ],
    );
    assert.deepEqual(
      routes.map(({ route, perSecond, failed }) => [route, perSecond, failed]),
      [['GET /posts', 50, 10]],
    );
  });

  it('leaves the scrapes out, which would be the slowest requests of a quiet program', () => {
    const scrapes = `http_requests_total{method="GET",route="/metrics",status="200"} 50
http_request_duration_seconds_bucket{le="0.5",method="GET",route="/metrics"} 0
http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/metrics"} 50`;
    const scraped = parse(`${requests(190, 10)}\n${durations(90, 100)}\n${scrapes}`);
    const { values, routes } = pointOf(before, scraped, 2, 0);
    assert.deepEqual(
      routes.map(({ route }) => route),
      ['GET /posts'],
    );
    assert.equal(values.get('requests'), 50);
  });

  it('has no value for what the program does not measure, and the page says so', () => {
    assert.equal(values.has('lag'), false);
    const point = pointOf(before, after, 2, 0);
    const watched = { chapter: '29-seeing', url: 'http://localhost:1', points: [point], problem: undefined };
    const text = dashboardView(watched, undefined).toString();
    assert.match(text, /Lag of the event loop, p99<\/h2><p class="soft">The program has no such metric/);
    assert.match(text, /Requests per second<\/h2><p class="values"><span class="value"><b>50<\/b>/);
  });
});

it('while no chapter runs, the dashboard says what to do, and it is for this machine only', async () => {
  const repository = repositoryWithChapter();
  const site = await startSite(repository.path);
  try {
    const { status, text } = await site.get('/dashboard/');
    assert.equal(status, 200);
    assert.match(text, /No chapter is running[\s\S]*npm run incident 30/);
    assert.match((await site.get('/')).text, /<a href="\/dashboard\/"/);
  } finally {
    await site.stop();
    repository.remove();
  }
});

it('a program that refuses a scrape is not asked again until it is restarted', async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const feed = { program: { chapter: '10-auth', url, routes: [], src: '' }, run: '1', open() {} };
  const repository = repositoryWithChapter();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const site = await startSite(repository.path, [provide(XrayFeed, { value: feed as unknown as XrayFeed })]);
  try {
    assert.match((await site.get('/dashboard/')).text, /This program has no <code>GET \/metrics<\/code>/);
    t.mock.timers.tick(2_000);
    assert.match((await site.get('/dashboard/')).text, /This program has no <code>GET \/metrics<\/code>/);
    feed.run = '2';
    const again = once(server, 'request');
    t.mock.timers.tick(2_000);
    await again;
    assert.deepEqual(asked, ['/metrics', '/metrics']);
  } finally {
    await site.stop();
    server.close();
    server.closeAllConnections();
    repository.remove();
  }
});

describe('the dashboard of a running chapter', () => {
  const token = process.env.METRICS_TOKEN;
  let running: RunningChapter;
  before(async () => {
    process.env.METRICS_TOKEN = 'a token for a test';
    running = await runningChapter('29-seeing');
  });
  after(async () => {
    await running.stop();
    if (token === undefined) delete process.env.METRICS_TOKEN;
    else process.env.METRICS_TOKEN = token;
  });

  it('shows what its program measures, and never the token', async () => {
    const look = async () => (await running.site.get('/dashboard/')).text;
    let text = await look();
    for (let round = 0; !/class="graphs"/.test(text) && round < 100; round++) {
      await fetch(`${running.url}/posts`);
      await delay(100);
      text = await look();
    }
    assert.match(text, /<code>GET \/posts<\/code>/);
    assert.match(text, /Requests in flight<\/h2><p class="values"><span class="value"><b>1<\/b>/, 'the scrape itself');
    assert.doesNotMatch(text, /a token for a test/);
    assert.doesNotMatch(text, /<code>GET \/metrics<\/code><\/td>/);
    assert.deepEqual([...new Set(running.feed.traces.map(({ path }) => path))], ['/posts']);
    assert.doesNotMatch(running.terminal.join('\n'), /→.* \/metrics/);
  });
});
