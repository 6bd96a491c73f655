import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, ManualClock, SystemClock } from './clock.ts';

test('the system clock returns the time of the machine', () => {
  const before = Date.now();
  const now = new SystemClock().now();
  assert.ok(before <= now && now <= Date.now());
});

test('a manual clock moves only when a test moves it', () => {
  const clock = new ManualClock();
  assert.ok(clock instanceof Clock);
  const start = clock.now();
  assert.equal(new Date(start).toISOString(), '2026-01-01T00:00:00.000Z');
  clock.advance(1_500);
  assert.equal(clock.now(), start + 1_500);
  clock.set(42);
  assert.equal(clock.now(), 42);
  assert.equal(new ManualClock(7).now(), 7);
});

test('a manual clock rejects invalid moves, and keeps its time', () => {
  const clock = new ManualClock(1_000);
  assert.throws(() => clock.advance(-1), /time only moves forward/);
  assert.throws(() => clock.advance(Number.NaN), /time only moves forward/);
  assert.throws(() => clock.advance(Number.POSITIVE_INFINITY), /milliseconds since 1970/);
  assert.throws(() => clock.set(Number.NaN), /milliseconds since 1970/);
  assert.equal(clock.now(), 1_000);
});
