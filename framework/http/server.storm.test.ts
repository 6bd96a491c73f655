import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '../fixtures/serve.ts';

/** The same numbers on every run: a storm that finds something can be had again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One or more requests, some of them whole, none of them to be relied on. */
function nonsense(random: (below: number) => number): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const body = 'b'.repeat(random(8_000));
  const chunked = pick([`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, 'zz\r\n', '5\r\nhel', '']);
  const [headers, payload] = pick([
    [[], ''],
    [['Connection: close'], ''],
    [[`X-Large: ${'x'.repeat(random(20_000))}`], ''],
    [['Content-Length: 3'], body],
    [[`Content-Length: ${body.length}`], body],
    [[`Content-Length: ${body.length}`, 'Expect: 100-continue'], body],
    [['Transfer-Encoding: chunked'], chunked],
    [['Transfer-Encoding: chunked', 'Content-Length: 5'], chunked],
  ] as const);
  const method = pick(['GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'CONNECT', 'BREW']);
  const target = pick(['/', '/slow', '/large', '/stream', '/late', '/deaf', '/%', '//x', '*', '/unknown']);
  const text = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', payload].join('\r\n');
  if (random(4) > 0) return text;
  const at = random(text.length);
  return text.slice(0, at) + pick(['\0', '\r', '\n', '\x80', '%', '']) + text.slice(at + random(3));
}

test('whatever clients send, and however they leave: nothing breaks, nothing is our error, nothing is left', async (t) => {
  async function* pieces() {
    for (let i = 0; i < 50; i++) yield 'x'.repeat(10_000);
  }
  const app = await serve(
    t,
    [
      { method: 'GET', path: '/', handler: () => 'hello' },
      { method: 'GET', path: '/slow', handler: (ctx) => wait(2, 'slow', { signal: ctx.signal }) },
      { method: 'GET', path: '/large', handler: () => 'x'.repeat(3_000_000) },
      { method: 'GET', path: '/stream', handler: (ctx) => ctx.stream(Readable.from(pieces())) },
      { method: 'POST', path: '/', handler: async (ctx) => (await ctx.request.body()).length },
      { method: 'POST', path: '/late', handler: async (ctx) => [await wait(2), (await ctx.request.body()).length] },
      { method: 'POST', path: '/deaf', handler: () => 'did not listen' },
    ],
    { limits: { body: 5_000 } },
  );
  const random = randomFrom(20_260_101);
  const visit = async () => {
    const { socket } = await app.connect();
    let text = Array.from({ length: 1 + random(4) }, () => nonsense(random)).join('');
    for (let pause = random(3); pause > 0; pause--) {
      const cut = random(text.length);
      socket.write(text.slice(0, cut), 'latin1');
      text = text.slice(cut);
      await wait(1);
    }
    socket.write(text, 'latin1');
    if (random(3) === 0) socket.pause();
    await wait(random(8));
    const goodbye = random(4);
    if (goodbye === 0) socket.resetAndDestroy();
    else if (goodbye < 3) socket.end();
    await wait(random(8));
    socket.destroy();
  };
  for (let wave = 0; wave < 10; wave++) await Promise.all(Array.from({ length: 30 }, visit));
  assert.equal((await app.get('/')).body, 'hello');
  const started = performance.now();
  await app.stop();
  assert.ok(performance.now() - started < 5_000, 'no connection was left to wait for');
  assert.deepEqual(app.log.at('error'), []);
});
