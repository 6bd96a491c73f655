import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shareOf } from '../../framework/fixtures/share.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import { runChecks } from '../workshop/check/run.ts';
import { changesOfStep, explanationsOf } from '../workshop/explanations.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { proseOf } from '../workshop/markdown.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { Lender } from '../workshop/services/lender.ts';
import { solutionAt } from '../workshop/starters.ts';
import type { Finding } from './finding.ts';
import { knownWords } from './names.ts';

/** For several chapters, the solutions of all steps would take too long. */
const partsOfSteps = 20;

/** Words of the language itself, which an explanation may name although the solution does without them. */
const language =
  /^(?:undefined|null|true|false|await|async|return|throw|try|catch|finally|if|else|for|while|const|let|new|typeof|class|any|unknown|string|number|boolean|void|never)$/;

/** Once a chapter has an `explain.md`, it explains every step, in words that occur in the code. */
export async function verifyExplanations(chapter: Chapter, isThorough = true): Promise<Finding[]> {
  if (!existsSync(join(chapter.folder, 'explain.md'))) return [];
  const place = `chapters/${chapter.slug}/explain.md`;
  const explanations = explanationsOf(chapter);
  const problems = [
    ...chapter.steps
      .filter(({ number }) => !explanations.get(number))
      .map(({ number }) => `step ${number} is not explained.`),
    ...[...explanations.keys()]
      .filter((step) => !chapter.steps.some(({ number }) => number === step))
      .map((step) => `it explains step ${step}, which the README does not have.`),
    ...[...explanations].flatMap(([step, text]) => strangeWords(chapter, step, text)),
    ...withoutChange(chapter),
  ];
  return [...problems.map((problem) => ({ place, problem })), ...(await verifySteps(chapter, isThorough))];
}

function strangeWords(chapter: Chapter, step: number, text: string): string[] {
  const known = knownWords(chapter);
  for (const { patch } of changesOfStep(chapter, step))
    for (const [word] of patch.matchAll(/[A-Za-z_$][\w$]*/g)) known.add(word);
  const codes = [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return codes
    .filter((code) => !/^(npm|npx|curl|src\/) ?/.test(code))
    .flatMap((code) => {
      const words = code.replace(/'[^']*'|"[^"]*"/g, '').match(/[A-Za-z_$][\w$]*/g) ?? [];
      const strange = words.find((word) => !known.has(word) && !language.test(word));
      return strange === undefined
        ? []
        : [`step ${step}: \`${code}\` names "${strange}", which neither the step nor the framework has.`];
    });
}

/** The step's diff is what learners compare their code with: a step without one has nothing to show. */
function withoutChange(chapter: Chapter): string[] {
  return chapter.steps
    .filter(({ number }) => changesOfStep(chapter, number).length === 0)
    .map(({ number }) => `step ${number} changes nothing in the solution.`);
}

/**
 * The solution of a step passes that step's checks, as `explain` and `replay` show it. Thorough means each step, and all checks up
 * to it.
 */
async function verifySteps(chapter: Chapter, isThorough: boolean): Promise<Finding[]> {
  const checks = await checksOf(chapter);
  const findings: Finding[] = [];
  const lender = new Lender();
  try {
    const steps = chapter.steps.slice(0, -1);
    for (const { number } of isThorough ? steps : shareOf(steps, partsOfSteps)) {
      const own = checks.filter(({ step }) => (isThorough ? step <= number : step === number));
      const results = await withFolder(solutionAt(chapter, number), (src) =>
        // In the order in which a learner at this step gets them.
        runChecks(own, src, undefined, { lender, first: number }),
      );
      const failed = results.find(({ failure }) => failure !== undefined);
      if (failed?.failure === undefined) continue;
      const problem = `with the steps up to ${number} solved, "${failed.name}" fails: ${renderFailure(failed.failure)}`;
      findings.push({ place: `solutions/${chapter.slug}/source`, problem });
    }
  } finally {
    await lender.end();
  }
  return findings;
}
