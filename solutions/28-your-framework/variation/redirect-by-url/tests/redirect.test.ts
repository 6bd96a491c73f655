import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type App, type Context, createApp, module } from 'trellis';

/** Redirects to wherever the query says: the mistake that the method has to survive. */
class Go {
  routes() {
    return [{ method: 'GET' as const, path: '/go', handler: this.go }];
  }

  go(ctx: Context) {
    const status = Number(ctx.query('status'));
    return ctx.redirect(ctx.query('to'), ...((status ? [status] : []) as [302?]));
  }
}

describe('ctx.redirect', () => {
  let app: App;
  let url = '';
  before(async () => {
    app = createApp(module('Go', { declarations: [Go] }));
    url = await app.listen(0);
  });
  after(() => app.stop());
  const go = (query: object) => fetch(`${url}/go?${new URLSearchParams({ ...query })}`, { redirect: 'manual' });

  it('leads to a path of the application', async () => {
    const response = await go({ to: '/posts/7?page=2' });
    assert.equal(response.status, 302);
    assert.equal(response.headers.get('location'), '/posts/7?page=2');
  });

  it('has the status that was asked for', async () => assert.equal((await go({ to: '/', status: 308 })).status, 308));

  it('never leads anywhere else', async () => {
    const ways = ['https://evil.example/', '//evil.example', '/\\evil.example'];
    for (const to of ways) assert.equal((await go({ to })).headers.get('location'), null, to);
  });
});
