import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printableLines } from '../../../framework/services/printable.ts';
import type { Chapter } from '../chapters.ts';
import type { Attack, Verdict } from './attack.ts';
import type { Machine } from './machine.ts';
import { Target } from './target.ts';

/** The attacks of a chapter, in the order of the steps that stop them. */
export async function attacksOf(chapter: Chapter): Promise<Attack[]> {
  const folder = join(chapter.folder, 'attacks');
  if (!existsSync(folder)) return [];
  const attacks: Attack[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()) {
    const { default: attack } = (await import(pathToFileURL(join(folder, file)).href)) as { default?: Attack };
    if (typeof attack?.run !== 'function' || `${attack.name}.ts` !== file) {
      throw new Error(
        `chapters/${chapter.slug}/attacks/${file} has to export default attack('${file.slice(0, -3)}', …).`,
      );
    }
    attacks.push(attack);
  }
  return attacks.sort((a, b) => a.step - b.step);
}

/** Runs an attack against the program at this address. What it says may quote responses, so it can't control the terminal. */
export function runAttack(
  attack: Attack,
  url: string,
  say: (text: string) => void,
  machine?: Machine,
): Promise<Verdict> {
  const sayPrintable = (text: string) => say(printableLines(text));
  return attack.run({ target: new Target(url, sayPrintable), say: sayPrintable, machine });
}

export function verdictOf({ step }: Attack, verdict: Verdict): string {
  return verdict === 'blocked' ? 'The attack was BLOCKED.' : `The attack SUCCEEDED. Step ${step} stops it.`;
}
