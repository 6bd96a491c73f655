import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Router } from './router.ts';

const limit = 1024;

test('Resolved routes are cached. The cache is invalidated automatically when routes change', () => {
  const router = routerWith('/posts/:id');
  assert.equal(router.isCached('GET', '/posts/1'), false);
  const first = router.resolve('GET', '/posts/1');
  assert.equal(router.isCached('GET', '/posts/1'), true);
  assert.equal(router.resolve('GET', '/posts/1'), first, 'the very same match');
  router.add({ method: 'GET', path: '/posts/1', handler: () => 'exact' });
  assert.equal(router.isCached('GET', '/posts/1'), false);
  assert.equal(router.resolve('GET', '/posts/1')?.kind, 'exact');
  router.remove('GET', '/posts/1');
  assert.equal(router.resolve('GET', '/posts/1')?.kind, 'pattern');
});

test('route cache: only matched pattern and wildcard paths', () => {
  const router = routerWith('/exact', '/posts/:id', '/files/*');
  for (const path of ['/exact', '/exact/', '/posts/1', '/posts/1/', '/files/a/b', '/nowhere', '/posts', '/']) {
    router.resolve('GET', path);
  }
  router.resolve('POST', '/posts/1');
  router.resolve('TRACE', '/posts/1');
  const cached = ['/exact', '/exact/', '/posts/1', '/posts/1/', '/files/a/b', '/nowhere', '/posts', '/'].filter(
    (path) => router.isCached('GET', path),
  );
  assert.deepEqual(cached, ['/posts/1', '/posts/1/', '/files/a/b']);
  assert.equal(router.isCached('POST', '/posts/1'), false);
  assert.equal(router.isCached('TRACE', '/posts/1'), false);
});

test('route cache: a HEAD that a GET route serves is cached like any other, and an exact one is not', () => {
  const router = routerWith('/exact', '/posts/:id');
  assert.equal(router.resolve('HEAD', '/posts/1')?.route.method, 'GET');
  assert.equal(router.isCached('HEAD', '/posts/1'), true);
  assert.equal(router.resolve('HEAD', '/posts/1'), router.resolve('GET', '/posts/1'));
  assert.equal(router.resolve('HEAD', '/exact')?.kind, 'exact');
  assert.equal(router.isCached('HEAD', '/exact'), false);
  router.add({ method: 'HEAD', path: '/posts/:id', handler: () => 'head' });
  assert.equal(router.resolve('HEAD', '/posts/1')?.route.method, 'HEAD');
  assert.equal(router.resolve('GET', '/posts/1')?.route.method, 'GET');
});

test('route cache: at most 1,024 entries, over all methods together', () => {
  const router = routerWith('/posts/:id', '/files/*').add({ method: 'POST', path: '/posts/:id', handler: () => '' });
  const requests = Array.from({ length: 3 * limit }, (_, i): [string, string] => {
    const path = i % 3 === 0 ? `/files/${i}` : `/posts/${i}`;
    return [i % 3 === 1 ? 'POST' : 'GET', path];
  });
  const counts: number[] = [];
  for (const [i, request] of requests.entries()) {
    assert.ok(router.resolve(...request));
    assert.ok(router.isCached(...request));
    // Counting is slow: only when it is full, and after one more entry.
    if (i % limit === limit - 1 || (i > 0 && i % limit === 0)) counts.push(count(router, requests));
  }
  assert.deepEqual(counts, [limit, 1, limit, 1, limit], 'full, emptied, full again');
});

test('route cache: a path that is already cached takes no second entry', () => {
  const router = routerWith('/posts/:id');
  router.resolve('GET', '/posts/first');
  for (let i = 0; i < 3 * limit; i++) router.resolve('GET', `/posts/${i % 10}`);
  assert.ok(router.isCached('GET', '/posts/first'));
});

test('route cache: emptied whenever any route changes', () => {
  const router = routerWith('/posts/:id', '/other');
  const isEmptiedBy = (change: () => void) => {
    router.resolve('GET', '/posts/1');
    assert.ok(router.isCached('GET', '/posts/1'));
    change();
    return !router.isCached('GET', '/posts/1');
  };
  assert.ok(isEmptiedBy(() => router.add({ method: 'PUT', path: '/unrelated', handler: () => '' })));
  assert.ok(isEmptiedBy(() => router.remove('GET', '/other')));
  assert.ok(isEmptiedBy(() => router.add({ path: '/group', children: [] })));
  assert.ok(!isEmptiedBy(() => router.remove('GET', '/never-was')), 'nothing changed, so nothing is evicted');
});

test('no route: allowed reflects new routes for a path that was unknown before', () => {
  const router = routerWith('/other');
  assert.equal(router.resolve('GET', '/new'), undefined);
  assert.deepEqual(router.allowed('/new'), []);
  router.add({ method: 'POST', path: '/new', handler: () => '' });
  assert.deepEqual(router.allowed('/new'), ['POST', 'OPTIONS']);
});

test('route cache: a group that is rolled back leaves no trace in it', () => {
  const router = routerWith('/posts/:id');
  const add = () =>
    router.add({
      path: '/posts',
      children: [
        { method: 'GET', path: '/1', handler: () => 'exact' },
        { method: 'GET', path: '/:slug', handler: () => 'equal' },
      ],
    });
  assert.throws(add, /match the same requests/);
  assert.equal(router.resolve('GET', '/posts/1')?.kind, 'pattern');
  assert.throws(add, /match the same requests/);
  assert.equal(router.resolve('GET', '/posts/1')?.route.path, '/posts/:id');
});

function routerWith(...paths: string[]): Router {
  const router = new Router();
  for (const path of paths) router.add({ method: 'GET', path, handler: () => path });
  return router;
}

function count(router: Router, requests: [string, string][]): number {
  return requests.filter((request) => router.isCached(...request)).length;
}
