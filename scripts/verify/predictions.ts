import { randomUUID } from 'node:crypto';
import type { Chapter } from '../workshop/chapters.ts';
import type { SentRequest } from '../workshop/check/failure.ts';
import { Keepsakes } from '../workshop/predict/keepsakes.ts';
import { type Prediction, predictionsOf } from '../workshop/predict/prediction.ts';
import { judge } from '../workshop/predict/verdict.ts';
import { Program } from '../workshop/run/program.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { sendRequest, sentHeader } from '../workshop/send-request.ts';
import { solutionOf } from '../workshop/starters.ts';
import type { TraceEvent } from '../workshop/trace-lines.ts';
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
  const asked = new Asked(src);
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

async function problemOf(asked: Asked, { before, request, options, judge: what }: Prediction) {
  for (const first of before) await asked.trace(first);
  const { answer } = judge(await asked.trace(request), what);
  const count = options.filter((option) => option === answer).length;
  if (count === 1) return undefined;
  return `the trace says "${answer}", which appears ${count} times among the options: ${options.join(' | ')}.`;
}

/** The solution, running, and the trace of each request. */
class Asked {
  readonly #keepsakes = new Keepsakes();
  readonly #program: Program;

  constructor(src: string) {
    const env = {
      PORT: '0',
      TRELLIS_TRACE: '1',
      JWT_SECRET: 'a secret for the questions',
      BCRYPT_COST: '4',
      DATABASE_URL: 'memory:',
    };
    this.#program = new Program({ src, env });
  }

  async trace({ method, path, headers, body }: SentRequest): Promise<TraceEvent> {
    const { url } = await this.#program.listening();
    const mark = randomUUID();
    const traced = this.#program.nextTrace((trace) => trace.request.headers[sentHeader] === mark);
    // If the request fails, that is the reason to report.
    traced.catch(() => {});
    const filled = Object.entries(headers).map(([name, value]) => [name, this.#keepsakes.fill(value)]);
    const response = await sendRequest(Number(new URL(url).port), {
      method,
      path: this.#keepsakes.fill(path),
      headers: { ...Object.fromEntries(filled), [sentHeader]: mark },
      ...(body === undefined ? {} : { body: this.#keepsakes.fill(body) }),
    });
    this.#keepsakes.keep(response.headers, response.body);
    return traced;
  }

  async end(): Promise<void> {
    await this.#program.kill();
  }
}
