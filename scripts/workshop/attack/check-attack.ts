import { CheckFailure } from '../check/failure.ts';
import { type Attack, CannotAttack } from './attack.ts';
import { runAttack } from './attacks.ts';

/** The attack as a check: it fails if the attack succeeds, and shows how. */
export async function failIfItSucceeds(attack: Attack, url: string): Promise<void> {
  const story: string[] = [];
  const curl = `the attack "${attack.name}": ${attack.title}`;
  try {
    if ((await runAttack(attack, url, (line) => story.push(line))) === 'blocked') return;
  } catch (error) {
    if (!(error instanceof CannotAttack)) throw error;
    throw new CheckFailure({
      problem: 'The attack could not run.',
      curl,
      received: story.join('\n'),
      cause: error.message,
    });
  }
  const problem = `The attack "${attack.name}" succeeded.`;
  throw new CheckFailure({ problem, curl, received: story.join('\n'), expected: 'the program blocks the attack' });
}
