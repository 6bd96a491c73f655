import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, describe, it } from 'node:test';
import bcrypt from 'bcryptjs';
import { HttpError } from 'trellis';
import { BcryptPool } from './22-processes/src/auth/bcrypt-pool.ts';

const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

describe('the bcrypt pool', () => {
  let pool: BcryptPool;

  beforeEach(() => {
    pool = new BcryptPool();
  });

  afterEach(() => pool.onStop());

  it('refuses a job with 503 while 8 are waiting for each thread, and finishes those that it accepted', async () => {
    const results = await Promise.allSettled(Array.from({ length: 150 }, () => pool.hash('a password', 4)));
    const accepted = results.filter(({ status }) => status === 'fulfilled').length;
    // Those that wait, and those that the threads took at once.
    assert.equal(accepted, threads * 8 + threads);
    for (const result of results) {
      if (result.status === 'rejected') assert.equal(result.reason instanceof HttpError && result.reason.status, 503);
    }
    assert.equal(await bcrypt.compare('a password', await pool.hash('a password', 4)), true);
  });

  it('drops the waiting jobs of clients that have disconnected, and makes room for others', async () => {
    const controller = new AbortController();
    const left = Array.from({ length: threads * 9 }, () =>
      pool.hash('a password', 4, controller.signal).catch((e: Error) => e),
    );
    controller.abort();
    assert.match(await pool.hash('another', 4), /^\$2b\$04\$/);
    const dropped = (await Promise.all(left)).filter(
      (result) => result instanceof Error && result.name === 'AbortError',
    );
    assert.equal(dropped.length, threads * 8);
  });

  it('compares with a hash of a lower cost, of the same cost, and with a string that is not a hash', async () => {
    const cheap = bcrypt.hashSync('a password', 4);
    assert.equal(await pool.compare('a password', cheap, 6), true);
    assert.equal(await pool.compare('another', cheap, 6), false);
    assert.equal(await pool.compare('a password', cheap, 4), true);
    assert.equal(await pool.compare('a password', '!', 6), false);
  });
});
