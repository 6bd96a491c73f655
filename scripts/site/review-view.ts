import { stripVTControlCharacters } from 'node:util';
import { type Html, html } from 'trellis';
import type { Turn } from '../workshop/review/session.ts';
import { type Ask, type Outcome, restOf, titles } from '../workshop/review/task.ts';

export interface ReviewState {
  /** Whether there is a finished chapter to review. */
  readonly isReady: boolean;
  readonly due: number;
  readonly asked: number;
  readonly solved: number;
  /** The task that is open, or was answered last. */
  readonly turn?: Turn;
  readonly outcome?: Outcome;
  /** Until the task comes back, in milliseconds. */
  readonly rest?: number;
}

type Prose = (markdown: string) => Promise<Html>;

export async function reviewView(state: ReviewState, prose: Prose): Promise<Html> {
  const { turn, asked, solved, due, isReady } = state;
  if (!isReady) {
    return html`<h1>Review</h1><p>Reviews are about chapters that you have finished. Finish one, and come back.</p>`;
  }
  if (turn !== undefined) return html`<h1>Review</h1>${await turnView(turn, state, prose)}`;
  const news = asked > 0 ? html`<p><b>${solved} of ${asked} solved.</b></p>` : undefined;
  const count = due === 0 ? 'Nothing is due.' : `${due} ${due === 1 ? 'review is' : 'reviews are'} due.`;
  return html`<h1>Review</h1>${news}<p>${count} A review has five short tasks from chapters that you have finished. Solved tasks come back after 1, 3, 7 and 21 days, missed ones after an hour.</p>${nextForm(asked > 0 ? 'Start another review' : 'Start')}`;
}

async function turnView({ number, task, question }: Turn, { outcome, rest }: ReviewState, prose: Prose): Promise<Html> {
  const { chapter, kind } = task;
  const isOpen = outcome === undefined || outcome.verdict === 'open';
  return html`<section class="predict review"><h2 class="predict-title">${number} of 5: ${titles[kind]} · <a href="/chapters/${chapter.slug}/">chapter ${chapter.number}: ${chapter.title}</a></h2>
${await prose(question.text)}
${question.code && html`<pre tabindex="0" aria-label="What it is about"><code>${plain(question.code)}</code></pre>`}
${isOpen && answerForm(task.id, question.asks)}
<div role="status">${outcome && (await outcomeView(outcome, rest, prose))}</div>
${!isOpen && nextForm('Next')}</section>`;
}

function answerForm(id: string, asks: readonly Ask[]): Html {
  const isRepair = asks.every(({ options }) => options === undefined);
  return html`<form method="post" action="/review/answer"><input type="hidden" name="task" value="${id}">
${asks.map((ask, index) => (isRepair ? html`<p>Edit the file in your editor and save it, then check it here.</p>` : askView(ask, index === 0 ? 'first' : 'second')))}
<p class="actions"><button type="submit" class="primary">${isRepair ? 'Check my repair' : 'Answer'}</button>
${isRepair && html`<button type="submit" class="quiet" name="first" value="give up">Give up</button>`}</p></form>`;
}

function askView({ text, options, lines: [first, last] = [1, 9999] }: Ask, name: string): Html {
  if (options === undefined) {
    return html`<p><label>${text} <input name="${name}" type="number" min="${first}" max="${last}" autocomplete="off" required></label></p>`;
  }
  return html`<fieldset><legend>${text}</legend>${options.map((option) => html`<label><input type="radio" name="${name}" value="${option}" required> <span>${option}</span></label>`)}</fieldset>`;
}

const headings = { right: 'Right.', missed: 'Not this time.', open: 'Not yet.' };

async function outcomeView(
  { verdict, text, evidence }: Outcome,
  rest: number | undefined,
  prose: Prose,
): Promise<Html> {
  return html`<div class="${verdict === 'right' ? 'is-right' : 'is-wrong'}"><p><b>${headings[verdict]}</b></p>${await prose(text)}
${evidence && html`<pre tabindex="0" aria-label="What the program did"><code>${plain(evidence)}</code></pre>`}
${rest !== undefined && html`<p class="soft">${restOf(rest)}</p>`}</div>`;
}

function nextForm(label: string): Html {
  return html`<form method="post" action="/review/next"><button type="submit" class="primary">${label}</button></form>`;
}

function plain(text: string): string {
  return stripVTControlCharacters(text);
}
