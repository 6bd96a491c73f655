import assert from 'node:assert/strict';
import test from 'node:test';
import { ClientGone, HttpError, InvalidBody } from './errors.ts';
import { reasonOf } from './status.ts';

test('HttpError carries its status and its message', () => {
  const error = new HttpError(404, 'Post not found');
  assert.equal(error.status, 404);
  assert.equal(error.message, 'Post not found');
  assert.equal(String(error), 'HttpError: Post not found');
});

test('HttpError without a message uses the reason phrase of its status', () => {
  assert.equal(new HttpError(409).message, 'Conflict');
  assert.equal(new HttpError(599).message, 'Error');
});

test('HttpError keeps the cause for the log', () => {
  const cause = new Error('disk full');
  assert.equal(new HttpError(500, 'Failed to create user', { cause }).cause, cause);
});

for (const status of [0, 200, 302, 399, 600, 404.5, Number.NaN, '404' as unknown as number]) {
  test(`HttpError(${JSON.stringify(status)}) is refused: it is not the status of an error`, () => {
    assert.throws(
      () => new HttpError(status),
      /RangeError: HttpError\(.+\): the status of an error is an integer from 400 to 599\./,
    );
  });
}

test('an invalid body is 400 Invalid request, exactly; the problems stay inside', () => {
  const error = new InvalidBody([{ field: 'email', problem: 'is not an email address' }]);
  assert.ok(error instanceof HttpError);
  assert.equal(error.status, 400);
  assert.equal(error.message, 'Invalid request');
});

test('a disconnected client is not an HttpError: there is no one to respond to', () => {
  assert.ok(!(new ClientGone() instanceof HttpError));
  assert.equal(String(new ClientGone()), 'ClientGone: The client disconnected before its request was complete.');
});

test('a status has its reason phrase', () => {
  assert.equal(reasonOf(404), 'Not Found');
  assert.equal(reasonOf(431), 'Request Header Fields Too Large');
});
