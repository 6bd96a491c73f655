import type { Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import type { FailureParts } from '../workshop/check/failure-parts.ts';
import { Run } from '../workshop/check/run.ts';
import { type KnownMistake, mistakesOf } from '../workshop/known-mistakes.ts';

/** The known mistakes of a chapter that fit on a page: all of their edits are in one file. */
export async function mistakesInOneFile(chapter: Chapter): Promise<KnownMistake[]> {
  return (await mistakesOf(chapter)).filter(({ edits }) => new Set(edits.map(({ file }) => file)).size === 1);
}

/** The first failure of the checks that catch a mistake. Undefined if they can't run on this machine. */
export async function failureOf(
  chapter: Chapter,
  { fails }: KnownMistake,
  src: string,
): Promise<(FailureParts & { name: string }) | undefined> {
  const check = (await checksOf(chapter)).find(({ name }) => name in fails);
  if (check === undefined) return undefined;
  const run = new Run(src);
  try {
    const { failure, name } = await run.result(check);
    return failure && { ...failure, name };
  } finally {
    await run.end();
  }
}
