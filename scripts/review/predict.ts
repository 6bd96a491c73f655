import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../workshop/chapters.ts';
import type { SentRequest } from '../workshop/check/failure-parts.ts';
import { drawTrace } from '../workshop/trace-lines.ts';
import { AskedProgram } from './predict/asked-program.ts';
import { type Prediction, predictionsOf } from './predict/prediction.ts';
import { judge } from './predict/verdict.ts';
import { type Question, type Task, taskId, type UseProgram } from './task.ts';

/** The questions that the chapter's README asks. The answer is what the program does. */
export function predictTasks(chapter: Chapter, useProgram: UseProgram): Task[] {
  const readme = join(chapter.folder, 'README.md');
  const predictions = existsSync(readme) ? predictionsOf(readFileSync(readme, 'utf8')) : [];
  return predictions.map((prediction) => ({
    // Not its place: another question may be asked before it in the next version.
    id: taskId(chapter, 'predict', createHash('sha256').update(prediction.question).digest('hex').slice(0, 8)),
    kind: 'predict',
    chapter,
    pose: async () => questionOf(prediction, useProgram),
  }));
}

function questionOf({ question, before, request, options, judge: what }: Prediction, useProgram: UseProgram): Question {
  return {
    text: question,
    code: [...before.map((first) => `first  ${lineOf(first)}`), lineOf(request)].join('\n'),
    asks: [{ text: 'The trace decides.', options }],
    judge: ([answer]) =>
      useProgram(async (src) => {
        const program = new AskedProgram(src);
        try {
          for (const first of before) await program.trace(first);
          const trace = await program.trace(request);
          const verdict = judge(trace, what);
          return {
            verdict: verdict.answer === answer ? 'right' : 'missed',
            text: `The program says \`${verdict.answer}\`: look at ${verdict.where}.`,
            evidence: drawTrace(trace),
            right: [verdict.answer],
          };
        } finally {
          await program.end();
        }
      }),
  };
}

/** `GET /me`, its body, and below it the headers that matter. */
export function lineOf({ method, path, headers, body }: SentRequest): string {
  const shown = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return [
    `${method} ${path}${body === undefined ? '' : ` ${body}`}`,
    ...shown.map(([name, value]) => `       ${name}: ${value}`),
  ].join('\n');
}
