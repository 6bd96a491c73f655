import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { givesUp } from '../review/repair.ts';
import { Schedule } from '../review/schedule.ts';
import { ReviewSession, type Turn } from '../review/session.ts';
import { choicesOf, howToAnswer, readAnswer, restOf, tasksPerSession, titles } from '../review/task.ts';
import type { Section } from '../site/search-sections.ts';
import { type Chapter, root } from '../workshop/chapters.ts';
import { type CheckedChapter, failedIn } from '../workshop/checked-chapter.ts';
import { changesOfStep, explanationsOf } from '../workshop/explanations.ts';
import { lockOf, noHintsIn, noStepsIn } from '../workshop/graded/lock.ts';
import { nextHint, noHint } from '../workshop/hint-view.ts';
import { hintsOf } from '../workshop/hints.ts';
import { outcomeView } from '../workshop/outcome-view.ts';
import { hashOf, keyOf } from '../workshop/progress.ts';
import { readFiles } from '../workshop/starters.ts';
import { readState, writeState } from '../workshop/state-file.ts';
import { drawTrace } from '../workshop/trace-lines.ts';
import { Workshop } from '../workshop/workshop.ts';
import { feedFile, readAddress, runningUrl } from '../workshop/xray/feed.ts';
import { lastTrace } from '../workshop/xray/last-trace.ts';

/** The learner has to do something first. The message tells the assistant what. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** The most characters of a section that a search returns. */
const longestText = 600;

/** What an assistant may ask the workshop. Every method returns text for it to read; none shows code of an open step. */
export class Coach {
  readonly #repository: string;
  /** The results of the last check of each chapter, with the hash of the code. */
  readonly #checked = new Map<string, { hash: string; checked: CheckedChapter }>();
  /** A file with the hash of the code for which the last hint was given, by chapter. A new coach must not forget it. */
  readonly #hinted: string;
  /** What can be searched. */
  #sections: Section[] | undefined;
  #review: { session: ReviewSession; turn: Turn | undefined } | undefined;

  constructor(repository = root) {
    this.#repository = repository;
    this.#hinted = join(repository, '.workshop', 'coach.json');
  }

  whereAmI(word: string): string {
    const workshop = this.#workshop();
    const chapter = workshop.chapter(word);
    const { steps, hash, hints, isPartial, before = [], obstacle } = workshop.progress.of(chapter);
    const next = chapter.steps.find(({ number }) => !steps[number] && !before.includes(number));
    const rungs = next && (hintsOf(chapter).get(next.number)?.length ?? 0);
    const url = runningUrl(chapter);
    return [
      `Chapter ${chapter.number}: ${chapter.title}`,
      ...chapter.steps.map(
        ({ number, title }) =>
          `${steps[number] ? '✓' : '·'} Step ${number}: ${title}${before.includes(number) ? " (passed before; can't run now)" : ''}`,
      ),
      '',
      ...(obstacle === undefined ? [] : [`The code ${obstacle}: run_check says why.`]),
      hash === codeOf(chapter)
        ? 'This is the result of the last check, with the code as it is now.'
        : isPartial
          ? "This is the result of the last check, but some checks can't run on this machine: run_check says why."
          : 'The code has changed since the last check, or was never checked: use run_check.',
      ...(next === undefined
        ? [
            chapter.steps.length === 0
              ? 'It has no steps.'
              : `Every step ${before.length > 0 ? 'has passed' : 'passes'}.`,
          ]
        : [
            `Next: step ${next.number}. Read chapters/${chapter.slug}/README.md#${next.anchor}`,
            `Hints given for it: ${hints[next.number] ?? 0} of ${rungs}.`,
          ]),
      url === undefined ? `It isn't running. To run it: npm run chapter ${chapter.number}` : `It is running on ${url}`,
      `Finished chapters: ${
        workshop
          .finished()
          .map(({ number }) => number)
          .join(', ') || 'none yet'
      }.`,
    ].join('\n');
  }

  async runCheck(word: string, signal?: AbortSignal): Promise<string> {
    const workshop = this.#workshop();
    const chapter = workshop.chapter(word);
    const checked = await this.#check(workshop, chapter, signal);
    return withTools(stripVTControlCharacters(outcomeView(chapter, checked, workshop.after(chapter)))).trim();
  }

