import { Agent, request } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { Prediction } from '../predict/prediction.ts';
import { requestsIn } from '../site/curl-command.ts';
import { failureView } from '../site/failure-view.ts';
import { traceView } from '../site/x-ray-view.ts';
import type { Chapter } from '../workshop/chapters.ts';
import type { SentRequest } from '../workshop/check/failure.ts';
import { type CheckedChapter, stateOf } from '../workshop/checked-chapter.ts';
import { Runner } from '../workshop/runner.ts';
import { type Files, writeFiles } from '../workshop/starters.ts';
import type { TraceEvent } from '../workshop/trace-lines.ts';
import { stillStarting, Workshop } from '../workshop/workshop.ts';
import { attackText, differencePart, predictionPart } from './inspection.ts';
import { readFileSync } from './node/fs.ts';

/** What a page hears about its chapter. */
export type Tell = (event: { readonly type: string } & Record<string, unknown>) => void;

export type Question =
  | { readonly about: 'difference' }
  | { readonly about: 'attack'; readonly name: string }
  | { readonly about: 'prediction'; readonly prediction: Prediction; readonly choice: string };

const nothing: CheckedChapter = { results: [], typeErrors: [], current: undefined, before: [] };

/** The learner's work on one chapter: what `npm run chapter`, `npm test` and a terminal with `curl` do with it. */
export class Learning {
  readonly #workshop = new Workshop('/trellis');
  readonly #chapter: Chapter;
  readonly #tell: Tell;
  #checked = nothing;
  #trouble = '';
  #run: { abort: AbortController; ended: Promise<void> } | undefined;

  constructor(slug: string, files: Files, tell: Tell) {
    this.#chapter = this.#workshop.chapter(slug.slice(0, 2));
    this.#tell = tell;
    this.save(files);
    this.#tellSteps('idle');
  }

  /** Runs the program, and again after each save. */
  async start(): Promise<void> {
    const chapter = this.#chapter;
    const print = (text: string) => this.#tell({ type: 'printed', text: stripVTControlCharacters(text) });
    const onTraces = (traces: readonly TraceEvent[]) => {
      for (const trace of traces)
        this.#tell({ type: 'trace', trace: traceView({ ...trace, key: '' }, undefined).toString() });
    };
    await new Runner({ chapter, src: chapter.src, print, onTraces }).start();
  }

  save(files: Files): void {
    writeFiles(this.#chapter.src, files);
  }

  /** Starts over if the checks are running already: the code has changed since. */
  async check(): Promise<void> {
    const previous = this.#run;
    const abort = new AbortController();
    const run = { abort, ended: Promise.resolve() };
    this.#run = run;
    previous?.abort.abort();
    await previous?.ended;
    if (abort.signal.aborted) return;
    run.ended = this.#runChecks(abort.signal);
    await run.ended;
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#tellSteps('idle');
    this.#tell({ type: 'progress', text: readFileSync('/trellis/.workshop/progress.json', 'utf8') });
  }

  /** A part of the page, as markup; the output of an attack as text. */
  async ask(question: Question): Promise<string> {
    if (question.about === 'difference') return differencePart(this.#chapter).toString();
    if (question.about === 'attack') return attackText(this.#chapter, question.name);
    return (await predictionPart(this.#chapter, question.prediction, question.choice)).toString();
  }

  async #runChecks(signal: AbortSignal): Promise<void> {
    const { results: old } = this.#checked;
    this.#tellSteps('running');
    try {
      const done = await this.#workshop.check(this.#chapter, {
        signal,
        onSlowStart: () => this.#tellSteps('running', stillStarting),
        onStep: (_, now) => {
          if (signal.aborted) return;
          const others = old.filter(({ step }) => now.results.every((result) => result.step !== step));
          this.#checked = { ...now, results: [...now.results, ...others] };
          this.#tellSteps('running');
        },
      });
      if (!signal.aborted) this.#checked = done;
      this.#trouble = '';
    } catch (error) {
      this.#trouble = (error as Error).message;
    }
  }

  #tellSteps(activity: 'running' | 'idle', note = ''): void {
    const stored = this.#workshop.progress.of(this.#chapter);
    const states = this.#chapter.steps.map(({ number }) => {
      const own = this.#checked.results.filter(({ step }) => step === number);
      const state = own.length > 0 ? stateOf(this.#checked, number) : stored.steps[number] ? 'passed' : 'open';
      const failed = state === 'failed' ? own.find(({ failure }) => failure !== undefined) : undefined;
      return {
        ...{ step: number, state, hasPassed: state === 'passed' || stored.passed.includes(number) },
        // A request can be sent again from the panel; a comparison with the solution needs the repository.
        ...(failed && { detail: failureView(this.#chapter, { ...failed, exchange: undefined }).toString() }),
        ...(number === 1 && this.#trouble && { trouble: this.#trouble }),
      };
    });
    this.#tell({ type: 'steps', activity, note, states });
  }
}

/** Sends the requests of a block of `curl` commands, and resolves to what `curl` would print. */
export async function sendCommands(block: string): Promise<string> {
  const commands = block.split('\n').filter((line) => line.trim() !== '');
  const printed: string[] = [];
  for (const command of commands) {
    const [asked] = requestsIn(command) ?? [];
    if (asked === undefined) throw new Error(`Only curl commands with -i, -X, -H and -d can be sent here: ${command}`);
    const port = Number(/localhost:(\d+)/.exec(command)?.[1] ?? 80);
    printed.push(await send(port, asked, /\s-s?[iI]/.test(command)));
  }
  return printed.join('\n');
}

function send(port: number, { method, path, headers, body }: SentRequest, withHead: boolean): Promise<string> {
  // Not closed by the client, as a connection of curl: the response says so.
  const agent = new Agent({ keepAlive: true });
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const own = { Host: `localhost:${port}`, 'User-Agent': 'curl/8.5.0', Accept: '*/*' };
  return new Promise<string>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { ...own, ...headers, ...length } },
      (response) => {
        const lines = [`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`];
        for (let index = 0; index < response.rawHeaders.length; index += 2)
          lines.push(`${response.rawHeaders[index]}: ${response.rawHeaders[index + 1]}`);
        let text = withHead ? `${lines.join('\n')}\n\n` : '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text = (text + part).slice(0, 100_000);
        });
        response.once('error', reject).once('end', () => resolve(text));
      },
    );
    sent.setTimeout(10_000, () => sent.destroy(new Error('curl: (28) The program has not responded for 10 seconds')));
    sent.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ECONNREFUSED' ? refused(port) : error));
    sent.end(body);
  }).finally(() => agent.destroy());
}

function refused(port: number): Error {
  return new Error(`curl: (7) Failed to connect to localhost port ${port}. The output shows why no program listens.`);
}
