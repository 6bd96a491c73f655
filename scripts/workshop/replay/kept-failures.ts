import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../chapters.ts';
import type { CheckResult } from '../check/run.ts';
import type { Story } from '../check/tape.ts';

/** The first check of a chapter that failed, and what led to it. */
export interface KeptFailure {
  readonly step: number;
  readonly name: string;
  readonly problem: string;
  /** Undefined if the check failed before it sent anything. */
  readonly story?: Story;
}

const version = 2;
const mostBytes = 2 * 1024 * 1024;

/** In `.workshop/replay`, one file per chapter. */
export class KeptFailures {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'replay');
  }

  /** Stores the first failure of a run of checks, or removes the previous one if nothing failed. */
  keep(chapter: Chapter, results: readonly CheckResult[]): void {
    const failed = results.find(({ failure }) => failure !== undefined);
    if (failed === undefined) {
      this.forget(chapter);
      return;
    }
    const { step, name, failure, story } = failed;
    const kept = { version, step, name, problem: failure!.problem };
    const whole = JSON.stringify({ ...kept, story });
    const file = this.#file(chapter);
    mkdirSync(this.#folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, whole.length <= mostBytes ? whole : JSON.stringify(kept), { mode: 0o600 });
    renameSync(draft, file);
  }

  of(chapter: Chapter): KeptFailure | undefined {
    const file = this.#file(chapter);
    if (!existsSync(file)) return undefined;
    try {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptFailure & { version: number };
      return kept.version === version ? kept : undefined;
    } catch {
      // Truncated or edited: the next check writes it again.
      return undefined;
    }
  }

  forget(chapter: Chapter): void {
    rmSync(this.#file(chapter), { force: true });
  }

  /** Without the number: chapters may be renumbered. */
  #file({ slug }: Chapter): string {
    return join(this.#folder, `${slug.slice(3)}.json`);
  }
}
