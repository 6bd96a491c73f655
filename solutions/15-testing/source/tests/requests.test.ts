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
      // #region step-2
      [{ authorization: '' }, 'Missing authorization header'],
      [{ authorization: `Basic ${ada.token}` }, 'Invalid authorization format'],
      [{ authorization: ada.token }, 'Invalid authorization format'],
      // #starter
      // // Step 2: add the other headers.
      // #endregion
      [bearer(`${ada.token}x`), 'Invalid token'],
    ] as const;

    for (const [headers, error] of cases) {
      const response = await blog.send(method, path.replace(':id', post.id), body, headers);
      assert.deepEqual([response.status, response.body], [401, { error }], JSON.stringify(headers));
    }
    // #region step-2

    assert.deepEqual((await blog.get('/my-posts', bearer(ada.token))).body, [post]);
    // #starter
    // // Step 2: assert that nothing has changed.
    // #endregion
  });
}

const account = { email: 'ada@example.com', password: '12345678', name: 'Ada' };

for (const [name, body] of [
  ['an invalid email', { ...account, email: 'ada' }],
  // #region step-2
  ['no email', { ...account, email: undefined }],
  ['a password with seven characters', { ...account, password: '1234567' }],
  ['no name', { ...account, name: '' }],
  // #starter
  // ['a short password', { ...account, password: 'salt' }],
  // // Step 2: add the other cases.
  // #endregion
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
  // #region step-2
  for (const email of ['ada@example.com', 'ADA@Example.com']) {
    // #starter
    // for (const email of ['ada@example.com']) {
    // #endregion
    const response = await blog.post('/auth/register', { ...account, email });
    assert.deepEqual([response.status, response.body], [409, { error: 'Email already registered' }], email);
  }
});
