import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attacksOf } from '../workshop/attack/attacks.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { sideBySide } from '../workshop/side-by-side.ts';
import { verifyAttacks } from './attacks.ts';
import { verifyForm } from './chapter.ts';
import { verifyConsole } from './console.ts';
import { verifyEquivalents } from './equivalents.ts';
import { verifyExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';
import { verifyLinks } from './links.ts';
import { verifyNames } from './names.ts';
import { verifyPredictions } from './predictions.ts';
import { verifyReview } from './review.ts';
import { verifySnippets } from './snippets.ts';
import { verifyContinuity, verifyGenerated, verifyRegions } from './starters.ts';
import { verifyTargets } from './targets.ts';

export interface Verdict {
  readonly chapter: Chapter;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Whether the attacks were what has been verified, or everything else. */
  readonly ofAttacks: boolean;
}

/**
 * Holds the chapters to every rule, and reports each as soon as it is done. For several chapters, a sixth of the
 * known mistakes run, each with the first check that must fail. A single chapter runs all mistakes and all checks.
 */
export async function verifyChapters(chapters: readonly Chapter[], report: (verdict: Verdict) => void): Promise<void> {
  const verify = async (chapter: Chapter, ofAttacks: boolean, work: () => Promise<Finding[]>) => {
    const started = performance.now();
    const findings = await work();
    report({ chapter, findings, ofAttacks, seconds: (performance.now() - started) / 1000 });
  };
  // A chapter starts programs and waits for them, so several share the processors well.
  await sideBySide(chapters, (chapter) => verify(chapter, false, () => verifyChapter(chapter, chapters.length === 1)));
  // On their own: some of them measure time.
  for (const chapter of chapters)
    if ((await attacksOf(chapter)).length > 0) await verify(chapter, true, () => verifyAttacks(chapter));
}

/** Every rule that a chapter has to keep, except those for its attacks. */
export async function verifyChapter(chapter: Chapter, isThorough = true): Promise<Finding[]> {
  const readme = join(chapter.folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const pages = ['README.md', 'hints.md', 'explain.md']
    .map((name) => join(chapter.folder, name))
    .filter((page) => existsSync(page));
  const found = await Promise.all([
    verifyExplanations(chapter, isThorough),
    verifyConsole(chapter, text).then(async (findings) => [...findings, ...(await verifyPredictions(chapter, text))]),
    verifyTargets(chapter, isThorough),
  ]);
  return [
    ...(await verifyForm(chapter)),
    ...(await verifyEquivalents(chapter)),
    ...verifyGenerated(chapter),
    ...verifyRegions(chapter),
    ...verifyContinuity(chapter, text),
    ...verifySnippets(chapter, text),
    ...pages.flatMap((page) => [...verifyLinks(page), ...verifyNames(chapter, page)]),
    ...(await verifyReview(chapter, isThorough)),
    ...found.flat(),
  ];
}
