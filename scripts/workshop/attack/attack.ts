import type { Target } from './target.ts';

export { CannotAttack, Client, type Reply } from './client.ts';
export { Target } from './target.ts';

export type Verdict = 'succeeded' | 'blocked';

export interface AttackOptions {
  /** The step of the chapter that stops it. */
  step: number;
  /** What the attacker does, in one line: `Delete all drafts without credentials`. */
  title: string;
  /** The environment of the program, if the attack has to start it itself. */
  env?: Readonly<Record<string, string>>;
}

export interface Stage {
  /** The program under attack. */
  readonly target: Target;
  /** Prints one line of the story. */
  say(text: string): void;
}

export interface Attack extends AttackOptions {
  readonly name: string;
  run(stage: Stage): Promise<Verdict>;
}

/**
 * An attack on a chapter's program, in `chapters/NN-slug/attacks/NAME.ts`. It uses HTTP only, like anybody on the internet:
 *
 *     export default attack('drafts', { step: 1, title: 'Delete all drafts' }, async ({ target, say }) => {
 *       const attacker = target.client('Attacker');
 *       const { status } = await attacker.delete('/admin/drafts');
 *       return status === 204 ? 'succeeded' : 'blocked';
 *     });
 */
export function attack(name: string, options: AttackOptions, run: (stage: Stage) => Promise<Verdict>): Attack {
  return { name, ...options, run };
}
