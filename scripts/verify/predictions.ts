import { AskedProgram } from '../review/predict/asked-program.ts';
import { type Prediction, predictionsOf } from '../review/predict/prediction.ts';
import { judge } from '../review/predict/verdict.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { solutionOf } from '../workshop/starters.ts';
import type { Finding } from './finding.ts';

/** The questions of a chapter can be asked, and the solution's own trace gives one of the options. */
export async function verifyPredictions(chapter: Chapter, readme: string): Promise<Finding[]> {
  const place = `chapters/${chapter.slug}/README.md`;
  let predictions: Prediction[];
  try {
    predictions = predictionsOf(readme);
  } catch (error) {
    return [{ place, problem: (error as Error).message }];
  }
  if (predictions.length === 0) return [];
  return withFolder(solutionOf(chapter), (src) => askAll(place, src, predictions));
}

async function askAll(place: string, src: string, predictions: Prediction[]): Promise<Finding[]> {
  const asked = new AskedProgram(src);
  const findings: Finding[] = [];
  try {
    for (const prediction of predictions) {
      const problem = await problemOf(asked, prediction).catch(
        (error: Error) => `it cannot be asked: ${error.message}`,
      );
      if (problem !== undefined) findings.push({ place: `${place}:${prediction.line}`, problem });
    }
  } finally {
    await asked.end();
  }
  return findings;
}

async function problemOf(asked: AskedProgram, { before, request, options, judge: what }: Prediction) {
  for (const first of before) await asked.trace(first);
  const { answer } = judge(await asked.trace(request), what);
  const count = options.filter((option) => option === answer).length;
  if (count === 1) return undefined;
  return `the trace says "${answer}", which appears ${count} times among the options: ${options.join(' | ')}.`;
}
