import assert from 'node:assert/strict';
import test from 'node:test';
import type { RawConnection } from '../fixtures/raw-connection.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import type { Handler } from '../routing/route.ts';

const mebibyte = 1024 * 1024;

/** As fast as the server takes it, or until it closes the connection. */
async function pour({ socket, closed }: RawConnection, bytes: number): Promise<void> {
  const piece = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < bytes && socket.writable; sent += piece.length) {
    const drained = new Promise((resolve) => socket.once('drain', resolve));
    if (!socket.write(piece)) await Promise.race([drained, closed]);
  }
}

const refusals: Record<string, Handler> = {
  'an error': () => {
    throw new HttpError(409);
  },
  'a status without a body': (ctx) => ctx.status(409),
  'a 204': (ctx) => ctx.status(204),
  'an error after the first chunk': async (ctx) => {
    for await (const _ of ctx.request.stream()) throw new HttpError(409);
  },
  'a body that was destroyed': async (ctx) => {
    const body = ctx.request.stream();
    body.destroy(new HttpError(409));
    for await (const _ of body);
  },
};

const closing: Handler = (ctx: Context) => void ctx.response.setHeader('connection', 'close');

for (const [what, handler] of Object.entries(refusals)) {
  for (const [who, header, before] of [
    ['the handler', 'X-Test: 1', closing],
    ['the client', 'Connection: close', () => {}],
  ] as const) {
    test(`a client that is still sending gets ${what}, although ${who} wants the connection closed`, async (t) => {
      const refuse: Handler = (ctx) => {
        before(ctx);
        return handler(ctx);
      };
      const app = await serve(t, [{ method: 'PUT', path: '/', handler: refuse }], { limits: { body: 100 * mebibyte } });
      const connection = await app.connect();
      connection.request('PUT /', [header, `Content-Length: ${8 * mebibyte}`]);
      await pour(connection, 3 * mebibyte);
      const { status, headers } = await connection.read();
      assert.equal(status, what === 'a 204' ? 204 : 409);
      assert.equal(headers.connection, 'close');
      await pour(connection, 5 * mebibyte);
      assert.equal(await connection.ended(), true, 'closed in order, not reset');
      assert.deepEqual(app.log.at('error'), []);
    });
  }
}

for (const [who, header, before] of [
  ['the handler', 'X-Test: 1', closing],
  ['the client', 'Connection: close', () => {}],
] as const) {
  test(`a client that is still sending gets a stream that ends early, although ${who} wants the connection closed`, async (t) => {
    async function* refusal({ request }: Context) {
      for await (const _ of request.stream()) {
        yield 'refused after ';
        break;
      }
      yield 'a piece';
    }
    const handler: Handler = (ctx) => {
      before(ctx);
      return ctx.stream(refusal(ctx));
    };
    const app = await serve(t, [{ method: 'PUT', path: '/', handler }], { limits: { body: 100 * mebibyte } });
    const connection = await app.connect();
    connection.request('PUT /', [header, `Content-Length: ${8 * mebibyte}`]);
    await pour(connection, 8 * mebibyte);
    assert.equal(await connection.ended(), true, 'closed in order, not reset');
    // Node 26 may send both pieces as one.
    assert.match(connection.rest, /refused after (\r\n7\r\n)?a piece\r\n0\r\n\r\n$/);
    assert.deepEqual(app.log.at('error'), []);
  });
}

test('a client that asked for the connection to be closed does not wait if it sends no body', async (t) => {
  const app = await serve(t, [{ method: 'DELETE', path: '/', handler: () => undefined }]);
  for (const length of ['X-Test: 1', 'Content-Length: 0']) {
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const connection = await app.connect();
      connection.request('DELETE /', ['Connection: close', length]);
      const start = performance.now();
      assert.equal((await connection.read()).status, 204);
      assert.equal(await connection.ended(), true);
      times.push(performance.now() - start);
    }
    // Somebody who waits for the body waits for a second, every time.
    assert.ok(Math.min(...times) < 900, `${times}`);
  }
});
