import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, register, startBlog, write } from './blog.ts';

const stew = { title: 'Stew', content: 'Add salt.' };

const protectedRoutes = [
  ['POST', '/posts', stew],
  ['PUT', '/posts/:id', stew],
  ['DELETE', '/posts/:id', undefined],
  ['GET', '/my-posts', undefined],
  ['GET', '/auth/me', undefined],
  ['GET', '/auth/api-keys', undefined],
] as const;

for (const [method, path, body] of protectedRoutes) {
  test(`${method} ${path} without a valid token is 401`, async (t) => {
    const blog = await startBlog(t);
    const ada = await register(blog);
    const post = await write(blog, ada);
    const cases = [
      [{}, 'Missing authorization header'],
      // Step 2: add the other headers.
      [bearer(`${ada.token}x`), 'Invalid token'],
    ] as const;

    for (const [headers, error] of cases) {
      const response = await blog.send(method, path.replace(':id', post.id), body, headers);
      assert.deepEqual([response.status, response.body], [401, { error }], JSON.stringify(headers));
    }
    // Step 2: assert that nothing has changed.
  });
}

const account = { email: 'ada@example.com', password: '12345678', name: 'Ada' };

for (const [name, body] of [
  ['an invalid email', { ...account, email: 'ada' }],
  ['a short password', { ...account, password: 'salt' }],
  // Step 2: add the other cases.
  ['a body that is not JSON', '{bad'],
] as const) {
  test(`POST /auth/register with ${name} is 400`, async (t) => {
    const blog = await startBlog(t);
    const response = await blog.post('/auth/register', body);
    assert.deepEqual([response.status, response.body], [400, { error: 'Invalid request' }]);
  });
}

test('POST /auth/register accepts a password with eight characters', async (t) => {
  const blog = await startBlog(t);
  assert.equal((await blog.post('/auth/register', account)).status, 201);
});

test('POST /auth/register with a known email is 409, in upper or lower case', async (t) => {
  const blog = await startBlog(t);
  await blog.post('/auth/register', account);
  for (const email of ['ada@example.com']) {
    const response = await blog.post('/auth/register', { ...account, email });
    assert.deepEqual([response.status, response.body], [409, { error: 'Email already registered' }], email);
  }
});
