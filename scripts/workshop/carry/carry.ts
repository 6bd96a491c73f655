import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../chapters.ts';
import { failedIn, isBroken } from '../checked-chapter.ts';
import { hashOf } from '../progress.ts';
import { saveWork } from '../reset.ts';
import { readFiles, starterOf } from '../starters.ts';
import { asRecord, readState, writeState } from '../state-file.ts';
import { passesVariation } from '../variation/examine.ts';
import type { Workshop } from '../workshop.ts';
import { type Aftermath, examineMerged } from './aftermath.ts';
import type { Side } from './marks.ts';
import type { FileFate } from './merge-trees.ts';
import { carriedInto, isMarked, NotCarried, namesOf, originsOf, settledAs } from './origin.ts';
import { type Content, isSameTree, readTree, type Tree, writeTree } from './tree.ts';

/** What `npm run carry` has done, and what it has found. */
export interface CarryOutcome {
  readonly chapter: Chapter;
  readonly origins: readonly Chapter[];
  /** Empty if the merge was made earlier, and this only looks at the result. */
  readonly fates: readonly FileFate[];
  /** Origins that aren't finished: our files replace the learner's. */
  readonly substituted: readonly Chapter[];
  readonly left: readonly string[];
  /** The name that brings back what was there before. */
  readonly saved?: string | undefined;
  /** The files with open conflicts. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** The origins whose checks have run on the result. */
  readonly examined: readonly Chapter[];
  /** Undefined as long as there are conflicts: such a program can't start. */
  readonly aftermath?: Aftermath;
  /** Whether what the learner has built for the variation of the origin works in this chapter, too. Only if it had the star. */
  readonly keepsVariation?: boolean;
}

/** Carries the learner's own code into a chapter. If that has begun and conflicts are left, it looks at those instead. */
export class Carry {
  readonly #workshop: Workshop;
  readonly #chapter: Chapter;
  readonly #origins: readonly Chapter[];

  constructor(workshop: Workshop, chapter: Chapter) {
    this.#workshop = workshop;
    this.#chapter = chapter;
    this.#origins = originsOf(chapter, workshop.chapters);
  }

