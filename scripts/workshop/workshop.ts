import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { allChapters, type Chapter, root } from './chapters.ts';
import { checksOf } from './check/collector.ts';
import { type CheckResult, runChecks } from './check/run.ts';
import { findChapter } from './find-chapter.ts';
import { hashOf, Progress } from './progress.ts';
import { readFiles, starterOf } from './starters.ts';
import { lastUrl } from './xray/feed.ts';

/** How far a learner is in one chapter. */
export interface Standing {
  readonly chapter: Chapter;
  readonly done: number;
  readonly total: number;
  /** Whether some checks could not run on this machine. */
  readonly isPartial?: boolean;
}

/** What a command, or the site, shows while the checks run. */
export interface CheckListeners {
  onResult?(result: CheckResult): void;
  /** The program isn't listening after three seconds. */
  onSlowStart?(): void;
  /** Stops the programs and stores nothing, because the code has changed in the meantime. */
  signal?: AbortSignal;
}

/** The line to show in that case. */
export const stillStarting = 'Still starting the program …';

/** The learner's workshop: the chapters, and the progress in each of them. */
export class Workshop {
  readonly chapters: readonly Chapter[];
  readonly progress: Progress;
  /** The folder with everything that the commands remember. */
  readonly state: string;

  constructor(repository = root) {
    this.chapters = allChapters(repository);
    this.state = join(repository, '.workshop');
    this.progress = new Progress(this.state);
  }

  /** The chapter that a word names; without one, the first that is not finished. */
  chapter(word: string): Chapter {
    return word === '' ? this.current() : findChapter(word, this.chapters);
  }

  current(): Chapter {
    const unfinished = this.standings().find(({ done, total }) => done < total);
    const chapter = unfinished?.chapter ?? this.chapters.at(-1);
    if (chapter === undefined) throw new Error('There are no chapters yet.');
    return chapter;
  }

  after(chapter: Chapter): Chapter | undefined {
    return this.chapters[this.chapters.indexOf(chapter) + 1];
  }

  standings(): Standing[] {
    return this.chapters.map((chapter) => {
      const { steps, isPartial } = this.progress.of(chapter);
      const done = chapter.steps.filter(({ number }) => steps[number] === true).length;
      return { chapter, done, total: chapter.steps.length, ...(isPartial && { isPartial }) };
    });
  }

  /** The chapters whose steps have all passed at some time. */
  finished(): Chapter[] {
    return this.chapters.filter((chapter) => {
      const { passed } = this.progress.of(chapter);
      return chapter.steps.length > 0 && chapter.steps.every(({ number }) => passed.includes(number));
    });
  }

  /** Checks the learner's code, and stores the results. */
  async check(chapter: Chapter, { onResult, ...options }: CheckListeners = {}): Promise<CheckResult[]> {
    const shared = { address: lastUrl(chapter), lanes: Math.min(availableParallelism(), 4) };
    const results = await runChecks(await checksOf(chapter), chapter.src, onResult, { ...options, ...shared });
    if (!options.signal?.aborted) this.progress.record(chapter, results);
    return results;
  }

  /** Checks the chapters whose code has changed since they were checked last. An untouched starter needs no run. */
  async refresh(): Promise<void> {
    for (const chapter of this.chapters) {
      const now = hashOf(readFiles(chapter.src));
      if (this.progress.of(chapter).hash === now) continue;
      if (now === hashOf(starterOf(chapter))) this.progress.forget(chapter);
      else await this.check(chapter);
    }
  }
}
