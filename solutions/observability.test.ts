import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Cache, provide, Unavailable } from 'trellis';
import { AppModule } from './29-seeing/src/app.module.ts';
import { appOptions } from './29-seeing/src/app.options.ts';
import { parseScrape } from './29-seeing/src/observe/scrape.ts';
import { bearer, type Solution, startSolution } from './solution.fixture.ts';

// What the following chapters of Part VI rely on.

const metricsToken = 'for Prometheus';
const environment = { METRICS_TOKEN: metricsToken, BCRYPT_COST: '4' };

/** A cache whose server is down. */
class BrokenCache extends Cache {
  read(): never {
    throw new Unavailable('The cache', 'is down');
  }

  write(): never {
    throw new Unavailable('The cache', 'is down');
  }

  remove(): never {
    throw new Unavailable('The cache', 'is down');
  }
}

async function writer(blog: Solution) {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'leeks and potatoes', name: 'Ada' };
  const { body } = await blog.post('/auth/register', account);
  return bearer(body.token);
}

async function publish(blog: Solution, headers: Record<string, string>): Promise<string> {
  const { body } = await blog.post('/posts', { title: 'Soup', content: 'Leeks' }, headers);
  await blog.put(`/posts/${body.id}`, { title: 'Soup', content: 'Leeks', published: true }, headers);
  return body.id;
}

describe('the blog of chapter 29', () => {
  let blog: Solution;
  const announced: string[] = [];
  let isDown = false;
  const service = createServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    if (!isDown) announced.push(JSON.parse(text).post_id);
    outgoing.writeHead(isDown ? 503 : 204).end();
  });

  before(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const ANNOUNCE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const limits = { ...appOptions.limits, drain: 0 };
    blog = await startSolution(AppModule, { ...environment, ANNOUNCE_URL }, { ...appOptions, limits });
  });

  after(async () => {
    await blog.stop();
    service.close();
    service.closeAllConnections();
  });

  async function scrape(): Promise<string> {
    return (await blog.get('/metrics', bearer(metricsToken))).text;
  }

  async function until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await delay(20);
  }

  it('announces a post once, however often it is published, and again after a failure', async () => {
    const headers = await writer(blog);
    const first = await publish(blog, headers);
    await until(() => announced.includes(first));
    isDown = true;
    const second = await publish(blog, headers);
    await until(() => blog.log.lines.some((line) => line.includes('announcing a post failed')));
    isDown = false;
    blog.clock.advance(5_000);
    await until(() => announced.includes(second));
    const body = { title: 'Leek soup', content: 'Leeks', published: true };
    for (const id of [first, second]) await blog.put(`/posts/${id}`, body, headers);
    blog.clock.advance(120_000);
    const third = await publish(blog, headers);
    await until(() => announced.includes(third));
    assert.deepEqual(announced, [first, second, third]);
  });

  it('shows a change on the front page at once', async () => {
    const headers = await writer(blog);
    await blog.get('/posts');
    const id = await publish(blog, headers);
    const ids = async () => (await blog.get('/posts')).body.map((post: { id: string }) => post.id);
    assert.ok((await ids()).includes(id));
    await blog.delete(`/posts/${id}`, headers);
    assert.ok(!(await ids()).includes(id));
  });

  it('has metrics of these names and labels', async () => {
    const samples = parseScrape(await scrape());
    const labels = (name: string) => [
      ...new Set(samples.filter((one) => one.name === name).flatMap((one) => Object.keys(one.labels))),
    ];
    for (const [name, expected] of Object.entries({
      http_requests_total: ['method', 'route', 'status'],
      http_request_duration_seconds_bucket: ['le', 'method', 'route'],
      http_requests_in_flight: [],
      db_connections: ['state'],
      db_query_duration_seconds_bucket: ['le'],
      cache_requests_total: ['result'],
      hash_jobs: ['state'],
      jobs_total: ['result'],
    })) {
      assert.ok(
        samples.some((one) => one.name === name),
        name,
      );
      assert.deepEqual(labels(name).sort(), expected, name);
    }
    assert.ok(samples.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds'));
  });

  it('has metrics that promtool accepts', { skip: promtoolMissing() }, async () => {
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' });
    // About prom-client's own: `nodejs_eventloop_lag_seconds` and others follow older conventions.
    const findings = `${stdout}${stderr}`.split('\n').filter((line) => !/^(nodejs|process)_|^$/.test(line));
    assert.deepEqual(findings, []);
  });
});

it('if the cache of chapter 29 is down, its front page comes from the database', async () => {
  const overrides = [provide(Cache, { value: new BrokenCache() })];
  const blog = await startSolution(AppModule, environment, { overrides, limits: { drain: 0 } });
  try {
    assert.deepEqual((await blog.get('/posts')).body, []);
    const id = await publish(blog, await writer(blog));
    assert.equal((await blog.get('/posts')).body[0].id, id);
  } finally {
    await blog.stop();
  }
});

function promtoolMissing(): string | false {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'needs Prometheus: on Debian, apt-get install prometheus';
  }
}
