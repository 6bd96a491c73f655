import type { Board } from './board.ts';
import { lettered, type Staged } from './incident.ts';

/** Whether the evidence proves the cause, and what to say about it. */
export interface Verdict {
  readonly isProven: boolean;
  /** A slip of the keyboard is not a claim, and costs nothing. */
  readonly isClaim: boolean;
  readonly says: string;
}

/** Somebody claims a cause, by its letter, and points at an item of the board that proves it. */
export function judge(incident: Staged, letter: string, id: string, board: Board): Verdict {
  const letters = lettered(incident);
  const cause = letters.get(letter);
  const item = board.find((one) => one.id === id);
  if (cause === undefined)
    return misspelt(`There is no cause "${letter}". They are: ${[...letters.keys()].join(', ')}.`);
  if (item === undefined)
    return misspelt(
      `No instrument shows ${id} now. Most commands replace what they have shown before: look again, then point at what you see.`,
    );
  if (cause.proves === undefined) {
    const instead = cause.shows?.(board);
    const lines = [
      `If this were the cause: ${cause.wouldShow}`,
      ...(instead ? [`What the instruments show: ${instead}`] : []),
    ];
    return { isProven: false, isClaim: true, says: lines.join('\n') };
  }
  const doubt = `${id} doesn't prove this cause. It would look the same with another cause, or it only shows the symptom.`;
  const isProven = cause.proves(item);
  return { isProven, isClaim: true, says: isProven ? `${id} proves it. ${cause.wouldShow}` : doubt };
}

function misspelt(says: string): Verdict {
  return { isProven: false, isClaim: false, says };
}
