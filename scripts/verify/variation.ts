import { existsSync } from 'node:fs';
import { shareOf } from '../../framework/fixtures/share.ts';
import type { Chapter } from '../workshop/chapters.ts';
import type { Check } from '../workshop/check/check-definition.ts';
import { checksOf } from '../workshop/check/collector.ts';
import type { CheckResult } from '../workshop/check/run.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { variationHints } from '../workshop/hints.ts';
import { applyMistake, withEdits } from '../workshop/known-mistakes.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { Lender } from '../workshop/services/lender.ts';
import { sideBySide } from '../workshop/side-by-side.ts';
import { type Files, readFiles, solutionOf } from '../workshop/starters.ts';
import { typeErrors } from '../workshop/type-errors.ts';
import type { WrongDesign } from '../workshop/variation/define.ts';
import { variationChecks } from '../workshop/variation/examine.ts';
import { type FixedTarget, targetFolder } from '../workshop/variation/exploitation.ts';
import { variationFile } from '../workshop/variation/routes.ts';
import { type Design, designsOf, fixedTargetsOf, wrongDesignsOf } from './designs.ts';
import type { Finding } from './finding.ts';
import { againstSolution, runTarget } from './targets.ts';

const fewestDesigns = 3;
const fewestWrong = 10;
const fewestFixed = 3;
const rungs = 3;

/** For several chapters, all designs would take too long: each of them runs every check of its chapter. */
const partsOfDesigns = 20;
const partsOfWrong = 40;

/**
 * The variation at the end of a chapter. Designs that differ pass its checks and those of the chapter, the solution fails, and
 * wrong designs fail as they say.
 */
export async function verifyVariation(chapter: Chapter, isThorough = true): Promise<Finding[]> {
  if (chapter.variation === undefined) return withoutVariation(chapter);
  const place = `solutions/${chapter.slug}/variation`;
  const checks = await variationChecks(chapter);
  const [designs, wrong, fixed] = [designsOf(chapter), await wrongDesignsOf(chapter), await fixedTargetsOf(chapter)];
  const problems = formProblems(chapter, checks, designs, wrong);
  if (existsSync(targetFolder(chapter.folder)) && fixed.length < fewestFixed)
    problems.push(`there are ${fixed.length} programs without the hole; at least ${fewestFixed} are required.`);
  if (checks.length === 0) return problems.map((problem) => ({ place, problem }));
  const share = <T>(items: readonly T[], parts: number) => (isThorough ? items : shareOf(items, parts));
  const lender = new Lender();
  try {
    const ofChapter = await checksOf(chapter);
    const jobs = [
      () => solutionProblems(chapter, checks, lender),
      ...fixed.map((each) => () => fixedProblems(chapter, each)),
      ...designs.map((design) => () => designProblems(chapter, design, checks, ofChapter, lender)),
    ];
    for (const job of share(jobs, partsOfDesigns)) problems.push(...(await job()));
    const chosen = share(wrong, partsOfWrong);
    const found = await sideBySide(chosen, (each) => wrongProblems(chapter, each, designs, checks, lender));
    problems.push(...found.flat());
    for (const each of wrong.filter((one) => !chosen.includes(one)))
      problems.push(...edited(chapter, each, designs).problems);
  } finally {
    await lender.end();
  }
  return problems.map((problem) => ({ place, problem }));
}

function withoutVariation(chapter: Chapter): Finding[] {
  if (!existsSync(variationFile(chapter))) return [];
  const problem = 'there is a variation.test.ts, but README.md has no section "## On your own: …".';
  return [{ place: `chapters/${chapter.slug}`, problem }];
}

function formProblems(
  chapter: Chapter,
  checks: readonly Check[],
  designs: readonly Design[],
  wrong: readonly WrongDesign[],
): string[] {
  const hints = variationHints(chapter).length;
  return [
    ...(checks.length === 0 ? ['variation.test.ts of the chapter is missing, or has no check.'] : []),
    ...(hints === rungs ? [] : [`hints.md has ${hints} hints under "## On your own"; it needs ${rungs}.`]),
    ...(designs.length < fewestDesigns
      ? [`there are ${designs.length} designs; at least ${fewestDesigns} are required.`]
      : []),
    ...(wrong.length < fewestWrong
      ? [`there are ${wrong.length} wrong designs; at least ${fewestWrong} are required.`]
      : []),
  ];
}

/** Nobody has the star before having done anything for it. */
async function solutionProblems(chapter: Chapter, checks: Check[], lender: Lender): Promise<string[]> {
  const failing = (results: CheckResult[]) =>
    results.some(({ failure, skipped }) => failure !== undefined || skipped !== undefined)
      ? []
      : ['the solution of the chapter passes all checks of the variation.'];
  return (await runTarget(checks, solutionOf(chapter), lender, failing)).problems;
}

async function designProblems(
  chapter: Chapter,
  { name, files }: Design,
  checks: Check[],
  ofChapter: Check[],
  lender: Lender,
): Promise<string[]> {
  const errors = await withFolder(files, (folder) => typeErrors(folder));
  const found = errors.map((error) => `type error: ${error}`);
  // A program for each, as in `npm test`: neither may find what the other has left behind.
  for (const each of changesProgram(chapter, files) ? [ofChapter, checks] : [checks])
    found.push(...(await runTarget(each, files, lender, againstSolution)).problems);
  return found.map((problem) => `${name}: ${problem}`);
}

/** What closes a hole compiles. That it closes it is what the exploits prove. */
async function fixedProblems({ folder }: Chapter, { that, edits }: FixedTarget): Promise<string[]> {
  try {
    const files = withEdits(readFiles(targetFolder(folder)), edits);
    const errors = await withFolder(files, (scratch) => typeErrors(scratch));
    return errors.map((error) => `the program that ${that}: type error: ${error}`);
  } catch (error) {
    return [`the program that ${that}: ${(error as Error).message}`];
  }
}

/** An exploit is not part of the program, which is the solution then. */
function changesProgram(chapter: Chapter, files: Files): boolean {
  const solution = solutionOf(chapter);
  const changed = [...files].filter(([name, text]) => solution.get(name) !== text);
  return files.size < solution.size || changed.some(([name]) => !name.startsWith('attacks/'));
}

/** A wrong design fails as it says. */
export async function wrongProblems(
  chapter: Chapter,
  wrong: WrongDesign,
  designs: readonly Design[],
  checks: Check[],
  lender: Lender,
): Promise<string[]> {
  const { files, problems } = edited(chapter, wrong, designs);
  if (files === undefined) return problems;
  const [name, words] = wrong.fails;
  const named = checks.filter((check) => check.name === name);
  if (named.length === 0) return [`${wrong.summary} fails names "${name}", and there is no such check.`];
  const judged = await runTarget(named, files, lender, ([result]) => {
    if (result?.failure === undefined) return result?.skipped ? [] : [`"${name}" passes, and must fail.`];
    const message = renderFailure(result.failure);
    return message.includes(words) ? [] : [`"${name}" fails, but does not say "${words}": ${message}`];
  });
  return judged.problems.map((problem) => `${wrong.summary} ${problem}`);
}

function edited(
  chapter: Chapter,
  { of, edits, summary }: WrongDesign,
  designs: readonly Design[],
): { files?: Files; problems: string[] } {
  const design = designs.find(({ name }) => name === of);
  if (design === undefined) return { problems: [`${summary} There is no design "${of}".`] };
  try {
    return { files: applyMistake(chapter, { edits }, design.files), problems: [] };
  } catch (error) {
    return { problems: [`${summary} ${(error as Error).message}`] };
  }
}
