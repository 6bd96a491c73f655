import type { Ending } from '../../workshop/ending/ending.ts';

export interface Figure {
  readonly value: string;
  /** `lines of yours`, in the right number. */
  readonly name: string;
}

/** What was counted, the most telling first. What is zero is left out: nobody keeps a zero. */
export function numbersOf({ chapters, written, stars, program, scope }: Ending): Figure[] {
  const done = chapters.filter(({ isDone }) => isDone).length;
  const steps = chapters.reduce((sum, each) => sum + each.done, 0);
  const own = program?.description.parts.filter(({ module }) => module !== undefined).length ?? 0;
  const figures: [count: number, one: string, many: string, shown?: string][] = [
    [written.lines, 'line of yours', 'lines of yours'],
    scope.kind === 'chapter'
      ? [written.files, 'file changed', 'files changed']
      : [written.created, 'new file', 'new files'],
    [stars, 'star', 'stars', '★'.repeat(Math.min(stars, 1)) + (stars > 1 ? ` ${stars}` : '')],
    scope.kind === 'chapter'
      ? [steps, 'step passes', 'steps pass']
      : [done, `of ${chapters.length} chapters`, `of ${chapters.length} chapters`],
    [program?.routes.length ?? 0, 'route', 'routes'],
    [own, 'class', 'classes'],
  ];
  return figures
    .filter(([count]) => count > 0)
    .map(([count, one, many, shown]) => ({
      value: shown ?? count.toLocaleString('en'),
      name: count === 1 ? one : many,
    }));
}

/** `19 November 2026` */
export function dayOf(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
