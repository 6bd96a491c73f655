import assert from 'node:assert/strict';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { after, before, describe, it } from 'node:test';
import { skipSlow } from '../framework/fixtures/slow.ts';
import { AppModule } from './11-the-blog/src/app.module.ts';
import { type Solution, startSolution } from './solution.fixture.ts';

const skip = skipSlow('keeps a processor busy', import.meta.filename);

describe('hashing does not block', { skip }, () => {
  let blog: Solution;
  let people = 0;

  /** Returns how long the registration took, in milliseconds. */
  async function register(): Promise<number> {
    const started = performance.now();
    const body = { email: `${++people}@example.com`, password: 'a long password', name: 'N' };
    assert.equal((await blog.post('/auth/register', body)).status, 201);
    return performance.now() - started;
  }

  before(async () => {
    blog = await startSolution(AppModule);
    // The first registration also starts the worker thread.
    await register();
  });

  after(() => blog.stop());

  it('while four registrations run, the event loop is mostly idle and never blocked for the duration of a hash', async () => {
    const hash = await register();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const before = performance.eventLoopUtilization();
    delay.enable();
    await Promise.all([register(), register(), register(), register()]);
    delay.disable();
    const { utilization } = performance.eventLoopUtilization(before);
    assert.ok(utilization < 0.5, `the loop was busy for ${Math.round(utilization * 100)} % of the time`);
    // The 95th percentile, not the maximum: on a busy machine the operating system sometimes makes every process wait.
    const longest = delay.percentile(95) / 1e6;
    assert.ok(longest < hash / 2, `the event loop was blocked for ${longest} ms, a hash takes ${hash} ms`);
  });

  it('while four registrations run, other requests are answered without waiting for them', async () => {
    let isRunning = true;
    const registrations = Promise.all([register(), register(), register(), register()]).finally(() => {
      isRunning = false;
    });
    const waits: number[] = [];
    while (isRunning) {
      const started = performance.now();
      assert.equal((await blog.get('/posts')).status, 200);
      waits.push(performance.now() - started);
    }
    const fastest = Math.min(...(await registrations));
    const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!;
    assert.ok(waits.length >= 20, `only ${waits.length} requests were answered meanwhile`);
    assert.ok(median < fastest / 5, `a request took ${median} ms, a registration ${fastest} ms`);
  });
});
