import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rehearsal } from '../incidents/rehearsal.ts';
import { sameAsHealthy } from './verdicts.ts';

const program = (status: number, text: string) => ({
  user: () => ({ get: async () => ({ status, content: Buffer.from(text) }) }),
});
const compare = (mine: [number, string], healthy: [number, string]) =>
  sameAsHealthy({ mine: program(...mine), healthy: program(...healthy) } as unknown as Rehearsal, ['/events/1']);

describe('a response that differs from that of the healthy program', () => {
  it('is shown from shortly before the first difference, however late that is', async () => {
    const same = 'a'.repeat(300);
    await assert.rejects(compare([200, `${same}, Ada`], [200, `${same}, Grace`]), (error: Error) => {
      const tail = 'a'.repeat(18);
      assert.ok(error.message.includes(`GET /events/1 responds with 200: …${tail}, Ada\n`), error.message);
      assert.ok(error.message.includes(`200: …${tail}, Grace, as from the healthy program`), error.message);
      return true;
    });
  });

  it('is shown with its status if that differs, and long ones are cut off', async () => {
    await assert.rejects(compare([0, ''], [200, '']), /responds with nothing\n.*expected +200, as from the healthy/s);
    await assert.rejects(compare([404, 'x'.repeat(100)], [200, '[]']), /responds with 404: x{80} …\n/);
  });

  it('may have the fields of its objects in another order', async () => {
    await compare([200, '{"a":1,"b":2}'], [200, '{"b":2,"a":1}']);
  });
});
