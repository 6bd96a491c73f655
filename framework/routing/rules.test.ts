/** The spec's routing rules and the design's decisions on routing, as a client sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppOptions } from '../app.ts';
import { inject } from '../core/inject.ts';
import { type Declaration, module, provide } from '../core/module.ts';
import type { Context } from '../http/context.ts';
import { Log, StreamLog } from '../services/log/log.ts';
import { type Client, runCommand, start } from '../testing.ts';
import { methods, type Next, type Route } from './route.ts';

interface Served extends Omit<AppOptions, 'overrides'> {
  declarations?: Declaration[];
}

/** Runs an application with these routes while `ask` sends its requests. */
async function serving(routes: Route[], ask: (client: Client) => Promise<void>, served: Served = {}): Promise<void> {
  const { declarations = [], ...options } = served;
  const overrides = [provide(Log, { value: new StreamLog({ level: 'silent' }) })];
  const client = await start(appOf(routes, declarations), { ...options, overrides });
  try {
    await ask(client);
  } finally {
    await client.stop();
  }
}

function appOf(routes: Route[], declarations: Declaration[] = []) {
  class TestController {
    routes() {
      return routes;
    }
  }
  return module('TestModule', { declarations: [TestController, ...declarations] });
}

const get = (path: string, handler: Route['handler'] = (ctx) => ctx.request.params()): Route => {
  return { method: 'GET', path, handler };
};

test('Supported methods: GET, POST, PUT, PATCH, DELETE, OPTIONS (CORS preflight), HEAD', async () => {
  const routes = methods.map((method): Route => ({ method, path: '/a', handler: (ctx) => ctx.request.method }));
  await serving(routes, async (client) => {
    for (const method of methods) {
      const answer = await client.send(method, '/a');
      assert.equal(answer.status, 200);
      assert.equal(answer.text, method === 'HEAD' ? '' : `"${method}"`);
    }
  });
});

test('A path segment written :name matches one segment and is read with Param(name). Several may occur', async () => {
  const handler = (ctx: Context) => [ctx.param('post'), ctx.param('comment'), ctx.param('none')];
  await serving([get('/posts/:post/comments/:comment', handler)], async (client) => {
    assert.deepEqual((await client.get('/posts/7/comments/a%20b')).body, ['7', 'a b', '']);
    assert.equal((await client.get('/posts/7/8/comments/9')).status, 404);
  });
});

test('A trailing * segment matches any remaining path', async () => {
  await serving([get('/files/*', (ctx) => ctx.param('*'))], async (client) => {
    assert.equal((await client.get('/files/a/b/c.txt')).body, 'a/b/c.txt');
    assert.equal((await client.get('/files/')).body, '');
    assert.equal((await client.get('/files')).status, 404);
  });
});

test('Query parameters are read with Query or QueryDefault', async () => {
  const handler = (ctx: Context) => [ctx.query('page'), ctx.queryDefault('size', '10'), ctx.query('none')];
  await serving([get('/posts/:id', handler)], async (client) => {
    assert.deepEqual((await client.get('/posts/1?page=2')).body, ['2', '10', '']);
    assert.deepEqual((await client.get('/posts/1?page=&size=5')).body, ['', '5', '']);
    // The second time the route comes from the cache; the query must not.
    assert.deepEqual((await client.get('/posts/1?page=3')).body, ['3', '10', '']);
  });
});

test('A route with Children and no Method is a group. Middlewares on a group apply to all its children', async () => {
  const stamp = (name: string) => ({
    handle(ctx: Context, next: Next) {
      ctx.set('stamps', [...(ctx.get<string[] | undefined>('stamps') ?? []), name]);
      return next();
    },
  });
  const handler = (ctx: Context) => ctx.get('stamps');
  const users: Route = { ...get('/users', handler), middlewares: [stamp('route')] };
  const v1: Route = { path: '/v1', middlewares: [stamp('v1')], children: [users] };
  const v2: Route = { path: '/v2', middlewares: [stamp('v2')], children: [get('/users', handler)] };
  const api: Route = { path: '/api', middlewares: [stamp('api')], children: [v1, v2] };
  await serving(
    [api, get('/', handler)],
    async (client) => {
      assert.deepEqual((await client.get('/api/v1/users')).body, ['global', 'api', 'v1', 'route']);
      assert.deepEqual((await client.get('/api/v2/users')).body, ['global', 'api', 'v2']);
      assert.deepEqual((await client.get('/')).body, ['global']);
      assert.equal((await client.get('/api/v1')).status, 404);
      assert.equal((await client.get('/users')).status, 404);
    },
    { middlewares: [stamp('global')] },
  );
});

test('Resolution order: exact path match, then pattern match with parameters, then wildcard match, then 404', async () => {
  const name = (path: string) => get(path, () => path);
  await serving([name('/a/*'), name('/a/:x'), name('/a/b')], async (client) => {
    assert.equal((await client.get('/a/b')).body, '/a/b');
    assert.equal((await client.get('/a/c')).body, '/a/:x');
    assert.equal((await client.get('/a/c/d')).body, '/a/*');
    const missing = await client.get('/b');
    assert.deepEqual([missing.status, missing.body], [404, { error: 'Not Found' }]);
  });
});

