import { basename, dirname } from 'node:path';
import { CheckFailure } from '../check/failure.ts';
import { type Attack, CannotAttack } from './attack.ts';
import { runAttack } from './attacks.ts';

/** The attack as a check: it fails if the attack succeeds, and shows how. `src` is the folder of the program. */
export async function failIfItSucceeds(attack: Attack, url: string, src: string): Promise<void> {
  const story: string[] = [];
  const seen = () => ({ ...commandOf(attack, src), happened: story.join('\n') });
  try {
    if ((await runAttack(attack, url, (line) => story.push(line))) === 'blocked') return;
  } catch (error) {
    if (!(error instanceof CannotAttack)) throw error;
    throw new CheckFailure({ problem: 'The attack could not run.', ...seen(), cause: error.message });
  }
  const problem = `The attack "${attack.name}" succeeded.`;
  throw new CheckFailure({ problem, ...seen(), expected: 'the program blocks the attack' });
}

/** None for a program that belongs to no chapter. */
function commandOf({ name }: Attack, src: string): { command?: string } {
  const number = /^(\d\d)-/.exec(basename(dirname(src)))?.[1];
  return number === undefined ? {} : { command: `npm run attack ${number} ${name}` };
}
