import { type Chapter, sectionsOf } from './chapters.ts';

export interface Rung {
  /** `A question`, `Where to look`, `Nearly the code` */
  readonly title: string;
  readonly text: string;
}

/** The hints of a chapter, by step: in `hints.md`, each rung has a `###` heading. */
export function hintsOf(chapter: Chapter): Map<number, Rung[]> {
  const rungsOf = (section: string) =>
    section
      .split(/^### /m)
      .slice(1)
      .map((rung) => ({ title: rung.split('\n', 1)[0]!.trim(), text: rung.slice(rung.indexOf('\n') + 1).trim() }));
  return new Map([...sectionsOf(chapter, 'hints.md')].map(([step, section]) => [step, rungsOf(section)]));
}
