import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, sectionsOf } from './chapters.ts';

export interface Rung {
  /** `A question`, `Where to look`, `Nearly the code` */
  readonly title: string;
  readonly text: string;
}

/** The hints of a chapter, by step: in `hints.md`, each rung has a `###` heading. */
export function hintsOf(chapter: Chapter): Map<number, Rung[]> {
  return new Map([...sectionsOf(chapter, 'hints.md')].map(([step, section]) => [step, rungsOf(section)]));
}

/** The hints for the variation: the section `## On your own`. */
export function variationHints({ folder }: Chapter): Rung[] {
  const file = join(folder, 'hints.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return rungsOf(/^## On your own\n((?:(?!## ).*\n?)*)/m.exec(text)?.[1] ?? '');
}

function rungsOf(section: string): Rung[] {
  return section
    .split(/^### /m)
    .slice(1)
    .map((rung) => ({ title: rung.split('\n', 1)[0]!.trim(), text: rung.slice(rung.indexOf('\n') + 1).trim() }));
}