test('Resolved routes are cached. The cache is invalidated automatically when routes change', async () => {
  await serving([get('/posts/:id', () => 'pattern')], async (client) => {
    const { router } = client.app;
    for (let i = 0; i < 2; i++) assert.equal((await client.get('/posts/1')).body, 'pattern');
    assert.ok(router.isCached('GET', '/posts/1'));
    router.add(get('/posts/1', () => 'exact'));
    assert.equal((await client.get('/posts/1')).body, 'exact');
    router.remove('GET', '/posts/1');
    assert.equal((await client.get('/posts/1')).body, 'pattern');
    router.remove('GET', '/posts/:id');
    assert.equal((await client.get('/posts/1')).status, 404);
  });
});

test('CLI routes have no Method. The Path is the command name; nested commands are joined with /', async () => {
  const children: Route[] = [{ path: 'module', handler: (ctx) => `made ${ctx.query('name')}` }];
  const outcome = await runCommand(appOf([{ path: 'g', children }]), ['g', 'module', '--name=posts']);
  assert.equal(outcome.code, 0);
  assert.match(outcome.stdout, /made posts/);
});

test('Handler-level conventions for returned values: error, optional status, and _status next to data', async () => {
  const returned: [unknown, number, unknown][] = [
    [{ error: 'broken' }, 500, { error: 'broken' }],
    [{ error: 'gone', status: 410 }, 410, { error: 'gone', status: 410 }],
    [{ _status: 201, data: { id: 1 } }, 201, { id: 1 }],
    [{ plain: true }, 200, { plain: true }],
  ];
  const routes = returned.map(([value], i) => get(`/${i}`, () => value));
  await serving(routes, async (client) => {
    for (const [i, [, status, body]] of returned.entries()) {
      const answer = await client.get(`/${i}`);
      assert.deepEqual([answer.status, answer.body], [status, body]);
    }
  });
});

test('no route: 404; if the path exists for other methods, with an Allow header', async () => {
  const post: Route = { method: 'POST', path: '/posts', handler: () => 'made' };
  await serving([get('/posts'), post, get('/files/*')], async (client) => {
    const nowhere = await client.get('/nowhere');
    assert.deepEqual([nowhere.status, nowhere.text], [404, '{"error":"Not Found"}']);
    assert.equal(nowhere.headers.get('allow'), null);
    const put = await client.put('/posts');
    assert.deepEqual([put.status, put.text], [404, '{"error":"Not Found"}']);
    assert.equal(put.headers.get('allow'), 'GET, POST, OPTIONS, HEAD');
    assert.equal((await client.post('/files/a')).headers.get('allow'), 'GET, OPTIONS, HEAD');
  });
});

test('no route: OPTIONS on a known path is 204 with Allow', async () => {
  const own: Route = { method: 'OPTIONS', path: '/own', handler: () => 'mine' };
  await serving([get('/posts/:id'), own], async (client) => {
    const known = await client.send('OPTIONS', '/posts/1');
    assert.deepEqual([known.status, known.text, known.headers.get('allow')], [204, '', 'GET, OPTIONS, HEAD']);
    assert.equal((await client.send('OPTIONS', '/nowhere')).status, 404);
    assert.equal((await client.send('OPTIONS', '/own')).body, 'mine');
  });
});

test('HEAD: served by the GET route, without the body, unless there is a HEAD route', async () => {
  const own: Route = { method: 'HEAD', path: '/own', handler: (ctx) => ctx.response.setHeader('x-own', 'yes') };
  await serving([get('/posts/:id', () => 'a post'), get('/own', () => 'not me'), own], async (client) => {
    const head = await client.send('HEAD', '/posts/1');
    assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', '8']);
    assert.equal((await client.send('HEAD', '/own')).headers.get('x-own'), 'yes');
    assert.equal((await client.send('HEAD', '/nowhere')).status, 404);
  });
});

test('resolution: exact, then patterns, then wildcards, over the whole path', async () => {
  const name = (path: string) => get(path, () => path);
  await serving([name('/users/me/*'), name('/users/:id/posts')], async (client) => {
    assert.equal((await client.get('/users/me/posts')).body, '/users/:id/posts');
    assert.equal((await client.get('/users/me/likes')).body, '/users/me/*');
  });
});

test('/files/*: matches /files/ and everything below, not /files; the rest is param("*")', async () => {
  await serving([get('/files/*')], async (client) => {
    assert.deepEqual((await client.get('/files/')).body, { '*': '' });
    assert.deepEqual((await client.get('/files/a/b/')).body, { '*': 'a/b/' });
    assert.equal((await client.get('/files')).status, 404);
  });
});

