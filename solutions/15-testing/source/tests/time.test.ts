import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Clock, provide } from 'trellis';
import { ManualClock } from 'trellis/testing';
import { bearer, refreshTokenFor, register, signIn, startBlog } from './blog.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

async function startWithClock(t: TestContext) {
  const clock = new ManualClock();
  const blog = await startBlog(t, [provide(Clock, { value: clock })]);
  return { blog, clock };
}

test('an access token is valid for 24 hours, and no longer', async (t) => {
  const { blog, clock } = await startWithClock(t);
  const { token } = await register(blog);

  clock.advance(day - 1000);
  assert.equal((await blog.get('/auth/me', bearer(token))).status, 200);

  clock.advance(2000);
  assert.equal((await blog.get('/auth/me', bearer(token))).status, 401);
});

test('a session ends after 24 hours, even if it is used every hour', async (t) => {
  const { blog, clock } = await startWithClock(t);
  const cookie = await signIn(blog, await register(blog));

  for (let hours = 1; hours < 24; hours++) {
    clock.advance(hour);
    // #region step-3
    assert.equal((await blog.get('/auth/session', cookie)).status, 200, `after ${hours} hours`);
    // #starter
    // // Step 3: use the session.
    // #endregion
  }
  // #region step-3

  clock.advance(hour + 1000);
  assert.equal((await blog.get('/auth/session', cookie)).status, 401);
  // #starter
  // // Step 3: has it ended after 24 hours?
  // #endregion
});

test('a refresh token is valid for seven days, and no longer', async (t) => {
  const { blog, clock } = await startWithClock(t);
  const ada = await register(blog);
  // #region step-3
  const first = await refreshTokenFor(blog, ada);
  const second = await refreshTokenFor(blog, ada);

  clock.advance(7 * day - 1000);
  assert.equal((await blog.post('/auth/refresh', { refresh_token: first })).status, 200);

  clock.advance(2000);
  assert.equal((await blog.post('/auth/refresh', { refresh_token: second })).status, 401);
  // #starter
  // const refresh_token = await refreshTokenFor(blog, ada);
  //
  // // Step 3: this is only one side of the boundary.
  // clock.advance(7 * day + 1000);
  // assert.equal((await blog.post('/auth/refresh', { refresh_token })).status, 401);
  // #endregion
});

test('a login ends after 30 days, even if its refresh token is exchanged every five days', async (t) => {
  const { blog, clock } = await startWithClock(t);
  let refresh_token = await refreshTokenFor(blog, await register(blog));

  for (let days = 5; days < 30; days += 5) {
    clock.advance(5 * day);
    const { status, body } = await blog.post('/auth/refresh', { refresh_token });
    assert.equal(status, 200, `after ${days} days`);
    refresh_token = body.refresh_token;
  }

  clock.advance(5 * day + 1000);
  assert.equal((await blog.post('/auth/refresh', { refresh_token })).status, 401);
});
