import type { Machine } from './machine.ts';
import type { Target } from './target.ts';

export { CannotAttack, Client, type Reply } from './client.ts';
export { type Exploit, exploit } from './exploit.ts';
export { Load } from './load.ts';
export { type Scene, scene } from './scene.ts';
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
  /** Only for attacks that need it. */
  readonly machine?: Machine;
}

export interface Attack extends AttackOptions {
  readonly name: string;
  /** It kills processes and servers, so it never runs against the program in another terminal. */
  readonly needsMachine?: boolean;
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

/** An attack that kills processes and servers. It runs against a program and servers of its own. */
export function attackOnMachine(
  name: string,
  options: AttackOptions,
  run: (stage: Stage & { machine: Machine }) => Promise<Verdict>,
): Attack {
  return {
    name,
    ...options,
    needsMachine: true,
    run: ({ machine, ...stage }) => {
      if (machine === undefined) throw new Error(`The attack "${name}" needs a machine of its own.`);
      return run({ ...stage, machine });
    },
  };
}
