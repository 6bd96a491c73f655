import { randomInt } from 'node:crypto';
import { writeFiles } from '../starters.ts';
import { chooseFault } from './choose.ts';
import { faultNames, plant } from './plant.ts';
import type { DrillRecord, Drills } from './record.ts';

/** Chooses a fault, and plants it in a folder of its own. Maintainers name one with its seed: TRELLIS_DRILL=feed-authors/7. */
export async function beginDrill(drills: Drills, now: number): Promise<DrillRecord> {
  const [named, number] = process.env.TRELLIS_DRILL?.split('/') ?? [];
  const fault = named || chooseFault(faultNames(), drills.all());
  const seed = number === undefined ? randomInt(2 ** 31) : Number(number);
  const { planted } = await plant(fault, seed);
  const record = drills.begin(fault, seed, now);
  writeFiles(drills.srcOf(record), planted);
  return record;
}
