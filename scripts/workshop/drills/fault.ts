import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mistake } from '../check/mistake.ts';
import { requireOneTruth, type Situation } from '../incidents/incident.ts';
import type { Rehearsal } from '../incidents/rehearsal.ts';
import type { Dice } from './dice.ts';

type Edits = Mistake['edits'];

/** A fault in a finished blog, and everything that belongs to it. */
export interface Fault extends Situation {
  /** What it is called once it is over: `N+1 queries`. */
  readonly kind: string;
  /** To the finished blog: they plant the fault. */
  readonly edits: Edits;
  /** To the planted blog: they repair it. Without them, the repaired blog is the finished one. */
  readonly repair?: Edits;
  /** Throws the failure of a check unless the fault is gone, and everything else is as before. */
  check(rehearsal: Rehearsal): Promise<void>;
}

/** The default export of `solutions/drills/NAME.ts`. */
export interface FaultFile {
  readonly name: string;
  /** The chapters in whose finished blog it can be planted. */
  readonly blogs: readonly string[];
  /** The dice decide about places and numbers: two drills of the same fault differ. */
  make(dice: Dice): Fault;
}

export const bothBlogs = ['31-failing', '32-wrong'] as const;

export function fault(url: string, blogs: readonly string[], make: (dice: Dice) => Fault): FaultFile {
  const name = basename(fileURLToPath(url), '.ts');
  return {
    name,
    blogs,
    make: (dice) => {
      const made = make(dice);
      requireOneTruth(name, made);
      return made;
    },
  };
}
