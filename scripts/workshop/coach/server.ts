import { readFileSync } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { type Coach, rulesFile } from './coach.ts';

const chapter = z
  .string()
  .max(40)
  .optional()
  .describe('Such as "5", "05" or "05-injection". The first unfinished chapter if it is left out.');
const forChapter = z.strictObject({ chapter });
const nothing = z.strictObject({});

/** The tools of the coach. None of them runs a command, reads a path or evaluates code that the client sends. */
export function createCoachServer(coach: Coach): McpServer {
  const rules = readFileSync(rulesFile, 'utf8');
  const server = new McpServer({ name: 'trellis-coach', version: '1.0.0' }, { instructions: rules });

  // One after another: two checks of the same chapter would compete for its progress.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = async (work: () => string | Promise<string>) => {
    const text = turn.then(work);
    turn = text.catch(() => {});
    return { content: [{ type: 'text' as const, text: await text }] };
  };
  const tool = <Schema extends z.ZodObject>(
    name: string,
    description: string,
    inputSchema: Schema,
    work: (input: z.infer<Schema>, signal: AbortSignal) => string | Promise<string>,
  ) => {
    // Typed for any schema: the input is what the schema has let through.
    const call = (input: z.infer<Schema>, { mcpReq }: { mcpReq: { signal: AbortSignal } }) =>
      inTurn(() => work(input, mcpReq.signal));
    server.registerTool(name, { description, inputSchema }, call as never);
  };

  tool(
    'where_am_i',
    'The chapter and step the learner is at, the result of the last check, and the section to read. Start here.',
    forChapter,
    (input) => coach.whereAmI(input.chapter ?? ''),
  );
  tool(
    'run_check',
    "Checks the learner's code, step by step, and shows the first failure. Takes a few seconds.",
    forChapter,
    (input, signal) => coach.runCheck(input.chapter ?? '', signal),
  );
  tool(
    'explain_failure',
    'The parts of the first failure as JSON: the request, what was received and expected, likely causes, what to read.',
    forChapter,
    (input, signal) => coach.explainFailure(input.chapter ?? '', signal),
  );
  tool(
    'next_hint',
    'One more hint for the first step that fails: a question, then where to look, then nearly the code. The learner must change the code before the next one.',
    forChapter,
    (input, signal) => coach.nextHint(input.chapter ?? '', signal),
  );
  tool(
    'last_trace',
    "How the last request went through the learner's running program: route, middlewares, queries, response.",
    nothing,
    () => coach.lastTrace(),
  );
  tool(
    'search_docs',
    'Searches the chapters, the guide and the reference. Returns sections with their files.',
    z.strictObject({ query: z.string().min(1).max(200) }),
    ({ query }) => coach.searchDocs(query),
  );
  tool(
    'our_version',
    'Our code of a step and why it is written that way, after the step and those before it have passed.',
    z.strictObject({ chapter, step: z.int().min(1).max(20) }),
    (input) => coach.ourVersion(input.chapter ?? '', input.step),
  );
  tool('start_review', 'Starts a review of finished chapters: five short tasks. Returns the first one.', nothing, () =>
    coach.startReview(),
  );
  tool(
    'answer_review',
    "The learner's answer to the open review task, one string for each question: a letter, a line number, or for a repair an empty string. Returns the verdict and the next task.",
    z.strictObject({ answers: z.array(z.string().max(200)).max(4) }),
    ({ answers }) => coach.answerReview(answers),
  );
  server.registerPrompt('coach', { description: 'How to coach a learner through this workshop.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: rules } }],
  }));
  return server;
}

/** Longer messages are refused; a client has no reason to send them. */
const longestMessage = 1_000_000;

/** Serves until the input ends. */
export function serveCoach(coach: Coach, input: Readable, output: Writable): Promise<void> {
  const refuse = (code: number, message: string) =>
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  const messages = new PassThrough();
  const transport = new StdioServerTransport(messages, output);
  serveStdio(() => createCoachServer(coach), { transport, onerror: () => refuse(-32600, 'Invalid Request') });
  return new Promise((resolve) => {
    let line = '';
    input.setEncoding('utf8').on('data', (text: string) => {
      const [first = '', ...rest] = text.split('\n');
      if (line.length <= longestMessage) line += first;
      for (const next of rest) {
        // The transport would skip it silently, and the client would wait for a response.
        if (line.length > longestMessage || !isJson(line)) refuse(-32700, 'Parse error');
        else messages.write(`${line}\n`);
        line = next;
      }
    });
    input.once('close', resolve).once('end', resolve);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