  /** Gives the next hint only if the code has changed since the previous one. */
  async nextHint(word: string, signal?: AbortSignal): Promise<string> {
    const workshop = this.#workshop();
    const chapter = workshop.chapter(word);
    if (chapter.unit === 'section') return noHintsIn(chapter);
    const code = codeOf(chapter);
    this.#refuseSecondHint(chapter, code);
    const checked = await this.#results(workshop, chapter, signal);
    // Another assistant may have asked for the hint in the meantime.
    this.#refuseSecondHint(chapter, code);
    const hint = nextHint(workshop, chapter, checked);
    if (hint === undefined) return withTools(noHint(chapter, checked));
    writeState(this.#hinted, { ...readState(this.#hinted), [keyOf(chapter)]: code });
    const { step, number, total, title, text } = hint;
    return `Step ${step.number}: ${step.title}\nHint ${number} of ${total}: ${title}\n\n${text}`;
  }

  async explainFailure(word: string, signal?: AbortSignal): Promise<string> {
    const workshop = this.#workshop();
    const chapter = workshop.chapter(word);
    const { results, typeErrors } = await this.#results(workshop, chapter, signal);
    const failed = failedIn(results);
    if (failed?.failure === undefined)
      return [`No check of chapter ${chapter.number} fails.`, ...typeErrors].join('\n');
    const { problem, curl, received, expected, cause = [], place, output, rule } = failed.failure;
    const anchor = chapter.steps.find(({ number }) => number === failed.step)?.anchor ?? '';
    const parts = {
      ...{ step: failed.step, check: failed.name, problem, request: curl, received, expected },
      ...{
        likelyCauses: [cause].flat(),
        place,
        output,
        rule,
        typeErrors,
        read: `chapters/${chapter.slug}/README.md#${anchor}`,
      },
    };
    return JSON.stringify(parts, null, 2);
  }

  async lastTrace(): Promise<string> {
    const address = readAddress(feedFile(this.#repository));
    // A trace of the solution shows its queries, which are code of steps that may still be open.
    if (address?.src?.startsWith(join(this.#repository, 'solutions')))
      return 'Nothing is traced. The solution is running, not the program of the learner: npm run chapter starts that.';
    const trace = address && (await lastTrace(address));
    if (trace !== undefined) return `Chapter ${address!.chapter}\n${stripVTControlCharacters(drawTrace(trace))}`;
    return 'Nothing is traced yet. The learner starts the chapter in a terminal with npm run chapter, and sends a request to it.';
  }

  async searchDocs(query: string): Promise<string> {
    const [{ Content }, { finderOf }, { sectionsOf }] = await Promise.all([
      import('../site/content.ts'),
      import('../site/search-index.ts'),
      import('../site/search-sections.ts'),
    ]);
    if (this.#sections === undefined) {
      const page = ({ file }: { file: string }, anchor = '') => `${file}#${anchor}`;
      this.#sections = sectionsOf(new Content(this.#repository), { page }).filter(isForLearners);
    }
    const sections = this.#sections;
    const find = await finderOf(sections);
    const results = find(query, 5).map(({ title, place }) => {
      const text = sections.find((section) => section.place === place)?.text ?? '';
      return `${title} (${place})\n${text.length > longestText ? `${text.slice(0, longestText)} …` : text}`;
    });
    return results.join('\n\n') || 'Nothing found.';
  }

  /** Our version of a step builds on the steps before it, so all of them must have passed. */
  ourVersion(word: string, step: number): string {
    const workshop = this.#workshop();
    const chapter = workshop.chapter(word);
    const locked = lockOf(workshop.progress, chapter);
    if (locked !== undefined) throw new NotYet(locked);
    if (chapter.unit === 'section') return noStepsIn(chapter);
    if (!chapter.steps.some(({ number }) => number === step))
      throw new NotYet(`Chapter ${chapter.number} has the steps 1 to ${chapter.steps.length}.`);
    const { passed } = workshop.progress.of(chapter);
    const open = chapter.steps.find(({ number }) => number <= step && !passed.includes(number));
    if (open !== undefined)
      throw new NotYet(`Step ${open.number} hasn't passed yet. Our version is available after it has: use run_check.`);
    const changes = changesOfStep(chapter, step).map(({ file, patch }) => `src/${file}\n${patch}`);
    return [...changes, explanationsOf(chapter).get(step) ?? ''].join('\n\n').trim();
  }

  async startReview(): Promise<string> {
    const workshop = this.#workshop();
    if (workshop.finished().length === 0) throw new NotYet('A review needs a chapter that is finished.');
    this.#review = { session: new ReviewSession(workshop, new Schedule(workshop.state)), turn: undefined };
    return this.#nextTask();
  }

  /** `task` is the number of the task, so that a call that is sent twice doesn't answer the next task, too. */
  async answerReview(task: number, answers: readonly string[], signal?: AbortSignal): Promise<string> {
    const turn = this.#review?.turn;
    if (this.#review === undefined || turn === undefined) throw new NotYet('No task is open: use start_review.');
    if (task !== turn.number) {
      const problem = task < turn.number ? `Task ${task} was answered before.` : `Task ${task} doesn't exist yet.`;
      throw new NotYet(`${problem} The open task is:\n\n${taskText(turn)}`);
    }
    const { asks } = turn.question;
    if (answers.length !== asks.length) {
      const [questions, needed] = asks.length === 1 ? ['1 question', '1 answer'] : ['2 questions', '2 answers'];
      throw new NotYet(`This task has ${questions}, so it needs ${needed}.`);
    }
    const read = asks.map((ask, index) => readAnswer(ask, answers[index]!));
    const unread = read.indexOf(undefined);
    if (unread >= 0) {
      const ask = asks[unread]!;
      throw new NotYet([`Answer ${unread + 1}: ${howToAnswer(ask)}.`, ...choicesOf(ask)].join('\n'));
    }
    const outcome = await turn.question.judge(read as string[], signal);
    signal?.throwIfAborted();
    const rest = this.#review.session.record(turn, outcome);
    const heading = { right: 'Right.', missed: 'Not this time.', open: 'Not yet.' }[outcome.verdict];
    const told = [`${heading} ${outcome.text}`, outcome.evidence, rest && restOf(rest)].filter(Boolean).join('\n\n');
    const next = rest === undefined ? '' : `\n\n${await this.#nextTask()}`;
    return stripVTControlCharacters(told) + next;
  }

  async #nextTask(): Promise<string> {
    const review = this.#review!;
    review.turn = undefined;
    review.turn = await review.session.next();
    return review.turn === undefined ? 'The review is over.' : taskText(review.turn);
  }

  #refuseSecondHint(chapter: Chapter, code: string): void {
    if (readState(this.#hinted)[keyOf(chapter)] !== code) return;
    throw new NotYet(
      'The code is the same as at the last hint. Let the learner try that hint first, and change something.',
    );
  }

  /** The results of the last check if the code hasn't changed since then, or of a new one. */
  async #results(workshop: Workshop, chapter: Chapter, signal?: AbortSignal): Promise<CheckedChapter> {
    const known = this.#checked.get(chapter.slug);
    return known?.hash === codeOf(chapter) ? known.checked : this.#check(workshop, chapter, signal);
  }

  async #check(workshop: Workshop, chapter: Chapter, signal?: AbortSignal): Promise<CheckedChapter> {
    const hash = codeOf(chapter);
    const checked = await workshop.check(chapter, { signal });
    // After an abort, the results are incomplete.
    signal?.throwIfAborted();
    this.#checked.set(chapter.slug, { hash, checked });
    return checked;
  }

  /** Read each time: a check in a terminal may have changed the progress. */
  #workshop(): Workshop {
    return new Workshop(this.#repository);
  }
}

function taskText({ number, task, question }: Turn): string {
  return [
    `Task ${number} of ${tasksPerSession}: ${titles[task.kind]}, chapter ${task.chapter.number}`,
    question.text,
    ...(question.code === undefined ? [] : [stripVTControlCharacters(question.code)]),
    ...(task.kind === 'repair'
      ? [`Answer "" when the learner has saved a repair, to check it, or "${givesUp}" to see ours.`]
      : question.asks.map((ask) => [ask.text, ...choicesOf(ask)].join('\n'))),
  ].join('\n\n');
}

/** Replaces the commands that a learner would type with the assistant's tools, or removes them. */
function withTools(text: string): string {
  return text
    .replace(/^.*npm run replay.*\n/m, '')
    .replace(/npm run hint \d\d/, 'next_hint')
    .replace(/npm run explain \d\d \d+/, 'our_version');
}

/** Leaves out how the workshop itself is built, which would distract. */
function isForLearners({ place }: Section): boolean {
  return !place.startsWith('CONTRIBUTING.md');
}

function codeOf(chapter: Chapter): string {
  return hashOf(readFiles(chapter.src));
}

/** How an assistant should behave. Assistants that read files find the same rules there. */
export const rulesFile = join(root, 'chapters', 'AGENTS.md');
