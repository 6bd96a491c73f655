import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, provide } from 'trellis';
import { ManualClock } from 'trellis/testing';
import { bearer, register, signIn, startBlog } from './blog.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Shortly before and after the end of something that lasts this long. */
const around = (end: number) => ({ before: end - 1000, between: 2000 });

test('an access token is valid for 24 hours, and no longer', async (t) => {
  const clock = new ManualClock();
  const blog = await startBlog(t, [provide(Clock, { value: clock })]);
  const ada = await register(blog);
  const { before, between } = around(day);

  clock.advance(before);
  assert.equal((await blog.get('/auth/me', bearer(ada.token))).status, 200);
  clock.advance(between);

  const { status, body } = await blog.get('/auth/me', bearer(ada.token));
  assert.deepEqual([status, body], [401, { error: 'Invalid token' }]);
});

test('a session ends after 24 hours, even if it is used every hour', async (t) => {
  const clock = new ManualClock();
  const blog = await startBlog(t, [provide(Clock, { value: clock })]);
  const cookie = await signIn(blog, await register(blog));

  // Step 3: use the session every hour, until shortly before the end, and then after it.
});

// Step 3: this test looks at one side of the end only.
test('a refresh token is valid for seven days, and no longer', async (t) => {
  const clock = new ManualClock();
  const blog = await startBlog(t, [provide(Clock, { value: clock })]);
  const { email, password } = await register(blog);
  const { before, between } = around(7 * day);
  const pair = async () => (await blog.post('/auth/tokens', { email, password })).body;
  const second = await pair();

  clock.advance(before + between);

  const { status, body } = await blog.post('/auth/refresh', { refresh_token: second.refresh_token });
  assert.deepEqual([status, body], [401, { error: 'invalid refresh token' }]);
});

test('a login ends after 30 days, even if its refresh token is exchanged every six days', async (t) => {
  const clock = new ManualClock();
  const blog = await startBlog(t, [provide(Clock, { value: clock })]);
  const { email, password } = await register(blog);
  let { refresh_token } = (await blog.post('/auth/tokens', { email, password })).body;

  for (let days = 6; days < 30; days += 6) {
    clock.advance(6 * day);
    const { status, body } = await blog.post('/auth/refresh', { refresh_token });
    assert.equal(status, 200, `after ${days} days`);
    refresh_token = body.refresh_token;
  }
  clock.advance(6 * day + 1000);

  assert.equal((await blog.post('/auth/refresh', { refresh_token })).status, 401);
});