test('trailing slash: /posts/ is /posts; a parameter is never empty', async () => {
  await serving([get('/posts', () => 'all'), get('/posts/:id/tags')], async (client) => {
    assert.equal((await client.get('/posts/')).body, 'all');
    assert.deepEqual((await client.get('/posts/1/tags/')).body, { id: '1' });
    assert.equal((await client.get('/posts//tags')).status, 404);
  });
});

test('path: one canonical path for router and middleware', async () => {
  const seen: string[] = [];
  const watch = {
    handle(ctx: Context, next: Next) {
      seen.push(ctx.request.path);
      return next();
    },
  };
  const served = { middlewares: [watch] };
  const ask = async (client: Client) => {
    for (const target of ['/admin', '/%61dmin', '//admin', '/admin?x=/', '/%61dmin#top']) {
      assert.equal((await client.get(target)).body, 'secret', target);
    }
    assert.deepEqual(new Set(seen), new Set(['/admin']));
    assert.deepEqual((await client.get('/files/a%2Fb')).body, { name: 'a/b' });
    assert.equal((await client.get('/files%2Fa')).status, 404);
    assert.equal((await client.get('/Admin')).status, 404);
    seen.splice(0);
    const malformed = await client.get('/files/%ZZ');
    assert.deepEqual([malformed.status, malformed.text], [400, '{"error":"Bad Request"}']);
    assert.deepEqual(seen, [], 'a malformed path reaches no middleware');
  };
  await serving([get('/admin', () => 'secret'), get('/files/:name')], ask, served);
});

test('two equal routes: start fails and names both', async () => {
  class PostsController {
    routes(): Route[] {
      return [get('/posts/:id', this.show)];
    }
    show() {}
  }
  await assert.rejects(
    serving([get('/posts/:slug')], async () => {}, { declarations: [PostsController] }),
    {
      message:
        'GET /posts/:id (PostsController.show) and GET /posts/:slug (TestController) match the same requests. ' +
        'Remove one of them, or change its path.',
    },
  );
});

test('route cache: a parameter of one request never shows up in another', async () => {
  await serving([get('/posts/:id'), get('/files/*')], async (client) => {
    const paths = Array.from({ length: 40 }, (_, i) => (i % 2 ? `/posts/${i % 7}` : `/files/${i % 7}`));
    const answers = await Promise.all(paths.map((path) => client.get(path)));
    for (const [i, { body }] of answers.entries()) {
      assert.deepEqual(body, i % 2 ? { id: String(i % 7) } : { '*': String(i % 7) });
    }
  });
});

test('Global middlewares run for every request with a well-formed path, matched or not, automatic OPTIONS included', async () => {
  const mark = {
    handle(ctx: Context, next: Next) {
      ctx.response.setHeader('x-seen', 'yes');
      return next();
    },
  };
  const ask = async (client: Client) => {
    assert.equal((await client.get('/posts')).headers.get('x-seen'), 'yes');
    assert.equal((await client.get('/nowhere')).headers.get('x-seen'), 'yes');
    assert.equal((await client.send('OPTIONS', '/posts')).headers.get('x-seen'), 'yes');
    assert.equal((await client.get('/%')).headers.get('x-seen'), null);
    client.app.router.add(get('/later'));
    assert.equal((await client.get('/later')).headers.get('x-seen'), 'yes');
  };
  await serving([get('/posts')], ask, { middlewares: [mark] });
});

test('Calling next() twice is a 500, and the handler has run once', async () => {
  let calls = 0;
  const twice = {
    async handle(_: Context, next: Next) {
      await next();
      return next();
    },
  };
  await serving([{ ...get('/', () => ++calls), middlewares: [twice] }], async (client) => {
    const answer = await client.get('/');
    assert.deepEqual([answer.status, answer.text], [500, '{"error":"Internal Server Error"}']);
    assert.equal(calls, 1);
  });
});

test('A middleware that forgets to return next() gives 204', async () => {
  const forgetful = {
    handle(_: Context, next: Next) {
      next();
    },
  };
  await serving([{ ...get('/', () => 'lost'), middlewares: [forgetful] }], async (client) => {
    const answer = await client.get('/');
    assert.deepEqual([answer.status, answer.text], [204, '']);
  });
});

test('a middleware is a class with handle(ctx, next), itself injectable; a route lists the class or an instance', async () => {
  class Greeting {
    text = 'Hello';
  }
  class Greeter {
    @inject(Greeting) private readonly greeting!: Greeting;
    handle(_: Context, next: Next) {
      return `${this.greeting.text} ${next()}`;
    }
  }
  const routes: Route[] = [
    { ...get('/class', () => 'reader'), middlewares: [Greeter] },
    { ...get('/instance', () => 'reader'), middlewares: [{ handle: (_, next) => `Dear ${next()}` }] },
  ];
  const ask = async (client: Client) => {
    assert.equal((await client.get('/class')).body, 'Hello reader');
    assert.equal((await client.get('/instance')).body, 'Dear reader');
  };
  await serving(routes, ask, { declarations: [Greeter, Greeting] });
});
