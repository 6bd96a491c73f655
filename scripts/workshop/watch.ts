import pc from 'picocolors';
import { boardOf } from './board.ts';
import type { Chapter } from './chapters.ts';
import { isBroken } from './checked-chapter.ts';
import { differenceOf, differenceView, noDifference, openStepOf, whoseLines } from './difference.ts';
import { lockOf } from './graded/lock.ts';
import { hintFor } from './hint-view.ts';
import { outcomeView } from './outcome-view.ts';
import { wrap } from './prose.ts';
import { resetChapter } from './reset.ts';
import { rulesView, verdictView } from './steps-view.ts';
import type { Terminal } from './terminal.ts';
import { examineVariation } from './variation/examine.ts';
import { variationView } from './variation/view.ts';
import { watchFolder } from './watcher.ts';
import { stillStarting, type Workshop } from './workshop.ts';

const legend = ['n next', 'h hint', 'd diff', 'l list', 'x reset', 'q quit']
  .map((entry) => `${pc.bold(entry[0]!)}${entry.slice(1)}`)
  .join('   ');

/** Checks a chapter whenever it is saved, and reacts to single keys. It never goes on to the next chapter by itself. */
export class Watch {
  readonly #workshop: Workshop;
  readonly #terminal: Terminal;
  #chapter: Chapter;
  #unwatch: () => void = () => {};
  #isBusy = false;
  #isStale = false;
  #checking = new AbortController();
  #quit: () => void = () => {};
  /** Stays on the screen until the next key: a check redraws it at any time. */
  #notice = '';
  #asksToReset = false;
  #shown = '';

  constructor(workshop: Workshop, terminal: Terminal, chapter: Chapter) {
    this.#workshop = workshop;
    this.#terminal = terminal;
    this.#chapter = chapter;
  }

  /** Resolves when the learner quits. */
  async run(): Promise<void> {
    const quit = new Promise<void>((resolve) => {
      this.#quit = resolve;
    });
    const stopKeys = this.#terminal.onKey((key) => void this.press(key));
    this.#follow(this.#chapter);
    await quit;
    this.#unwatch();
    stopKeys();
  }

  async press(key: string): Promise<void> {
    const isConfirmed = this.#asksToReset && key === 'x';
    this.#notice = '';
    this.#asksToReset = false;
    if (key === 'q' || key === '\u0003') this.#quit();
    else if (key === 'n') this.#next();
    else if (key === 'h') await this.#hint();
    else if (key === 'd') this.#show(this.#difference());
    else if (key === 'l') this.#show(boardOf(this.#workshop.standings()));
    else if (key === 'x') this.#reset(isConfirmed);
  }

  #follow(chapter: Chapter): void {
    this.#unwatch();
    this.#chapter = chapter;
    this.#unwatch = watchFolder(chapter.src, () => void this.#check());
    void this.#check();
  }

  /** A save during a check makes its result useless: the check ends, and the next one starts. */
  async #check(): Promise<void> {
    this.#isStale = true;
    this.#checking.abort();
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const chapter = this.#chapter;
        this.#checking = new AbortController();
        const { signal } = this.#checking;
        const show = (view: string) => {
          if (!signal.aborted) this.#show(view);
        };
        let hasVerdict = false;
        const checked = await this.#workshop.check(chapter, {
          signal,
          onSlowStart: () => hasVerdict || show(stillStarting),
          onRules: (step) => show(rulesView(step)),
          onStep: (step, now) => {
            if (hasVerdict || isBroken(now.results) || chapter.unit === 'section') return;
            show(verdictView(chapter, step, now, this.#terminal.width));
            hasVerdict = true;
          },
        });
        const outcome = outcomeView(chapter, checked, this.#workshop.after(chapter), this.#terminal.width);
        show(outcome);
        const examined = await examineVariation(this.#workshop.progress, chapter, checked, signal);
        if (examined !== undefined) show([outcome, variationView(chapter, examined, this.#terminal.width)].join('\n'));
      }
    } catch (error) {
      this.#show(pc.red((error as Error).message));
    } finally {
      this.#isBusy = false;
    }
  }

  #next(): void {
    const next = this.#workshop.after(this.#chapter);
    if (next === undefined) this.#show('That was the last chapter.');
    else this.#follow(next);
  }

  /** Which step it is for, its checks say. */
  async #hint(): Promise<void> {
    if (this.#chapter.unit !== 'section') this.#show(pc.dim(`Checking chapter ${this.#chapter.number} …`));
    this.#show(await hintFor(this.#workshop, this.#chapter, this.#terminal.width));
  }

  #difference(): string {
    const locked = lockOf(this.#workshop.progress, this.#chapter);
    if (locked !== undefined) return locked;
    const step = openStepOf(this.#chapter, this.#workshop.progress.of(this.#chapter).passed);
    const patches = differenceOf(this.#chapter, step).map(differenceView);
    if (patches.length === 0) return noDifference(step);
    return [wrap(whoseLines(step), this.#terminal.width), ...patches].join('\n\n');
  }

  #reset(isConfirmed: boolean): void {
    const { number } = this.#chapter;
    if (!isConfirmed) {
      this.#asksToReset = true;
      this.#notice = `Press x again to go back to the starter of chapter ${number}. Your work will be saved.`;
    } else {
      const name = resetChapter(this.#chapter);
      this.#notice =
        name === undefined
          ? `Chapter ${number} is the starter.`
          : `Chapter ${number} is the starter again. To get your work back: npm run reset ${number} ${name}`;
    }
    this.#show(this.#shown);
  }

  #show(text: string): void {
    this.#shown = text;
    const lines = [text, ...(this.#notice ? [pc.bold(this.#notice), ''] : [])];
    // Without a keyboard, there is nothing to press: a log would repeat it for every save.
    const keys = this.#terminal.isInteractive ? [legend] : [];
    this.#terminal.redraw([...lines, pc.dim(`Watching chapters/${this.#chapter.slug}/src`), ...keys].join('\n'));
  }
}
