import { stripVTControlCharacters } from 'node:util';
import { type Html, html, raw } from 'trellis';
import type { Turn } from '../review/session.ts';
import { type Ask, type Kind, type Outcome, restOf, tasksPerSession, titles } from '../review/task.ts';
import type { Chapter } from '../workshop/chapters.ts';
import type { Standing } from '../workshop/workshop.ts';
import type { Highlighter } from './highlighter.ts';

/** A task of this session that is decided. */
export interface Answered {
  readonly kind: Kind;
  readonly chapter: Chapter;
  readonly isRight: boolean;
  /** Until the task comes back, in milliseconds. */
  readonly rest: number;
}

export interface ReviewState {
  readonly standings: readonly Standing[];
  /** The chapters that tasks are chosen from. */
  readonly finished: readonly Chapter[];
  readonly due: number;
  readonly answered: readonly Answered[];
  /** The task that is open, or was answered last. */
  readonly turn?: Turn;
  readonly outcome?: Outcome;
  /** What the learner answered. */
  readonly chosen?: readonly string[];
}

export interface Rendering {
  prose(markdown: string): Promise<Html>;
  readonly highlighter: Highlighter;
}

export async function reviewView(state: ReviewState, rendering: Rendering): Promise<Html> {
  if (state.turn !== undefined) return html`<h1>Review</h1>${await turnView(state.turn, state, rendering)}`;
  return html`<h1>Review</h1>
<p class="lead">A review has five short tasks from chapters that you have finished. You remember longer if you have to recall something again after a while.</p>
${state.finished.length === 0 ? notReady(state) : ready(state)}
${howItWorks}`;
}

function notReady({ standings }: ReviewState): Html {
  const current = standings.find(({ isDone }) => !isDone);
  const steps = current && (current.done === 0 ? 'Start' : 'Continue');
  return html`<section class="review-start"><p><b>There is nothing to review yet.</b></p><p>Reviews are about chapters that you have finished. Finish one, and come back.</p>
${current && html`<p><a class="button" href="/chapters/${current.chapter.slug}/">${steps} chapter ${current.chapter.number}: ${current.chapter.title}</a></p>`}</section>`;
}

function ready({ due, answered, finished }: ReviewState): Html {
  const solved = answered.filter(({ isRight }) => isRight).length;
  const count = due === 0 ? 'Nothing is due.' : `${due} ${due === 1 ? 'review is' : 'reviews are'} due.`;
  const more = due === 0 ? ' A review now gives you new tasks.' : '';
  return html`${answered.length > 0 && html`<section class="review-start"><p><b>${solved} of ${answered.length} solved</b></p><ol class="answered">\n${answered.map(answeredView)}</ol></section>`}
<section class="review-start"><p><b>${count}</b>${more}</p>
${nextForm(answered.length > 0 ? 'Start another review' : 'Start')}
<p class="soft">From ${finished.length === 1 ? 'chapter' : 'chapters'} ${finished.map(({ slug, number, title }, index) => html`${index > 0 && ', '}<a href="/chapters/${slug}/" title="${title}">${number}</a>`)}. In a terminal: <code>npm run review</code></p></section>`;
}

function answeredView({ kind, chapter, isRight, rest }: Answered): Html {
  return html`<li class="${isRight ? 'is-right' : 'is-wrong'}"><span><b>${titles[kind]}</b> <a href="/chapters/${chapter.slug}/">${chapter.number} ${chapter.title}</a></span> <span class="soft">${restOf(rest)}</span></li>\n`;
}

const kinds: Readonly<Record<Kind, string>> = {
  predict: 'How will the program respond? You choose, then it runs.',
  spot: 'One of a dozen lines is wrong. Which one, and what goes wrong?',
  name: 'A definition from the glossary. Which term is it?',
  repair: 'A copy of a finished chapter has one bug. You fix it in your editor.',
};

const howItWorks = html`<section class="review-how" aria-labelledby="how-title"><h2 id="how-title">How it works</h2>
<ul class="kinds">${Object.entries(kinds).map(([kind, text]) => html`<li><b>${titles[kind as Kind]}</b>${text}</li>\n`)}</ul>
<p>A task that you solve comes back later and later. One that you miss comes back after an hour, and starts again.</p>
<ol class="rests" aria-label="When a solved task comes back"><li>1 day</li><li>3 days</li><li>7 days</li><li>21 days</li></ol></section>`;

async function turnView(turn: Turn, state: ReviewState, rendering: Rendering): Promise<Html> {
  const { outcome, answered } = state;
  const { chapter, kind } = turn.task;
  const { text, code, asks } = turn.question;
  const isOpen = outcome === undefined || outcome.verdict === 'open';
  const { rest } = answered.at(-1) ?? {};
  // The lines of a task to spot a bug are the choices.
  const lines = asks[0]?.lines === undefined ? undefined : await numbered(code ?? '', rendering.highlighter);
  return html`<ol class="turns" aria-hidden="true">${Array.from({ length: tasksPerSession }, (_, index) => html`<li class="${lookOf(answered[index], index === turn.number - 1)}"></li>`)}</ol>
<section class="review"><h2>${turn.number} of ${tasksPerSession}: ${titles[kind]}</h2><p class="soft">From <a href="/chapters/${chapter.slug}/">chapter ${chapter.number}: ${chapter.title}</a></p>
<div class="question">${await rendering.prose(text)}</div>
${code && !(lines && isOpen) && (lines ? html`<ol class="lines">${lines.map(({ number, markup }) => html`<li class="${outcome?.lines?.includes(Number(number)) && 'is-wrong'}"><i>${number}</i><code>${markup}</code></li>\n`)}</ol>` : codeView(code, 'What it is about'))}
${isOpen ? answerForm(turn.task.id, asks, lines) : asks.map((ask, index) => decidedView(ask, state.chosen?.[index], outcome.right?.[index]))}
<div role="status">${outcome && (await outcomeView(outcome, isOpen ? undefined : rest, chosenView(asks, state), rendering))}</div>
${!isOpen && nextForm(turn.number < tasksPerSession ? 'Next task' : 'See the result')}</section>`;
}

