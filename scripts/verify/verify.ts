import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTurnOf } from '../../framework/fixtures/share.ts';
import { attacksOf } from '../workshop/attack/attacks.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { sideBySide } from '../workshop/side-by-side.ts';
import { verifyAttacks } from './attacks.ts';
import { verifyForm } from './chapter.ts';
import { verifyConsole } from './console.ts';
import { verifyEquivalents } from './equivalents.ts';
import { verifyExplanations } from './explanations.ts';
import type { Finding } from './finding.ts';
import { verifyFreedom } from './freedom.ts';
import { verifyBadges, verifyGraded } from './graded.ts';
import { verifyLinks } from './links.ts';
import { verifyNames } from './names.ts';
import { verifyPredictions } from './predictions.ts';
import { verifyReview } from './review.ts';
import { verifySnippets } from './snippets.ts';
import { verifyContinuity, verifyGenerated, verifyRegions } from './starters.ts';
import { verifyTargets } from './targets.ts';
import { verifyVariation } from './variation.ts';

export interface Verdict {
  readonly chapter: Chapter;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Whether the attacks were what has been verified, or everything else. */
  readonly ofAttacks: boolean;
}

/** How many commits it takes until the attacks of every chapter have run. */
const partsOfAttacks = 3;

/** More chapters with findings than these aren't the fault of a busy machine. */
const mostAgain = 3;

/**
 * Holds the chapters to every rule, and reports each as soon as it is done. Thorough means everything that has to be run: all checks
 * on the solution of every step, on the starter and on every known mistake, and the attacks. Otherwise each commit has its share.
 */
export async function verifyChapters(
  chapters: readonly Chapter[],
  report: (verdict: Verdict) => void,
  isThorough = false,
  verify = verifyChapter,
): Promise<void> {
  // A chapter starts programs and waits for them, so several share the processors well.
  const verdicts = await sideBySide(chapters, async (chapter) => {
    const verdict = await timed(chapter, () => verify(chapter, isThorough));
    if (isClean(verdict)) report(verdict);
    return verdict;
  });
  const doubtful = verdicts.filter((verdict) => !isClean(verdict));
  const isWorthIt = chapters.length > 1 && doubtful.length <= mostAgain;
  for (const verdict of doubtful) report(isWorthIt ? await verifiedAgain(verdict, isThorough, verify) : verdict);
  // On their own: some of them measure time.
  for (const chapter of chapters) {
    if (!isThorough && !isTurnOf(`the attacks of ${chapter.slug}`, partsOfAttacks)) continue;
    if ((await attacksOf(chapter)).length > 0)
      report({ ...(await timed(chapter, () => verifyAttacks(chapter))), ofAttacks: true });
    if (chapter.unit === 'section')
      report({ ...(await timed(chapter, () => verifyBadges(chapter, isThorough))), ofAttacks: true });
  }
}

async function timed(chapter: Chapter, work: () => Promise<Finding[]>): Promise<Verdict> {
  const started = performance.now();
  const findings = await work();
  return { chapter, findings, ofAttacks: false, seconds: (performance.now() - started) / 1000 };
}

function isClean({ findings }: Verdict): boolean {
  return findings.every(({ isNote }) => isNote);
}

/** Once more, with nothing beside it. If nothing is found then, the machine was busy, and the findings are only notes. */
async function verifiedAgain(first: Verdict, isThorough: boolean, verify: typeof verifyChapter): Promise<Verdict> {
  const second = await timed(first.chapter, () => verify(first.chapter, isThorough));
  if (!isClean(second)) return second;
  const findings = first.findings.map(({ place, problem }) => ({
    place,
    problem: `found beside other chapters, and not alone: ${problem}`,
    isNote: true as const,
  }));
  return { ...second, findings };
}

/** Every rule that a chapter has to keep, except those for its attacks. */
export async function verifyChapter(chapter: Chapter, isThorough = true): Promise<Finding[]> {
  const readme = join(chapter.folder, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
  const pages = ['README.md', 'hints.md', 'explain.md']
    .map((name) => join(chapter.folder, name))
    .filter((page) => existsSync(page));
  const isGraded = chapter.unit === 'section';
  const found = await Promise.all([
    isGraded ? [] : verifyExplanations(chapter, isThorough),
    verifyConsole(chapter, text).then(async (findings) => [...findings, ...(await verifyPredictions(chapter, text))]),
    // Not beside each other: both run the chapter's checks, and some of those measure.
    verifyTargets(chapter, isThorough).then(async (findings) => [
      ...findings,
      ...(await verifyVariation(chapter, isThorough)),
      ...(await verifyFreedom(chapter, isThorough)),
    ]),
  ]);
  return [
    ...(isGraded ? [] : await verifyForm(chapter)),
    ...(await verifyEquivalents(chapter)),
    ...verifyGenerated(chapter),
    ...(isGraded ? [] : verifyRegions(chapter)),
    ...verifyContinuity(chapter, text),
    ...verifySnippets(chapter, text),
    ...pages.flatMap((page) => [...verifyLinks(page), ...verifyNames(chapter, page)]),
    ...(await verifyReview(chapter, isThorough)),
    ...found.flat(),
    ...(isGraded ? await verifyGraded(chapter) : []),
  ];
}
