/* As much of `node:test` as the framework's test files use. Only the tables know it: programs find a module whose functions throw. */

export interface Result {
  readonly name: string;
  /** What went wrong; undefined if the test has passed. */
  readonly problem?: string;
  readonly isSkipped?: boolean;
}

type Work = (t: TestContext) => unknown;
interface Options {
  readonly skip?: boolean | string;
  readonly timeout?: number;
}

interface Planned {
  readonly name: string;
  readonly options: Options;
  readonly work: Work;
  /** Those of the groups around it, outermost first. */
  readonly groups: readonly Group[];
}

class Group {
  readonly before: (() => unknown)[] = [];
  readonly after: (() => unknown)[] = [];
  readonly beforeEach: (() => unknown)[] = [];
  readonly afterEach: (() => unknown)[] = [];
  isPrepared = false;
}

/** How long a test may take in a busy browser, in milliseconds. */
const patience = 20_000;

const realTimeout = globalThis.setTimeout;

let planned: Planned[] = [];
let groups: Group[] = [new Group()];

type Replacement = (...args: unknown[]) => unknown;

/** Undoes what a test has replaced. */
class Mocks {
  readonly #undo: (() => void)[] = [];

  method(object: Record<string, unknown>, name: string, replacement = object[name] as Replacement): object {
    const own = Object.getOwnPropertyDescriptor(object, name);
    const calls: { arguments: unknown[] }[] = [];
    object[name] = function (this: unknown, ...args: unknown[]) {
      calls.push({ arguments: args });
      return replacement.apply(this, args);
    };
    this.#undo.push(() => (own ? Object.defineProperty(object, name, own) : delete object[name]));
    return { mock: { calls, callCount: () => calls.length, restore: () => this.reset() } };
  }

  /** Timers that never ring. */
  readonly timers = {
    enable: (): void => {
      const held = { ref: () => held, unref: () => held, hasRef: () => false, refresh: () => held, close: () => held };
      globalThis.setTimeout = (() => held) as unknown as typeof setTimeout;
      this.#undo.push(() => Object.assign(globalThis, { setTimeout: realTimeout }));
    },
    reset: (): void => this.reset(),
  };

  reset(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo();
  }
}

export class TestContext {
  readonly name: string;
  readonly mock = new Mocks();
  readonly signal = new AbortController().signal;
  readonly #after: (() => unknown)[] = [];
  readonly #tell: (result: Result) => void;

  constructor(name: string, tell: (result: Result) => void) {
    this.name = name;
    this.#tell = tell;
  }

  after(work: () => unknown): void {
    this.#after.push(work);
  }

  diagnostic(): void {}

  async test(name: string, options: Options | Work, work?: Work): Promise<void> {
    const problem = await problemOf(name, work ?? (options as Work), this.#tell);
    if (problem !== undefined) throw new Error(`${name}: ${problem}`);
  }

  async end(): Promise<void> {
    this.mock.reset();
    for (const work of this.#after.splice(0)) await work();
  }
}

export function test(name: string, options: Options | Work, work?: Work): void {
  const own = typeof options === 'function' ? {} : options;
  planned.push({ name, options: own, work: work ?? (options as Work), groups: [...groups] });
}

export function describe(_name: string, options: Options | (() => void), work?: () => void): void {
  if (typeof options === 'object' && options.skip) return;
  groups.push(new Group());
  (work ?? (options as () => void))();
  groups.pop();
}

export const it = test;
export const suite = describe;
export const before = (work: () => unknown): void => void groups.at(-1)!.before.push(work);
export const after = (work: () => unknown): void => void groups.at(-1)!.after.push(work);
export const beforeEach = (work: () => unknown): void => void groups.at(-1)!.beforeEach.push(work);
export const afterEach = (work: () => unknown): void => void groups.at(-1)!.afterEach.push(work);
export const mock = new Mocks();

export default Object.assign(test, { test, describe, it, suite, before, after, beforeEach, afterEach, mock });

/** Runs what the files that were imported since the last call have planned, one after the other. */
export async function runPlanned(): Promise<Result[]> {
  const results: Result[] = [];
  const tell = (result: Result) => void results.push(result);
  const all = planned;
  [planned, groups] = [[], [new Group()]];
  for (const { name, options, work, groups: around } of all) {
    if (options.skip) tell({ name, isSkipped: true });
    else await problemOf(name, (t) => inGroups(around, () => work(t)), tell);
  }
  for (const group of new Set(all.flatMap(({ groups: around }) => around)))
    for (const work of group.after) await work();
  return results;
}

async function inGroups(around: readonly Group[], work: () => unknown): Promise<void> {
  for (const group of around) {
    if (!group.isPrepared) for (const prepare of group.before) await prepare();
    group.isPrepared = true;
  }
  for (const group of around) for (const prepare of group.beforeEach) await prepare();
  try {
    await work();
  } finally {
    for (const group of around) for (const tidy of group.afterEach) await tidy();
  }
}

async function problemOf(name: string, work: Work, tell: (result: Result) => void): Promise<string | undefined> {
  const t = new TestContext(name, tell);
  let problem: string | undefined;
  try {
    await inTime(Promise.resolve().then(() => work(t)));
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  await inTime(t.end()).catch((error: Error) => {
    problem ??= error.message;
  });
  tell(problem === undefined ? { name } : { name, problem });
  return problem;
}

function inTime(work: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((_, reject) => {
    timer = realTimeout(() => reject(new Error(`not done after ${patience} ms`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
