import type { Chapter } from '../workshop/chapters.ts';
import { keyOf } from '../workshop/progress.ts';
import type { Workshop } from '../workshop/workshop.ts';
import { tasksOf, withOwnProgram } from './deck.ts';
import type { Schedule } from './schedule.ts';
import { chapterKeyOf, type Kind, mixed, type Outcome, type Question, type Task, tasksPerSession } from './task.ts';

/** A task whose turn it is. */
export interface Turn {
  readonly number: number;
  readonly task: Task;
  readonly question: Question;
}

/** Five tasks from finished chapters: those that are due, then new ones, mixed over chapters and kinds. */
export class ReviewSession {
  readonly #workshop: Workshop;
  readonly #schedule: Schedule;
  readonly #decks = new Map<Chapter, Task[]>();
  readonly #asked: Task[] = [];
  readonly #seed = String(Math.random());

  constructor(workshop: Workshop, schedule: Schedule) {
    this.#workshop = workshop;
    this.#schedule = schedule;
  }

  /** Undefined when five were asked, or when there is nothing to ask. `without` leaves out kinds. */
  async next(without: readonly Kind[] = []): Promise<Turn | undefined> {
    const unusable = new Set<string>();
    while (this.#asked.length < tasksPerSession) {
      const task = await this.#choose((other) => !without.includes(other.kind) && !unusable.has(other.id));
      if (task === undefined) return undefined;
      const question = await task.pose();
      if (question === undefined) unusable.add(task.id);
      else return { number: this.#asked.push(task), task, question };
    }
    return undefined;
  }

  /** The time until the task comes back, in milliseconds. Undefined while it isn't decided. */
  record({ task }: Turn, { verdict }: Outcome): number | undefined {
    return verdict === 'open' ? undefined : this.#schedule.record(task.id, verdict === 'right');
  }

  async #choose(isUsable: (task: Task) => boolean): Promise<Task | undefined> {
    const chapters = this.#workshop.finished();
    const fits = (task: Task) => isUsable(task) && this.#fits(task);
    for (const id of this.#schedule.due(chapters)) {
      const chapter = chapters.find((each) => keyOf(each) === chapterKeyOf(id))!;
      const task = (await this.#deck(chapter)).find((each) => each.id === id);
      if (task === undefined) this.#schedule.forget(id);
      else if (fits(task)) return task;
    }
    const known = this.#schedule.known();
    const begun = (chapter: Chapter) => [...known].filter((id) => chapterKeyOf(id) === keyOf(chapter)).length;
    for (const chapter of mixed(chapters, this.#seed).sort((a, b) => begun(a) - begun(b))) {
      const unseen = (await this.#deck(chapter)).filter((task) => !known.has(task.id) && fits(task));
      const counts = (task: Task) => this.#asked.filter(({ kind }) => kind === task.kind).length;
      const [task] = mixed(unseen, this.#seed + this.#asked.length).sort((a, b) => counts(a) - counts(b));
      if (task !== undefined) return task;
    }
    return undefined;
  }

  /** Nothing twice, no bug as two tasks, and one repair at most: it takes as long as the other four. */
  #fits({ id, kind, chapter }: Task): boolean {
    const [, , name] = id.split('/');
    const isRepeated = this.#asked.some((other) => other.chapter === chapter && other.id.endsWith(`/${name}`));
    return !isRepeated && !(kind === 'repair' && this.#asked.some((other) => other.kind === 'repair'));
  }

  /** Loading the mistakes of a chapter takes a fifth of a second, so only those of the chosen ones are loaded. */
  async #deck(chapter: Chapter): Promise<Task[]> {
    const deck = this.#decks.get(chapter) ?? (await tasksOf(chapter, withOwnProgram(this.#workshop, chapter)));
    this.#decks.set(chapter, deck);
    return deck;
  }
}
