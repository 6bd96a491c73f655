import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maskJson } from '../../framework/trace/masks.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import type { Exchange } from '../workshop/check/exchange.ts';
import { Run } from '../workshop/check/run.ts';
import { maskedRequest } from '../workshop/replay/replay.ts';
import { solutionOf } from '../workshop/starters.ts';
import { drawTrace } from '../workshop/trace-lines.ts';
import type { TraceEvent } from '../workshop/xray/trace-event.ts';
import { judge } from './predict/verdict.ts';
import { lineOf } from './predict.ts';
import { mixed, type Question, type Task, taskId, type UseProgram } from './task.ts';

interface Aspect {
  /** The name of the judge in `verdict.ts` that decides the question. */
  readonly judge: string;
  readonly ask: string;
  /** Wrong options for this request, the likely ones first; it may repeat the right one. */
  others(trace: TraceEvent, answer: string): string[];
  /** Whether the chapter has anything to ask about, judging by its code and its checks. */
  isIn(code: string): boolean;
}

const middlewaresIn = ({ steps }: TraceEvent) =>
  steps.filter(({ kind }) => kind === 'middleware').map(({ name }) => name);

const aspects: Readonly<Record<string, Aspect>> = {
  status: {
    judge: 'status',
    ask: 'Which status does the last request get?',
    others: (_, answer) => mixed(['200', '201', '204', '400', '401', '403', '404', '409', '500'], answer),
    isIn: () => true,
  },
  route: {
    judge: 'route',
    ask: 'Which route handles the last request?',
    // If the path and the route are identical, the question would be trivial.
    others: ({ tried, resolution }) =>
      resolution?.kind === 'exact' ? [] : [...tried.routes.map(({ path }) => path), 'none'],
    isIn: (code) => /`\/[\w/-]*\$\{/.test(code),
  },
  queries: {
    judge: 'queries',
    ask: 'How many queries does the last request send to the database?',
    others: (_, answer) =>
      [1, 2, -1, 3]
        .map((more) => Number(answer) + more)
        .filter((count) => count >= 0)
        .map(String),
    isIn: (code) => /\binject\(Database\)/.test(code),
  },
  stopped: {
    judge: 'stopped by',
    ask: 'Which middleware stops the last request?',
    others: (trace) => [...middlewaresIn(trace), 'nobody'],
    isIn: (code) => /\bimplements Middleware\b/.test(code),
  },
};

/** Later checks are long stories with secrets, and Part V has no traces. In chapter 08, every request contains a password. */
const chapters = ['01', '02', '03', '04', '05', '06', '07', '09', '10', '11'];

/** Questions about requests of the chapter's own checks. The requests vary, so there is nothing to memorize. */
export function traceTasks(chapter: Chapter, useProgram: UseProgram): Task[] {
  const file = join(chapter.folder, 'check.test.ts');
  const checks = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!chapters.includes(chapter.number) || !/\.(get|post|put|delete)\(/.test(checks)) return [];
  const code = [checks, ...solutionOf(chapter).values()].join('\n');
  return Object.entries(aspects)
    .filter(([, { isIn }]) => isIn(code))
    .map(([name, aspect]) => ({
      id: taskId(chapter, 'predict', name),
      kind: 'predict',
      chapter,
      pose: () => useProgram((src) => questionOf(chapter, aspect, src)),
    }));
}

/** Runs one check after another, in any order, until one of them has sent a request to ask about. */
async function questionOf(chapter: Chapter, aspect: Aspect, src: string): Promise<Question | undefined> {
  const run = new Run(src, { env: { TRELLIS_TRACE: '1' } });
  try {
    for (const check of mixed(await checksOf(chapter), String(Math.random())).slice(0, mostChecks)) {
      await run.result(check);
      for (const exchange of mixed(run.exchanges, check.name)) {
        const question = askAbout(aspect, exchange, run.exchanges);
        if (question !== undefined) return question;
      }
    }
    return undefined;
  } finally {
    await run.end();
  }
}

const mostChecks = 5;
/** The limits for a story and a body that are still easy to read. */
const longestStory = 5;
const longestRequest = 300;

function askAbout(aspect: Aspect, exchange: Exchange, all: readonly Exchange[]): Question | undefined {
  const { trace } = exchange;
  if (trace === undefined) return undefined;
  const { answer, where } = judge(trace, aspect.judge);
  const wrong = [...new Set(aspect.others(trace, answer))].filter((other) => other !== answer).slice(0, 3);
  const same = all.filter(({ sender }) => sender.join() === exchange.sender.join());
  const story = same.slice(0, same.indexOf(exchange) + 1);
  const lines = story.map((each) => lineOf(maskedRequest(each.request)));
  const isLong = story.length > longestStory || lines.some((line) => line.length > longestRequest);
  if (wrong.length === 0 || isLong || (aspect.judge !== 'route' && !isTold(story, lines))) return undefined;
  const before = lines
    .slice(0, -1)
    .map((line, index) => `${line}\n       → ${story[index]!.status} ${excerpt(story[index]!.content)}`.trimEnd());
  const isAlone = story.length === 1;
  return {
    text: isAlone
      ? 'This request is sent to the finished chapter.'
      : 'These requests are sent to the finished chapter, one after another.',
    code: [...before, lines.at(-1)].join('\n'),
    asks: [{ text: isAlone ? aspect.ask.replace('last ', '') : aspect.ask, options: sorted([answer, ...wrong]) }],
    judge: async ([chosen]) => ({
      verdict: chosen === answer ? 'right' : 'missed',
      text: `The program says \`${answer}\`: look at ${where}.`,
      evidence: drawTrace(trace),
      right: [answer],
    }),
  };
}

/** Whether the outcome follows from what is shown: not from a hidden secret, an unknown row or a planted failure. */
function isTold(story: readonly Exchange[], lines: readonly string[]): boolean {
  const { trace, status } = story.at(-1)!;
  const told = story.slice(0, -1).map(({ content }) => excerpt(content));
  const values = status < 400 ? Object.values(trace?.resolution?.params ?? {}) : [];
  return (
    !lines.at(-1)!.includes('•••') &&
    story.every((each) => each.status > 0 && each.status < 500) &&
    values.every((value) => told.some((content) => content.includes(value)))
  );
}

function excerpt(content: string): string {
  const masked = maskJson(content);
  return masked.length > 120 ? `${masked.slice(0, 120)} …` : masked;
}

function sorted(options: string[]): string[] {
  return options.every((option) => /^\d+$/.test(option))
    ? options.sort((a, b) => Number(a) - Number(b))
    : mixed(options, options.join());
}