function lookOf(answered: Answered | undefined, isCurrent: boolean): string {
  return answered ? (answered.isRight ? 'is-right' : 'is-wrong') : isCurrent ? 'is-current' : '';
}

interface Line {
  readonly number: string;
  readonly markup: Html;
}

/** `31 │   if (…)`: the number, and the highlighted code. */
async function numbered(text: string, highlighter: Highlighter): Promise<Line[]> {
  const lines = plain(text)
    .split('\n')
    .map((line) => /^\s*(\d*) │ ?(.*)$/.exec(line) ?? ['', '', line]);
  const markup = (await highlighter.highlight(lines.map(([, , code]) => code).join('\n'), 'ts')).split('\n');
  return lines.map(([, number = ''], index) => ({ number, markup: raw(markup[index] ?? '') }));
}

function answerForm(id: string, asks: readonly Ask[], lines: readonly Line[] | undefined): Html {
  const isRepair = asks.every(({ options }) => options === undefined);
  const name = (index: number) => (index === 0 ? 'first' : 'second');
  return html`<form method="post" action="/review/answer"><input type="hidden" name="task" value="${id}">
${isRepair ? html`<p>Edit the file in your editor and save it, then check it here.</p>` : asks.map((ask, index) => (ask.lines && lines ? linesView(ask, lines, name(index)) : optionsView(ask, name(index))))}
<p class="actions"><button type="submit" class="primary">${isRepair ? 'Check my repair' : 'Answer'}</button>
${isRepair && html`<button type="submit" class="quiet" name="first" value="give up">Give up</button>`}</p></form>`;
}

function optionsView({ text, options = [] }: Ask, name: string): Html {
  return html`<fieldset><legend>${text}</legend>${options.map((option) => html`<label class="option"><input type="radio" name="${name}" value="${option}" required> <span>${option}</span></label>\n`)}</fieldset>`;
}

/** In a terminal the number is typed; here the line itself is chosen. */
function linesView({ text }: Ask, lines: readonly Line[], name: string): Html {
  return html`<fieldset><legend>${text.replace(/ Type its number\.$/, '')}</legend><div class="lines">${lines.map(({ number, markup }) => (number === '' ? html`<p><i></i></p>\n` : html`<label><input type="radio" name="${name}" value="${number}" required><i>${number}</i><code>${markup}</code></label>\n`))}</div></fieldset>`;
}

/** The question stays on the page when it has been answered: what was asked, what could be chosen, and which of it was right. */
function decidedView({ text, options }: Ask, chosen: string | undefined, right: string | undefined): Html | undefined {
  if (options === undefined) return undefined;
  const lookFor = (option: string) => (option === right ? 'is-right' : option === chosen ? 'is-wrong' : '');
  const noteFor = (option: string) =>
    [option === chosen && 'your answer', option === right && 'right'].filter(Boolean).join(', ');
  return html`<p class="asked">${text}</p><ul class="decided">${options.map((option) => html`<li class="option ${lookFor(option)}"><span>${option}</span>${noteFor(option) && html` <small>${noteFor(option)}</small>`}</li>\n`)}</ul>`;
}

const headings = { right: 'Right.', missed: 'Not this time.', open: 'Not yet.' };

async function outcomeView(
  { verdict, text, evidence }: Outcome,
  rest: number | undefined,
  chosen: Html | undefined,
  { prose }: Rendering,
): Promise<Html> {
  return html`<div class="outcome ${verdict === 'right' ? 'is-right' : 'is-wrong'}"><p><b>${headings[verdict]}</b>${rest !== undefined && html` <span class="soft">${restOf(rest)}</span>`}</p>${chosen}${await prose(text)}
${evidence && codeView(evidence, 'What the program did')}</div>`;
}

/** The line that was chosen: in the code, only the wrong ones are marked. */
function chosenView(asks: readonly Ask[], { outcome, chosen = [] }: ReviewState): Html | undefined {
  if (outcome?.verdict !== 'missed' || asks.every(({ options }) => options === undefined)) return undefined;
  const line = asks.findIndex(({ lines }) => lines !== undefined);
  return line < 0 ? undefined : html`<p class="soft">You chose line ${chosen[line]}.</p>`;
}

function codeView(text: string, label: string): Html {
  return html`<pre tabindex="0" aria-label="${label}"><code>${plain(text)}</code></pre>`;
}

function nextForm(label: string): Html {
  return html`<form method="post" action="/review/next"><button type="submit" class="primary">${label}</button></form>`;
}

function plain(text: string): string {
  return stripVTControlCharacters(text);
}
