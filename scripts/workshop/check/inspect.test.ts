import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { testFolder, writeProgram } from '../test-folder.fixture.ts';
import { type Inspection, inspect, recorded, traceOf } from './inspect.ts';
import { Run } from './run.ts';

const main = `import { createApp, inject, module } from 'trellis';
class Tags { async list() { return ['soup']; } count() { return 1; }
  async both() { await Promise.all([this.list(), this.list()]); } async neither(ctx) { this.list(); }
  get broken() { throw new Error('must not be read'); } }
class Hello { handle(ctx, next) { return next(); } }
class TagsController {
  @inject(Tags) tags;
  routes() { return [{ path: '/blog', middlewares: [Hello], children: [{ method: 'GET', path: '/tags', handler: this.index }] }, { method: 'DELETE', path: '/tags', handler: this.clear }, { method: 'PUT', path: '/tags', handler: this.twice }]; }
  async twice(ctx) { await this.tags.both(); await this.tags.neither(ctx); }
  clear() { this.tags.list(); this.tags.count({ a: 1 }, 2, 's'); }
  index(ctx) { ctx.set('reader', 'gardener'); return this.tags.list(); }
}
const TagsModule = module('TagsModule', { exports: [Tags], declarations: [Tags, Hello, TagsController] });
await createApp(module('AppModule', { imports: [TagsModule] })).listen();
`;

const folder = testFolder();
after(() => folder.remove());

it('a check can look at modules, injected fields, methods, routes, traces and calls to services', async () => {
  const run = new Run(writeProgram(folder.path, new Map([['main.ts', main]])));
  let app: Inspection | undefined;
  try {
    await run.check({
      step: 1,
      name: 'inspect',
      body: async (session) => {
        app = await inspect(session);
        const { steps } = await traceOf(session, { method: 'GET', path: '/blog/tags', headers: {} });
        assert.deepEqual(
          steps.filter(({ kind }) => kind === 'set').map(({ name }) => name),
          ['reader'],
        );
      },
    });
    await run.check({
      step: 1,
      name: 'recorded',
      body: async (session) => {
        const program = await recorded(session);
        await program.app.get('/blog/tags');
        const [awaited] = await program.calls();
        assert.deepEqual([awaited?.name, awaited?.isAwaited, awaited?.isAsync], ['Tags.list', true, true]);
        assert.deepEqual([awaited?.given, awaited?.returned], [[], 'Array']);
        await program.app.delete('/tags');
        const [forgotten, plain] = await program.calls();
        assert.deepEqual([forgotten?.name, forgotten?.isAwaited], ['Tags.list', false]);
        assert.deepEqual([plain?.name, plain?.isAwaited, plain?.isAsync], ['Tags.count', true, false]);
        assert.deepEqual([plain?.given, plain?.returned], [[['a'], 2, 'string'], 1]);
        await program.app.put('/tags');
        const nested = await program.calls();
        assert.deepEqual(
          nested.map(({ name, isAwaited, given }) => [name, isAwaited, given]),
          [
            ['Tags.both', true, []],
            ['Tags.list', true, []],
            ['Tags.list', true, []],
            ['Tags.neither', true, ['Context']],
            ['Tags.list', false, []],
          ],
        );
      },
    });
  } finally {
    await run.end();
  }
  assert.deepEqual(app?.modules[0], { name: 'TagsModule', imports: [], exports: ['Tags'] });
  const controller = app?.parts.find(({ name }) => name === 'TagsController');
  assert.deepEqual(controller?.needs, [{ field: 'tags', number: 1 }]);
  assert.deepEqual(app?.methods.Tags, ['list', 'count', 'both', 'neither']);
  assert.deepEqual(app?.routes[0], { method: 'GET', path: '/blog/tags', handler: 'TagsController.index' });
  assert.deepEqual(app?.groups, [
    { path: '/blog', middlewares: ['Hello'], children: [{ method: 'GET', path: '/tags' }] },
  ]);
});

it('a nested group has the path and the middlewares of those around it, and a group all routes inside of it', async () => {
  const nested = `import { createApp, module } from 'trellis';
class Outer { handle(ctx, next) { return next(); } }
class Inner extends Outer {}
class Tags { routes() { return [{ path: '', middlewares: [Outer], children: [
  { path: '/tags', middlewares: [Inner], children: [{ method: 'GET', path: '/:id', handler() {} }] },
  { method: 'GET', path: '/words', handler() {} } ] }]; } }
await createApp(module('AppModule', { declarations: [Outer, Inner, Tags] })).listen();
`;
  const run = new Run(writeProgram(join(folder.path, 'nested'), new Map([['main.ts', nested]])));
  try {
    await run.check({
      step: 1,
      name: 'nested',
      body: async (session) => {
        const { groups } = await inspect(session);
        const tag = { method: 'GET', path: '/:id' };
        const all = [
          { ...tag, path: '/tags/:id' },
          { method: 'GET', path: '/words' },
        ];
        assert.deepEqual(groups, [
          { path: '', middlewares: ['Outer'], children: all },
          { path: '/tags', middlewares: ['Outer', 'Inner'], children: [tag] },
        ]);
      },
    });
  } finally {
    await run.end();
  }
});
