import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Database, Log, provide } from 'trellis';
import { start } from 'trellis/testing';
import {
  MetricsToken,
  MonitoredModule,
  monitored,
  SearchIndex,
  SearchUrl,
  withRequestFields,
} from '../../docs/examples/monitored.ts';
import { RecordingLog } from '../../framework/fixtures/recording-log.ts';

const token = 'a-token-for-prometheus';
const authorization = `Bearer ${token}`;

async function startMonitored(t: TestContext, url = 'http://localhost:1') {
  const log = new RecordingLog();
  const client = await start(MonitoredModule, {
    ...monitored,
    overrides: [
      provide(Log, { value: log }),
      provide(MetricsToken, { value: token }),
      provide(SearchUrl, { value: url }),
    ],
  });
  t.after(() => client.stop());
  return { ...client, log };
}

test('the metrics: only with the token, and with labels that a client cannot multiply', async (t) => {
  const client = await startMonitored(t);
  for (const sent of ['', 'Bearer wrong', token]) {
    assert.equal((await client.get('/metrics', { authorization: sent })).status, 401, sent);
  }
  for (const method of ['PROPFIND', 'MKCOL', 'REPORT']) {
    for (let i = 0; i < 10; i++) await client.send(method, `/nowhere/${method}/${i}`);
  }
  await client.app.get(Database).run`create table words (word text)`;
  const { text } = await client.get('/metrics', { authorization });
  assert.match(text, /^http_requests_total\{method="other",route="none",status="404"\} 30$/m);
  assert.match(text, /^http_requests_total\{method="GET",route="\/metrics",status="401"\} 3$/m);
  assert.match(text, /^http_requests_in_flight 1$/m);
  assert.match(text, /^db_query_duration_seconds_count [1-9]/m);
  for (const [state, count] of Object.entries({ used: 0, idle: 1, waiting: 0 })) {
    assert.match(text, new RegExp(`^db_connections\\{state="${state}"\\} ${count}$`, 'm'));
  }
  assert.ok(!/nowhere\/|PROPFIND/.test(text));
});

test('a job continues the trace of the request that has stored it, in the call to another program', async (t) => {
  const received: string[] = [];
  const other = createServer((request, response) => {
    received.push(String(request.headers.traceparent));
    response.end();
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const client = await startMonitored(t, `http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  const search = client.app.get(SearchIndex);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await search.run({ id: '7', traceparent });
  assert.match(received[0]!, /^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad)[\da-f]{16}-01$/);
  assert.equal(client.log.at('info').at(-1)?.message, 'indexed');
  assert.deepEqual(search.jobFor('8'), { id: '8', traceparent: '' }, 'outside of a request, there is no trace');
  assert.deepEqual(withRequestFields({ a: 1 }), { a: 1 });
});

test('a real Prometheus reads the metrics', { skip: prometheusMissing() }, async (t) => {
  const client = await startMonitored(t);
  const folder = await mkdtemp(join(tmpdir(), 'trellis-prometheus-'));
  const job = { job_name: 'blog', scrape_interval: '1s', authorization: { credentials: token } };
  const targets = [{ targets: [new URL(client.url).host] }];
  // JSON is YAML, too.
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({ scrape_configs: [{ ...job, static_configs: targets }] }),
  );
  const prometheus = await startPrometheus(folder);
  t.after(async () => {
    prometheus.process.kill();
    await once(prometheus.process, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const ask = async (query: string) => {
    const response = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    return ((await response.json()) as { data: { result: { value: [number, string] }[] } }).data.result;
  };
  for (;;) {
    const [up] = await ask('up{job="blog"} == 1');
    const [buckets] = await ask('http_request_duration_seconds_bucket{le="+Inf",route="/metrics"} > 0');
    if (up !== undefined && buckets !== undefined) break;
    await delay(100);
  }
});

function prometheusMissing(): string | false {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'needs Prometheus: on Debian, apt-get install prometheus';
  }
}

async function startPrometheus(folder: string): Promise<{ url: string; process: ChildProcess }> {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const url = `http://127.0.0.1:${port}`;
  const flags = ['--config.file', join(folder, 'prometheus.yml'), '--storage.tsdb.path', join(folder, 'data')];
  const child = spawn('prometheus', [...flags, '--web.listen-address', `127.0.0.1:${port}`], { stdio: 'ignore' });
  for (;;) {
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { url, process: child };
    await delay(100);
  }
}
