import assert from 'node:assert/strict';
import test from 'node:test';
import { inject } from '../core/inject.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Next } from '../routing/route.ts';
import { use } from './use.ts';

type Role = 'admin' | 'author';

class Roles {
  of(user: string): Role {
    return user === 'ada' ? 'admin' : 'author';
  }
}

class RequireRole {
  static created = 0;
  @inject(Roles) private readonly roles!: Roles;

  constructor() {
    RequireRole.created++;
  }

  handle(ctx: Context, next: Next, role: Role) {
    if (this.roles.of(ctx.header('x-user')) !== role) return ctx.status(403).json({ error: `Only for ${role}` });
    return next();
  }
}

const get = (path: string, role: Role) => ({
  method: 'GET' as const,
  path,
  middlewares: [use(RequireRole, role)],
  handler: () => 'welcome',
});

test('a middleware class has options for each route, and injected fields', async (t) => {
  const app = await serve(t, [get('/users', 'admin'), get('/drafts', 'author')], {
    declarations: [RequireRole, Roles],
  });
  const ask = async (path: string, user: string) => (await app.get(path, { 'x-user': user })).body;
  assert.equal(await ask('/users', 'ada'), 'welcome');
  assert.deepEqual(await ask('/users', 'bob'), { error: 'Only for admin' });
  assert.equal(await ask('/drafts', 'bob'), 'welcome');
  assert.deepEqual(await ask('/drafts', 'ada'), { error: 'Only for author' });
  assert.equal(RequireRole.created, 1, 'one instance for both routes');
  assert.equal(app.app.routes()[0]?.middlewares[0]?.constructor.name, 'RequireRole');
});

test('the whole application may use one', async (t) => {
  const options = { declarations: [RequireRole, Roles], middlewares: [use(RequireRole, 'admin')] };
  const app = await serve(t, [{ method: 'GET', path: '/', handler: () => 'welcome' }], options);
  assert.equal((await app.get('/')).status, 403);
  assert.equal((await app.get('/', { 'x-user': 'ada' })).status, 200);
});

test('the compiler checks the options', () => {
  // @ts-expect-error: there is no such role.
  use(RequireRole, 'admn');
});

test('a class that no module declares is refused, and so is one without handle', async (t) => {
  await assert.rejects(
    serve(t, [get('/', 'admin')]),
    /TestModule → TestController \(GET \/\) → RequireRole: no module declares it/,
  );
  class Empty {}
  const route = { ...get('/', 'admin'), middlewares: [use(Empty as typeof RequireRole, 'admin')] };
  await assert.rejects(
    serve(t, [route], { declarations: [Empty] }),
    /GET \/: a middleware has no method handle\(ctx, next\)/,
  );
});
