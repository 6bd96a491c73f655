import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import * as z from 'zod';
import { field } from '../dto/field.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from './context.ts';

class ListQuery {
  @field('integer,min=1') page!: number;
  @field('max=5') tag!: string;
  @field('boolean') drafts!: boolean;
}

class ArticleParams {
  @field('required,min=2') slug!: string;
  @field('integer,required') comment!: number;
}

class MisspelledParams {
  @field('required') slgu!: string;
}

const search = z.object({
  limit: z.coerce.number().int().max(100).default(20),
  tag: z.preprocess((sent) => (sent === undefined ? [] : [sent].flat()), z.array(z.string())),
});

const get = (path: string, handler: (ctx: Context) => unknown) => ({ method: 'GET' as const, path, handler });

const routes = [
  get('/dto', (ctx) => ctx.bindQuery(ListQuery)),
  get('/schema', (ctx) => ctx.bindQuery(search)),
  get('/all', (ctx) => [ctx.queryAll('tag'), ctx.queryAll('none'), ctx.query('tag')]),
  get('/articles/:slug/comments/:comment', (ctx) => ctx.bindParams(ArticleParams)),
  get('/misspelled/:slug', (ctx) => ctx.bindParams(MisspelledParams)),
  get('/forgotten', (ctx) => {
    void ctx.bindQuery(ListQuery);
    return 'answered';
  }),
];

const refused = { error: 'Invalid request' };

const cases: [path: string, status: number, body: unknown][] = [
  ['/dto', 200, { page: 0, tag: '', drafts: false }],
  ['/dto?page=2&drafts=true&unknown=1', 200, { page: 2, tag: '', drafts: true }],
  ['/dto?page=', 200, { page: 0, tag: '', drafts: false }],
  ['/dto?tag=a&tag=b', 200, { page: 0, tag: 'a', drafts: false }],
  ['/dto?page=0', 400, refused],
  ['/dto?page=two', 400, refused],
  ['/dto?page=1e3', 400, refused],
  ['/dto?tag=longer', 400, refused],
  ['/schema', 200, { limit: 20, tag: [] }],
  ['/schema?tag=a&limit=5', 200, { limit: 5, tag: ['a'] }],
  ['/schema?tag=a&tag=b&tag=a%20c', 200, { limit: 20, tag: ['a', 'b', 'a c'] }],
  ['/schema?limit=5&limit=6', 400, refused],
  ['/schema?__proto__=1&constructor=2', 200, { limit: 20, tag: [] }],
  [`/schema?${'a=1&'.repeat(1001)}`, 400, { error: 'Too many parameters' }],
  ['/all?tag=a&x=1&tag=&tag=b+c', 200, [['a', '', 'b c'], [], 'a']],
  ['/all', 200, [[], [], '']],
  ['/articles/a-title/comments/7', 200, { slug: 'a-title', comment: 7 }],
  ['/articles/a/comments/7', 400, refused],
  ['/articles/a-title/comments/seven', 400, refused],
];

for (const [path, status, body] of cases) {
  test(`GET ${path.slice(0, 60)} is ${status} ${JSON.stringify(body)}`, async (t) => {
    const app = await serve(t, routes);
    const answer = await app.get(path);
    assert.equal(answer.status, status);
    assert.deepEqual(answer.body, body);
  });
}

test('a rejected query is logged with its fields', async (t) => {
  const app = await serve(t, routes);
  await app.get('/dto?page=two');
  const problems = [{ field: 'page', problem: 'must be an integer' }];
  assert.equal(app.log.at('debug')[0]?.message, 'GET /dto is invalid');
  assert.deepEqual(app.log.at('debug')[0]?.fields.problems, problems);
});

test('a query that is bound without await, and fails, does not end the process', async (t) => {
  const app = await serve(t, routes);
  assert.equal((await app.get('/forgotten?page=two')).body, 'answered');
  assert.match(app.log.at('warn')[0]?.message ?? '', /Is an await missing/);
  assert.equal((await app.get('/dto')).status, 200);
});

test('a field of bindParams that the path does not have is an error that names both', async (t) => {
  const app = await serve(t, routes);
  assert.equal((await app.get('/misspelled/a-title')).status, 500);
  assert.match(
    String(app.log.at('error')[0]?.fields.error),
    /ctx\.bindParams\(MisspelledParams\): the path of this route has no parameter ":slgu"\. It has: slug\./,
  );
});

test('a misspelled name in ctx.param is reported once, with the names that exist', async (t) => {
  const app = await serve(t, [
    get('/users/:username', (ctx) => ctx.param('usernme')),
    get('/exact', (ctx) => ctx.param('anything')),
    get('/files/*', (ctx) => ctx.param('*')),
  ]);
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const warning = once(process, 'warning');
  for (const path of ['/exact', '/files/', '/users/ada', '/users/bob']) assert.equal((await app.get(path)).body, '');
  await warning;
  assert.deepEqual(
    warnings.map((message) => message.slice(0, message.indexOf(' Correct'))),
    [
      "ctx.param('usernme') is always empty, because the path of this route has no parameter of this name. It has: username.",
    ],
  );
});
