import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import test from 'node:test';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Handler } from '../routing/route.ts';

/** As a handler does that passes on what another server has sent. */
function passOn(ctx: Context): void {
  for (const [name, value] of Object.entries({ 'Transfer-Encoding': 'chunked', Trailer: 'X-Sum', 'X-Own': 'kept' }))
    ctx.response.setHeader(name, value);
}

const responses: Record<string, [Handler, length: string | undefined]> = {
  'a value': [() => ({ a: 1 }), '7'],
  'no body': [(ctx) => ctx.status(201), '0'],
  'a stream': [(ctx) => ctx.stream(Readable.from(['a'])), undefined],
};

for (const [what, [handler, length]] of Object.entries(responses)) {
  for (const version of ['1.0', '1.1']) {
    test(`the framing of another server is not passed on to HTTP/${version}: ${what}`, async (t) => {
      const handle: Handler = (ctx) => {
        passOn(ctx);
        return handler(ctx);
      };
      const app = await serve(t, [{ method: 'GET', path: '/', handler: handle }]);
      const connection = await app.connect();
      connection.write(`GET / HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      assert.equal(await connection.ended(), true);
      const [head = ''] = connection.rest.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 20[01] .*\r\nx-own: kept\r\n/is);
      assert.equal(/^content-length: (\d+)$/im.exec(head)?.[1], length);
      // A stream has chunks and may have trailers, but not in HTTP/1.0.
      const isChunked = what === 'a stream' && version === '1.1';
      assert.equal(/^transfer-encoding: /im.test(head), isChunked);
      assert.equal(/^trailer: /im.test(head), isChunked);
      assert.deepEqual(app.log.at('error'), []);
    });
  }
}
