import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { tasksPerSession } from '../review/task.ts';
import { root } from '../workshop/chapters.ts';
import { type Coach, rulesFile } from './coach.ts';

const chapter = z
  .string()
  .max(40)
  .optional()
  .describe('Such as "5", "05" or "05-injection". Leave it out for the first unfinished chapter.');
const step = z.int().min(1).max(20).describe('The number of the step.');
const query = z.string().min(1).max(200).describe('A few words, such as "mass assignment".');
const task = z.int().min(1).max(tasksPerSession).describe('The number of the open task.');
const answers = z
  .array(z.string().max(200))
  .max(4)
  .describe('One string for each question of the task: a letter, a line number, or "" to check a repair.');
const forChapter = z.strictObject({ chapter });
const nothing = z.strictObject({});

/** The work of the tools, one after another: two checks of the same chapter would compete for its progress. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Work that was cancelled while it waited is left out. */
  add<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when nothing is left. */
  async empty(): Promise<void> {
    await this.#last;
  }
}

/** The tools of the coach. None of them runs a command, reads a path or evaluates code that the client sends. */
export function createCoachServer(coach: Coach, queue: Queue): McpServer {
  const rules = readFileSync(rulesFile, 'utf8');
  const server = new McpServer({ name: 'trellis-coach', version: '1.0.0' }, { instructions: rules });
  const tool = <Schema extends z.ZodObject>(
    name: string,
    about: { title: string; description: string; writes?: boolean },
    inputSchema: Schema,
    work: (input: z.infer<Schema>, signal: AbortSignal) => string | Promise<string>,
  ) => {
    const { title, description, writes = false } = about;
    // What is written is the workshop's own memory, never a file of the learner.
    const annotations = { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false };
    const call = async (input: z.infer<Schema>, { mcpReq: { signal } }: { mcpReq: { signal: AbortSignal } }) => {
      const text = await queue
        .add(signal, () => work(input, signal))
        .catch((error: Error) => {
          // Where the repository is on this computer is nobody's business.
          throw new Error(error.message.replaceAll(join(root, '/'), ''));
        });
      return { content: [{ type: 'text' as const, text }] };
    };
    // Typed for any schema: the input is what the schema has let through.
    server.registerTool(name, { title, description, inputSchema, annotations }, call as never);
  };

  tool(
    'where_am_i',
    {
      title: 'Where the learner is',
      description:
        'Shows the chapter and step the learner is working on, which steps passed in the last check, and which section of the chapter to read. Call it first. It runs nothing.',
    },
    forChapter,
    (input) => coach.whereAmI(input.chapter ?? ''),
  );
  tool(
    'run_check',
    {
      title: 'Check the code',
      description:
        "Runs the workshop's checks on the learner's code. Shows which steps pass, and the first failure in full. Call it when the learner has changed something or thinks that a step is done. It takes a few seconds, and longer if the program hangs.",
      writes: true,
    },
    forChapter,
    (input, signal) => coach.runCheck(input.chapter ?? '', signal),
  );
  tool(
    'explain_failure',
    {
      title: 'The parts of the failure',
      description:
        'Returns the first failure as JSON: the request, what was received and expected, the likely causes, and the section to read. Ask the learner what they expected before you tell them a likely cause. Runs the check only if the code has changed since the last one.',
      writes: true,
    },
    forChapter,
    (input, signal) => coach.explainFailure(input.chapter ?? '', signal),
  );
  tool(
    'next_hint',
    {
      title: 'The next hint',
      description:
        'Gives one more hint for the first step that fails. Each step has a few: a question, then where to look, then nearly the code. Ask what the learner has tried first, and call this only if they are stuck. Pass the hint on without adding to it. The next one is available after the learner has changed the code.',
      writes: true,
    },
    forChapter,
    (input, signal) => coach.nextHint(input.chapter ?? '', signal),
  );
  tool(
    'last_trace',
    {
      title: 'The trace of the last request',
      description:
        "Shows how the last request went through the learner's running program: route, middlewares, database queries, response. Let the learner predict it before you show it. The learner has to start the program with npm run chapter and send the request.",
    },
    nothing,
    () => coach.lastTrace(),
  );
  tool(
    'search_docs',
    {
      title: 'Search the documentation',
      description:
        "Searches the workshop's chapters, guide, reference and glossary. Returns the beginning of up to five sections, each with its file and heading. Use it to find the section that the learner should read.",
    },
    z.strictObject({ query }),
    (input) => coach.searchDocs(input.query),
  );
  tool(
    'our_version',
    {
      title: 'Our version of a step',
      description:
        "Shows the workshop's own code for a step as a diff, and why it is written that way, to compare it with the learner's version. It is refused until this step and all steps before it have passed.",
    },
    z.strictObject({ chapter, step }),
    (input) => coach.ourVersion(input.chapter ?? '', input.step),
  );
  tool(
    'start_review',
    {
      title: 'Start a review',
      description:
        'Starts a review, if the learner wants one: five short tasks about chapters that they have finished. Returns the first task. Show it word for word, and let the learner answer.',
      writes: true,
    },
    nothing,
    () => coach.startReview(),
  );
  tool(
    'answer_review',
    {
      title: 'Answer a review task',
      description:
        "Passes on the learner's own answers to the open review task, and returns the verdict and the next task. Never answer for the learner, and don't tell them beforehand which answer is right.",
      writes: true,
    },
    z.strictObject({ task, answers }),
    (input, signal) => coach.answerReview(input.task, input.answers, signal),
  );
  server.registerPrompt('coach', { description: 'How to coach a learner through this workshop.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: rules } }],
  }));
  return server;
}

/** Longer messages are refused; a client has no reason to send them. */
const longestMessage = 1_000_000;

/** Serves until the input ends, and what was under way has been stopped. */
export async function serveCoach(coach: Coach, input: Readable, output: Writable): Promise<void> {
  const refuse = (code: number, message: string) =>
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  const messages = new PassThrough();
  const transport = new StdioServerTransport(messages, output);
  const queue = new Queue();
  const onerror = () => refuse(-32600, 'Invalid Request');
  const server = serveStdio(() => createCoachServer(coach, queue), { transport, onerror });
  let line = '';
  input.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...rest] = text.split('\n');
    if (line.length <= longestMessage) line += first;
    for (const next of rest) {
      // The transport would skip it silently, and the client would wait for a response.
      if (line.length > longestMessage || !isJson(line)) refuse(-32700, 'Parse error');
      else if (line.trim() !== '') messages.write(`${line}\n`);
      line = next;
    }
  });
  await finished(input, { writable: false }).catch(() => {});
  // Cancels every request that is under way.
  await server.close();
  await queue.empty();
}

/** Or a blank line, which is nothing. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim() || 'null');
    return true;
  } catch {
    return false;
  }
}
