import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import { collectChecks } from '../check/collector.ts';
import { type CheckResult, runChecks } from '../check/run.ts';
import { renderFailure } from '../failure-view.ts';
import { indent } from '../steps-view.ts';

/** Which badges a program has, by their names. */
export type Badges = Readonly<Record<string, boolean>>;

/** Sends the examiners of a graded chapter to a program that passes all sections. Each of them reports when it is done. */
export async function examineBadges(
  chapter: Chapter,
  src: string,
  onResult: (result: CheckResult) => void = () => {},
): Promise<CheckResult[]> {
  const file = join(chapter.folder, 'examiners.ts');
  if (!existsSync(file)) return [];
  // One after another, and never beside anything else: some of them measure time.
  return runChecks(await collectChecks(pathToFileURL(file)), src, onResult);
}

export function badgesOf(results: readonly CheckResult[]): Badges {
  return Object.fromEntries(results.map(({ name, failure }) => [name, failure === undefined]));
}

/** `  ★ Races`, or the reason why there is none. */
export function badgeView({ name, failure }: CheckResult, width: number): string {
  if (failure === undefined) return `  ${pc.green('★')} ${name}`;
  return [`  ${pc.dim('☆')} ${name}`, '', indent(renderFailure(failure, width - 6), 6), ''].join('\n');
}
