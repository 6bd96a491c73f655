import { join } from 'node:path';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import { type CheckResult, runChecks } from '../workshop/check/run.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { examineBadges } from '../workshop/graded/badges.ts';
import { rulesIn } from '../workshop/graded/specification.ts';
import { mistakesOf } from '../workshop/known-mistakes.ts';
import type { Finding } from './finding.ts';

const fewestMistakes = 60;
/** How the program runs is what examiners rely on. A section can't show it. */
const ofExaminers = /^O\d/;

/**
 * A graded chapter: every rule of its specification has a behaviour, and both reference solutions, which have nothing in common,
 * pass all behaviours.
 */
export async function verifyGraded(chapter: Chapter): Promise<Finding[]> {
  const problems = [
    ...(await verifyRules(chapter)),
    ...failures('variant', await runChecks(await checksOf(chapter), variantOf(chapter))),
  ];
  const mistakes = (await mistakesOf(chapter)).length;
  if (mistakes < fewestMistakes)
    problems.push(`there are ${mistakes} known mistakes; at least ${fewestMistakes} are required.`);
  return problems.map((problem) => ({ place: `chapters/${chapter.slug}`, problem }));
}

/** Both solutions have all badges. The examiners take a minute for each, so only a thorough run sends them to both. */
export async function verifyBadges(chapter: Chapter, isThorough: boolean): Promise<Finding[]> {
  const problems = [
    ...failures('variant', await examineBadges(chapter, variantOf(chapter))),
    ...(isThorough ? failures('solution', await examineBadges(chapter, chapter.solution)) : []),
  ];
  return problems.map((problem) => ({ place: `chapters/${chapter.slug}`, problem }));
}

function variantOf(chapter: Chapter): string {
  return join(chapter.solution, '..', 'variant');
}

async function verifyRules(chapter: Chapter): Promise<string[]> {
  const cited = (await checksOf(chapter)).flatMap(({ rule }) => rule ?? []);
  const rules = new Set(cited.flatMap(({ page }) => [...rulesIn(page).keys()]));
  const untested = [...rules].filter((rule) => !ofExaminers.test(rule) && !cited.some(({ number }) => number === rule));
  const chapters = new Set(allChapters().map(({ number }) => number));
  const unknown = new Set(cited.map((rule) => rule.chapter).filter((number) => !chapters.has(number)));
  return [
    ...untested.map((rule) => `no behaviour comes from the rule ${rule}.`),
    ...[...unknown].map((number) => `a behaviour names chapter ${number}, which does not exist.`),
  ];
}

function failures(program: string, results: readonly CheckResult[]): string[] {
  return results.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`"${name}" fails on the ${program}: ${renderFailure(failure)}`],
  );
}