  async run(onChecks: () => void = () => {}): Promise<CarryOutcome> {
    if (this.#isOpen()) return this.#outcome({}, onChecks);
    const own = await this.#finished();
    const substituted = this.#origins.filter((origin) => !own.includes(origin));
    const { tree, fates, left } = carriedInto(this.#chapter, this.#origins, own);
    if (fates.every(({ fate }) => fate === 'taken out')) throw new NotCarried(nothingNew(this.#chapter, own, fates));
    const isThere = existsSync(this.#chapter.src) && isSameTree(readTree(this.#chapter.src).tree, tree);
    const saved = isThere ? undefined : saveWork(this.#chapter);
    if (!isThere) this.#write(tree, saved);
    this.#remember([...tree.values()].some(isMarked));
    return this.#outcome({ fates, substituted, left, saved }, onChecks);
  }

  /** Takes one side of the conflicts in a file, or of the whole file if it has none. Without a file, of all conflicts. */
  async take(side: Side, word: string, onChecks: () => void = () => {}): Promise<CarryOutcome> {
    const { tree } = readTree(this.#chapter.src);
    const open = [...tree].filter(([, content]) => isMarked(content)).map(([name]) => name);
    if (word === '' && open.length === 0)
      throw new NotCarried(`Chapter ${this.#chapter.number} has no open conflicts.`);
    const names = word === '' ? open : [this.#fileNamed(word, tree, open)];
    const isSettling = names.every((name) => open.includes(name));
    const saved = isSettling ? undefined : saveWork(this.#chapter);
    for (const name of names) {
      const content = isSettling ? settledAs(side, this.#chapter, name, tree.get(name)!) : this.#version(side, name);
      if (content === undefined) tree.delete(name);
      else tree.set(name, content);
    }
    this.#write(tree, saved);
    return this.#outcome({ saved }, onChecks);
  }

  /** Conflicts are in the files, or were there and have been settled by hand since. */
  #isOpen(): boolean {
    if (!existsSync(this.#chapter.src)) return false;
    const { tree } = readTree(this.#chapter.src);
    if ([...tree.values()].some(isMarked)) return true;
    const isKnown = asRecord(readState(this.#stateFile)[this.#chapter.slug.slice(3)]).isOpen === true;
    return isKnown && !isSameTree(tree, starterOf(this.#chapter));
  }

  async #outcome(parts: Partial<CarryOutcome>, onChecks: () => void): Promise<CarryOutcome> {
    const marked = [...readTree(this.#chapter.src).tree].filter(([, content]) => isMarked(content));
    const conflicts = new Map(marked.map(([name, content]) => [name, String(content)]));
    const outcome = {
      chapter: this.#chapter,
      origins: this.#origins,
      fates: [],
      substituted: [],
      left: [],
      examined: [],
      ...parts,
      conflicts,
    };
    if (conflicts.size > 0) return outcome;
    onChecks();
    const examined = this.#origins.length === 1 ? this.#origins : this.#origins.filter((one) => this.#isFinished(one));
    const aftermath = await examineMerged(this.#chapter, examined);
    if (aftermath.failed.length === 0) this.#remember(false);
    const [origin] = this.#origins;
    const isAlone = this.#origins.length === 1 && aftermath.failed.length === 0;
    if (!isAlone || origin === undefined || !this.#workshop.progress.hasStar(origin))
      return { ...outcome, examined, aftermath };
    // Not part of the checks: the new chapter may change what the variation is about.
    const keepsVariation = await passesVariation(origin, this.#chapter.src);
    return { ...outcome, examined, aftermath, keepsVariation };
  }

  /** The origins with a finished program of the learner. If it is the only one, it has to be. */
  async #finished(): Promise<Chapter[]> {
    const own: Chapter[] = [];
    for (const origin of this.#origins) {
      const problem = await this.#problemOf(origin);
      if (problem === undefined) own.push(origin);
      else if (this.#origins.length === 1) throw new NotCarried(`${problem}\nNothing was changed.`);
    }
    if (own.length > 0) return own;
    throw new NotCarried(
      `None of ${namesOf(this.#origins)} is finished, so there isn't any code to carry. Nothing was changed.`,
    );
  }

  async #problemOf(origin: Chapter): Promise<string | undefined> {
    const { number, steps } = origin;
    const shows = `npm test ${number} shows it.`;
    if (!existsSync(origin.src))
      return `chapters/${origin.slug}/src is missing. To get the starter: npm run reset ${number}`;
    // Nobody has to wait for checks that can't pass.
    const isUntouched = isSameTree(readTree(origin.src).tree, starterOf(origin));
    if (isUntouched)
      return `Chapter ${number} is still the starter: finish it first, or take ours with npm run chapter ${this.#chapter.number}.`;
    if (this.#isFinished(origin)) return undefined;
    const { results, typeErrors } = await this.#workshop.check(origin);
    const failed = failedIn(results);
    const title = steps.find((step) => step.number === failed?.step)?.title;
    if (isBroken(results)) return `Your program of chapter ${number} doesn't start. ${shows}`;
    if (failed !== undefined)
      return `Chapter ${number} isn't finished: step ${failed.step}, "${title}", doesn't pass yet. ${shows}`;
    return typeErrors.length === 0 ? undefined : `Your code of chapter ${number} has type errors. ${shows}`;
  }

  /** Whether all steps passed when this very code was checked last. */
  #isFinished(origin: Chapter): boolean {
    const { hash, steps, obstacle } = this.#workshop.progress.of(origin);
    if (obstacle !== undefined || hash !== hashOf(readFiles(origin.src))) return false;
    return origin.steps.length > 0 && origin.steps.every(({ number }) => steps[number]);
  }

  #fileNamed(word: string, tree: Tree, open: readonly string[]): string {
    const path = word.replaceAll('\\', '/').replace(/^\.\//, '');
    const name = path.replace(`chapters/${this.#chapter.slug}/`, '').replace(/^src\//, '');
    const isKnown =
      tree.has(name) || this.#version('mine', name) !== undefined || this.#version('starter', name) !== undefined;
    if (isKnown) return name;
    const advice = open.length === 0 ? '' : ` These have conflicts: ${open.map((each) => `src/${each}`).join(', ')}.`;
    throw new NotCarried(`Chapter ${this.#chapter.number} has no file ${word}.${advice}`);
  }

  #version(side: Side, name: string): Content | undefined {
    if (side === 'starter') return starterOf(this.#chapter).get(name);
    const own = this.#origins.filter((origin) => existsSync(origin.src));
    return carriedInto(this.#chapter, this.#origins, own).mine.get(name);
  }

  #write(tree: Tree, saved: string | undefined): void {
    try {
      writeTree(this.#chapter.src, tree, this.#workshop.state);
    } catch (error) {
      const reason = (error as Error).message;
      const { number } = this.#chapter;
      const back = saved === undefined ? `npm run reset ${number}` : `npm run reset ${number} ${saved}`;
      throw new NotCarried(`The files can't be written: ${reason}. To get back what was there: ${back}`);
    }
    this.#workshop.progress.forget(this.#chapter);
  }

  get #stateFile(): string {
    return join(this.#workshop.state, 'carried.json');
  }

  #remember(isOpen: boolean): void {
    const state = { ...readState(this.#stateFile), [this.#chapter.slug.slice(3)]: { isOpen } };
    writeState(this.#stateFile, state);
  }
}

function nothingNew({ number, slug }: Chapter, own: readonly Chapter[], fates: readonly FileFate[]): string {
  if (fates.length === 0)
    return `Your code of ${namesOf(own)} is the same as ours, so the starter of chapter ${number} already continues it.`;
  const files = fates.map(({ file }) => `src/${file}`).join(', ');
  return [
    `Chapter ${number} takes out every file that you have changed in ${namesOf(own)}: ${files}.`,
    `There is nothing to carry on. Start with the new starter: npm run chapter ${number}, and read chapters/${slug}/README.md`,
  ].join('\n');
}
