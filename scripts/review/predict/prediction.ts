import type { SentRequest } from '../../workshop/check/failure-parts.ts';
import { fencesOf } from '../../workshop/markdown.ts';

/** A question that a chapter asks before it shows the answer, which comes from the trace of the learner's program. */
export interface Prediction {
  readonly question: string;
  /** Sent first, so that there is something to ask about: a user, a login. */
  readonly before: readonly SentRequest[];
  readonly request: SentRequest;
  readonly options: readonly string[];
  /** Which part of the trace decides, for example `status` or `middleware 2`. */
  readonly judge: string;
  /** The line of its fence in the Markdown. */
  readonly line: number;
}

const requestLine = /^(First )?(GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD) (\S+)(?:\s+(.+))?$/;
const headerLine = /^([A-Za-z][\w-]*): (.+)$/;
const optionLine = /^\( \) (.+)$/;
const judgeLine = /^The trace decides: (.+)$/;

/** The questions of a chapter, in order. Throws if one of them is malformed. */
export function predictionsOf(markdown: string): Prediction[] {
  return fencesOf(markdown)
    .filter(({ language }) => language === 'predict')
    .map(({ content, line }) => readPrediction(content, line));
}

export function readPrediction(content: string, line = 0): Prediction {
  const words: string[] = [];
  const requests: (SentRequest & { isFirst: boolean })[] = [];
  const options: string[] = [];
  let judge = '';
  for (const text of content.split('\n').map((raw) => raw.trim())) {
    const [, first, method, path, body] = requestLine.exec(text) ?? [];
    const [, option] = optionLine.exec(text) ?? [];
    const [, decides] = judgeLine.exec(text) ?? [];
    const [, name, value] = headerLine.exec(text) ?? [];
    if (method !== undefined) {
      const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      requests.push({ isFirst: first !== undefined, method, path: path!, headers, ...(body && { body }) });
    } else if (option !== undefined) options.push(option);
    else if (decides !== undefined) judge = decides;
    else if (name !== undefined && requests.length > 0 && options.length === 0) requests.at(-1)!.headers[name] = value!;
    else if (text !== '') words.push(text);
  }
  const sent = requests.filter(({ isFirst }) => !isFirst).map(({ isFirst: _, ...request }) => request);
  const before = requests.filter(({ isFirst }) => isFirst).map(({ isFirst: _, ...request }) => request);
  const problem =
    words.length === 0
      ? 'it asks nothing'
      : sent.length !== 1
        ? `it has ${sent.length} requests and needs one; those that prepare it begin with "First"`
        : options.length < 2
          ? 'it needs at least two options: lines that begin with "( )"'
          : judge === '' && 'it needs a line "The trace decides: …"';
  if (problem) throw new Error(`A predict block cannot be read: ${problem}.`);
  return { question: words.join(' '), before, request: sent[0]!, options, judge, line };
}
